/** XML River's Google engine: results at once, one search for each call. */
import type { Engine, EngineSettings } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { countryNumber, siteQuery } from './search-results.ts'
import { createXmlRiverEngine } from './xmlriver-api.ts'

export const createXmlRiver = (settings: EngineSettings, context: Context): Engine =>
  createXmlRiverEngine(
    {
      adapter: 'xmlriver',
      path: '/search/xml',
      balance: '/api/get_balance/',
      query: siteQuery,
      // `lr` is the language. Without its filters Google lists similar pages too.
      fixed: (place) => ({
        country: String(countryNumber(place)),
        lr: place?.language ?? 'en',
        ...(place?.device === 'mobile' && { device: 'mobile' }),
        filter: '0',
        nfpr: '1',
      }),
    },
    settings,
    context,
  )
