import type { ShareByDay7 } from '../../src/domains/jobs/index.ts'
import type { MissingAtGoogle, StillThere } from '../../src/domains/links/index.ts'
import type { ReaderCounts } from '../../src/domains/preflight/index.ts'
import type { Cause, PartListed, ReportPart } from '../../src/features/reports/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import type { Brand } from '../document.tsx'
import type { GrowthProps } from './growth.tsx'

/** Content of a report, for a month or for one push. */
export type ReportDocument = {
  /** Language and zone of its readers. */
  to: Reader
  brand: Brand
  /** Pages of a check are counted, without a comparison. */
  kind?: 'index' | 'check'
  /** `Marlow Books, October 2026` */
  kicker: string
  engine: string
  pages: { total: number; visible: number; before: number; gained: number }
  /** Missing in reports that were frozen before it was counted. */
  by_day7?: ShareByDay7
  ordered: number
  pushes: number
  refunded: number
  growth: Pick<GrowthProps, 'points' | 'start'>
  comment: string
  contact: string
  parts: readonly PartListed[]
  faults: readonly Cause[]
  /** Pages that answer engines may not use. */
  answers?: ReaderCounts
  still_there?: Omit<StillThere, 'causes'> & Partial<Pick<StillThere, 'causes'>>
  /** Why Google keeps pages out, by its own word. Missing in reports that were frozen before it was counted. */
  google?: MissingAtGoogle
  /** The one part that is listed in full. */
  only: ReportPart | null
  simulated: boolean
  at: Time
  watched_until: Time | null
  self: string
  /** Where a reader asks about a page; null where the agency reads its own report. */
  asks: string | null
  /** Address of the file; null when there is none: frozen reports list what they keep. */
  csv: string | null
  /** Figures as they were when the report was made. */
  frozen?: {
    /** Number of kept pages in each part. */
    kept: Partial<Record<ReportPart, number>>
    /** Reason of a correction; null when readers have no earlier revision. */
    corrected: string | null
    /** Address of the live figures, when they are shared. */
    live: string | null
  }
}
