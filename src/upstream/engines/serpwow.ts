import type { Engine, EngineSettings } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { createTraject } from './traject.ts'

export const SERPWOW_URL = 'https://api.serpwow.com'

/** It searches several engines. A high price is assumed until the operator enters that of the plan. */
export const createSerpWow = (settings: EngineSettings, context: Context): Engine =>
  createTraject(
    { adapter: 'serpwow', name: 'SerpWow', base_url: SERPWOW_URL, unit_usd: 0.02, query: { engine: 'google' } },
    settings,
    context,
  )
