/** Parts of the operator's overview. */
import { number } from '../parts/text/format.ts'
import type { SystemData } from '../system/system.tsx'
import type { SumLine } from './panel.tsx'
import type { StripFact } from './strip.tsx'

/** Parts of features, in the order of the page. */
export type OverviewPart = {
  today?: readonly StripFact[]
  in_progress?: readonly SumLine[]
  /** Requests of people, and all else that waits for the operator. */
  asking?: readonly SumLine[]
  waiting?: readonly SumLine[]
}

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    operator_overview(call: SignedInCall, system: SystemData): Promise<OverviewPart>
    /** Recurring revenue, in words. */
    recurring(call: SignedInCall): Promise<string>
    /** Beside the revenue of the month. */
    revenue_facts(call: SignedInCall): Promise<readonly StripFact[]>
  }
}

export const count = (label: string, path: string, n: number): SumLine => ({
  label,
  value: <a href={`/app/platform${path}`}>{number(n)}</a>,
})
