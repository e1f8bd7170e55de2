import type { Engine, EngineSettings } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { createTraject } from './traject.ts'

export const VALUESERP_URL = 'https://api.valueserp.com'

/** Price without a plan: 2.50 USD for 1,000 searches. */
export const createValueSerp = (settings: EngineSettings, context: Context): Engine =>
  createTraject(
    { adapter: 'valueserp', name: 'ValueSERP', base_url: VALUESERP_URL, unit_usd: 0.0025 },
    settings,
    context,
  )
