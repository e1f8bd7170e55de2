import type { EngineSlot } from '../jobs/index.ts'

export const CREDITS_PER_CHECK: Readonly<Record<EngineSlot, number>> = {
  scan_standard: 1,
  scan_live: 5,
  scan_bing: 1,
  upstream: 1,
}
