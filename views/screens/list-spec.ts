/** What a list page is given beside its operation. */
import type { TObject } from 'typebox'
import type { Asked, SignedInCall } from '../../src/doors/pages/web.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import type { AnyOperation, CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act } from '../kit/menu.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { Paged, Query } from '../parts/lists/list.ts'
import type { FileColumns } from '../parts/lists/list-file.ts'
import type { Column } from '../parts/lists/table.tsx'
import type { PrimaryAct } from '../parts/page/page-head.tsx'
import type { Choices } from './filters-of.ts'

/** What columns and texts need to know of the page. */
export type View = {
  self: string
  /** Where the pages beside it are: `/app/w/{ws}`, `/app/platform`. */
  base: string
  zone: string
  query: Query
  now: string
  may: (operation: AnyOperation) => boolean
  role: Role
  user_id: string | null
  /** Reached by the agency's own domain, where no app can connect. */
  own_domain: boolean
}

/** The values of filters in words, by the names of the filters. */
export type Filters = Readonly<Record<string, Choices>>

export type ListSpec<I extends TObject, Row> = {
  /** Below the workspace, or below the operator's pages: `/users`. */
  at: string
  operator?: boolean
  operation: Operation<I, Paged<Row>>
  /** What the operation takes that is not in the address: the workspace. */
  given?: (call: SignedInCall) => Readonly<Record<string, unknown>>
  /** Of this workspace and those below it, also for those who may read all. */
  here?: true
  title: string
  sub?: string
  columns: (view: View, list: Paged<Row>) => readonly Column<Row>[]
  /** What the operation is asked beside the address: `{ type: 'check' }`. */
  fixed?: Partial<Asked<I>>
  /** What the address means, where it has words that the operation does not. */
  asks?: (query: Query) => Query
  /** What the search looks through: `Search e-mail or name`. */
  search?: string
  /** The values of a filter in words, by its name in the input. Filters without words are not offered. */
  filters?: Filters | ((call: SignedInCall) => Filters | Promise<Filters>)
  /** Filters that are typed, below the search: a host. */
  texts?: readonly { name: string; label: string }[]
  /** Days that bound the list: `from`, `to`. */
  days?: readonly { name: string; label: string }[]
  /** What the address filters by without a control: the page's menu leads out of it. */
  kept?: readonly string[]
  /** What is above the rows: the months to go to. */
  above?: (view: View, list: Paged<Row>) => Child
  /** What can be done with the rows that are ticked. */
  acts?: (view: View, list: Paged<Row>) => Child
  /** A filter as tabs above the list, and what is shown first; `all` leaves it out. */
  views?: { name: string; label: string; choices: Choices; first: string }
  empty: { icon: IconName; text: Child | ((view: View) => Child) }
  /** What a list without a fitting row says. */
  nothing?: string
  /** A file of all rows: an operation that makes it, or its columns. */
  csv?: Operation<I, CsvAnswer> | FileColumns<Row>
  /** The name of the file, where it is another than the title. */
  file?: string
  act?: (call: SignedInCall) => PrimaryAct | null
  menu?: (call: SignedInCall) => readonly (Act | null)[]
  /** What is wrong with a search, such as too many hits, is said above the list in place of refusing the page. */
  says_refusals?: true
  kind?: string
}
