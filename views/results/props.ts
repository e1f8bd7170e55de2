import type { getResultsByWeek } from '../../src/features/results/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus, type Time } from '../../src/kernel/time/clock.ts'
import type { getResults } from '../../src/operations/results.ts'
import type { Job } from '../jobs/shapes.ts'
import type { Child } from '../jsx/elements.ts'
import type { Query } from '../parts/lists/list.ts'
import type { NotesProps } from './notes.tsx'

export type Rows = AnswerOf<typeof getResultsByWeek>['rows']
export type By = 'client' | 'host' | 'supplier'

export type ResultsProps = {
  results: AnswerOf<typeof getResults>
  rows: Rows
  by_row: By
  /** Rows that the visitor may choose from. */
  choices: readonly By[]
  /** Suppliers of these weeks, for platform admins, and the one whose links are shown alone. */
  suppliers: readonly string[]
  supplier: string | undefined
  day: 1 | 3 | 7
  /** Ids of clients below their usual: they come first, in this order. */
  off: readonly string[]
  /** Newest pushes, drawn while there are too few weeks. */
  pushes: readonly Job[]
  notes: NotesProps | null
  /** Parts of features. */
  ends?: Child
  /** The address's query without a page, and its filter by client or host. */
  query: Query
  scope: Query
  self: string
  base: string
  can_write: boolean
  /** Whether the agency is empty, and its admin may add sample data. */
  sample: boolean
  now: Time
  zone: Reader
}

/** The last day of a week. */
export const sundayOf = (monday: string): string => dayOf(plus(`${monday}T00:00:00.000Z`, 6 * DAY))
