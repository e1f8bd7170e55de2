import type { Cause, PartListed, ReportPart } from '../../src/domains/reports/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Brand } from '../document.tsx'
import type { GrowthProps } from './growth.tsx'

/** What is on a report, of a month or of one push. */
export type ReportDocument = {
  brand: Brand
  /** Pages that were only checked are counted and not compared. */
  kind?: 'index' | 'check'
  /** `Marlow Books, October 2026` */
  kicker: string
  engine: string
  pages: { total: number; visible: number; before: number; gained: number }
  ordered: number
  pushes: number
  refunded: number
  growth: Pick<GrowthProps, 'points' | 'start'>
  comment: string
  contact: string
  parts: readonly PartListed[]
  faults: readonly Cause[]
  /** The one part that is listed whole. */
  only: ReportPart | null
  simulated: boolean
  at: Time
  watched_until: Time | null
  self: string
  /** Null where there is no file: frozen reports list what they keep. */
  csv: string | null
  /** Figures as they were when the report was made. */
  frozen?: {
    /** Pages of each part that were kept. */
    kept: Partial<Record<ReportPart, number>>
    /** The reason of a correction; null where readers have no earlier revision. */
    corrected: string | null
    /** The address of the live figures, where they are shared. */
    live: string | null
  }
}
