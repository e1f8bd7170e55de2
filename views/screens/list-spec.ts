/** Specification of a list besides its operation, within a page or as a page of its own. */
import type { TObject } from 'typebox'
import type { NameOf } from '../../src/doors/pages/people.ts'
import type { FormInput, SignedInCall, Site } from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import type { AnyOperation, CsvAnswer, Operation } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act, PrimaryAct } from '../kit/menu.tsx'
import type { IconName } from '../parts/icon.tsx'
import type { ListPage, Query } from '../parts/lists/list.ts'
import type { FileColumns } from '../parts/lists/list-file.ts'
import type { Column } from '../parts/lists/table.tsx'
import type { Choices, ChoiceWords } from './filters-of.ts'

/** State of the page, for columns and texts. */
export type ListState = {
  site: Pick<Site, 'slots'>
  self: string
  /** Base of the neighbouring pages: `/app/w/{ws}`, `/app/platform`. */
  base: string
  /** The reader of the page. */
  zone: Reader
  query: Query
  now: string
  may: (operation: AnyOperation) => boolean
  role: Role
  user_id: string | null
  /** Names of people, for columns that have their addresses. */
  names: NameOf
  /** The agency's own domain serves the page; apps cannot connect there. */
  own_domain: boolean
  /** A panel is beside the list and leaves room for a few columns only. */
  beside: boolean
}

export type RowOf<A> = A extends { items: readonly (infer Row)[] } ? Row : never

/** The operation's answer, with rows as the list shows them. */
export type ShownList<A, Row> = Omit<A, 'items'> & ListPage<Row>

/** Labels of filter values, by filter. */
export type Filters = Readonly<Record<string, Choices>>

export type ListTabs<List> = {
  name: string
  label: string
  choices: ChoiceWords
  first: string
  /** Number of rows of each view. */
  counts?: (list: List) => Readonly<Record<string, number>>
  /** Below the tabs, replaced with the list. */
  more?: (view: ListState, list: List) => Child
}

export type PartSpec<I extends TObject, A extends ListPage<unknown>, Row = RowOf<A>> = {
  /** Path below the workspace or below the operator's pages: `/users`, `/users/:id`. */
  at: string
  operator?: boolean
  operation: Operation<I, A>
  /** Turns the operation's rows into shown rows: groups them, or adds data of another operation. */
  rows?: (items: readonly RowOf<A>[], call: SignedInCall) => readonly Row[] | Promise<readonly Row[]>
  /** Input that is not in the address: the workspace. */
  given?: (call: SignedInCall) => Readonly<Record<string, unknown>>
  /** Limits the list to this workspace and those below it, even for visitors who may read all. */
  here?: true
  title: string
  columns: (view: ListState, list: ShownList<A, NoInfer<Row>>) => readonly Column<NoInfer<Row>>[]
  /** Fixed input: `{ type: 'check' }`. */
  fixed?: Partial<FormInput<I>>
  /** Translates words of the address that the operation does not know. */
  asks?: (query: Query) => Query
  /** Label of the search field: `Search e-mail or name`. */
  search?: string
  /** Labels of filter values, by the filter's name in the input. Filters without labels are not offered. */
  filters?: Filters | ((call: SignedInCall, list: A) => Filters | Promise<Filters>)
  /** Text filters below the search: a host. */
  texts?: readonly { name: string; label: string }[]
  /** Date filters: `from`, `to`. */
  days?: readonly { name: string; label: string }[]
  /** Filters of the address without a control; the page's menu removes them. */
  kept?: readonly string[]
  /** Content above the rows, such as links to other months. */
  above?: (view: ListState, list: ShownList<A, NoInfer<Row>>) => Child
  /** Whether the panel beside the list shows this row. */
  chosen?: (row: NoInfer<Row>, view: ListState) => boolean
  /** Acts on ticked rows. */
  acts?: (view: ListState, list: ShownList<A, NoInfer<Row>>) => Child
  /** A filter as tabs above the list, and the default tab; `all` removes the filter. */
  views?: ListTabs<ShownList<A, NoInfer<Row>>>
  empty: { icon: IconName; text: Child | ((view: ListState, list: ShownList<A, NoInfer<Row>>) => Child) }
  /** Text when no row matches. */
  nothing?: string
  /** A file of all rows, by an operation or by columns. */
  csv?: Operation<TObject, CsvAnswer> | FileColumns<RowOf<A>>
  /** Name of the file, if not the title. */
  file?: string
  /** Shows a refused search, such as one with too many hits, above the list instead of an error page. */
  says_refusals?: true
}

export type ListSpec<I extends TObject, A extends ListPage<unknown>, Row = RowOf<A>> = PartSpec<I, A, Row> & {
  /** Heading of the page, if not the title. */
  heading?: string
  sub?: string | ((call: SignedInCall, list: A) => string | Promise<string>)
  act?: (call: SignedInCall, list: A) => PrimaryAct | null
  menu?: (call: SignedInCall, list: A) => readonly (Act | null)[]
  /** Panel beside the list, for the row in the address. */
  panel?: (call: SignedInCall) => Child | Promise<Child>
  kind?: string
}
