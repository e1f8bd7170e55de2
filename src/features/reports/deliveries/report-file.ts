/** The port that draws a report as a file. */
import type { Reader } from '../../../kernel/language/reader.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { MonthDocument } from '../months/month-document.ts'

export type ReportFile = {
  to: Reader
  client: string
  month: string
  document: MonthDocument
  comment: string
  contact: string
  /** The reason of a correction; null where readers have no earlier revision. */
  corrected: string | null
  /** When the figures were frozen. */
  at: Time
  /** Folder of fonts for letters that the built-in one lacks. */
  fonts?: string
  /** The agency's; the logo as it is stored. */
  brand: { name: string; accent: string | null; logo: Uint8Array | null }
}

/** Draws a PDF. Takes about 100 ms of the processor, so it is called for one report at a time. */
export type DrawReportFile = (report: ReportFile) => Promise<Uint8Array>

declare module '../../../kernel/operation/app.ts' {
  interface Ports {
    reportFile: DrawReportFile
  }
}
