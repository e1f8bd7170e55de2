/** What a list page is given beside its operation. */
import type { TObject } from 'typebox'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act } from '../kit/menu.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { Paged, Query } from '../parts/list.ts'
import type { FileColumns } from '../parts/list-file.ts'
import type { PrimaryAct } from '../parts/page-head.tsx'
import type { Column } from '../parts/table.tsx'
import type { Choices } from './filters-of.ts'

/** What columns and texts need to know of the page. */
export type View = { self: string; zone: string; query: Query; now: string }

export type ListSpec<I extends TObject, Row> = {
  /** Below the workspace, or below the operator's pages: `/users`. */
  at: string
  operator?: boolean
  operation: Operation<I, Paged<Row>>
  /** Of this workspace and those below it, also for those who may read all. */
  here?: true
  title: string
  sub?: string
  columns: (view: View) => readonly Column<Row>[]
  /** What the search looks through: `Search e-mail or name`. */
  search?: string
  /** The values of a filter in words, by its name in the input. Filters without words are not offered. */
  filters?: Readonly<Record<string, Choices>> | ((call: SignedInCall) => Readonly<Record<string, Choices>>)
  /** Filters that are typed, below the search: a host. */
  texts?: readonly { name: string; label: string }[]
  /** What the address filters by without a control: the page's menu leads out of it. */
  kept?: readonly string[]
  /** What is above the rows: the months to go to. */
  above?: (view: View) => Child
  /** A filter as tabs above the list, and what is shown first; `all` leaves it out. */
  views?: { name: string; label: string; choices: Choices; first: string }
  empty: { icon: IconName; text: Child }
  /** What a list without a fitting row says. */
  nothing?: string
  /** A file of all rows: an operation that makes it, or its columns. */
  csv?: Operation<I, CsvAnswer> | FileColumns<Row>
  act?: (call: SignedInCall) => PrimaryAct | null
  menu?: (call: SignedInCall) => readonly (Act | null)[]
  /** Faults that the page shows above the list in place of refusing it: a search with too many hits. */
  shows?: (error: unknown) => string
  kind?: string
}
