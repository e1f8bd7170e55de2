import type { Engine, EngineSettings } from '../../domains/checks/engine.ts'
import type { Context } from '../http.ts'
import { createTraject } from './traject.ts'

export const SCALESERP_URL = 'https://api.scaleserp.com'

/** The price of its smallest plan is not published as text, so a high one is assumed until the operator enters it. */
export const createScaleSerp = (settings: EngineSettings, context: Context): Engine =>
  createTraject(
    { adapter: 'scaleserp', name: 'Scale SERP', base_url: SCALESERP_URL, unit_usd: 0.02 },
    settings,
    context,
  )
