/** XML River's Yandex engine, with the `url:` operator that Yandex names for this question. */
import type { Engine, EngineSettings } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { createXmlRiverEngine } from './xmlriver-api.ts'

export const createXmlRiverYandex = (settings: EngineSettings, context: Context): Engine =>
  createXmlRiverEngine(
    {
      adapter: 'xmlriver_yandex',
      path: '/search_yandex/xml',
      balance: '/api/get_balance/yandex/',
      query(url) {
        const { host, pathname, search } = new URL(url)
        return `url:${host}${pathname}${search}`
      },
      // Region 225 is Russia; Yandex has no wider one.
      fixed: () => ({ lr: '225' }),
    },
    settings,
    context,
  )
