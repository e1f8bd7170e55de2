/** Specification of a list page besides its operation. */
import type { TObject } from 'typebox'
import type { FormInput, SignedInCall } from '../../src/doors/pages/web.ts'
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

/** State of the page, for columns and texts. */
export type View = {
  self: string
  /** Base of the neighbouring pages: `/app/w/{ws}`, `/app/platform`. */
  base: string
  zone: string
  query: Query
  now: string
  may: (operation: AnyOperation) => boolean
  role: Role
  user_id: string | null
  /** The agency's own domain serves the page; apps cannot connect there. */
  own_domain: boolean
}

/** Labels of filter values, by filter. */
export type Filters = Readonly<Record<string, Choices>>

export type ListSpec<I extends TObject, Row> = {
  /** Path below the workspace or below the operator's pages: `/users`. */
  at: string
  operator?: boolean
  operation: Operation<I, Paged<Row>>
  /** Input that is not in the address: the workspace. */
  given?: (call: SignedInCall) => Readonly<Record<string, unknown>>
  /** Limits the list to this workspace and those below it, even for visitors who may read all. */
  here?: true
  title: string
  sub?: string
  columns: (view: View, list: Paged<Row>) => readonly Column<Row>[]
  /** Fixed input: `{ type: 'check' }`. */
  fixed?: Partial<FormInput<I>>
  /** Translates words of the address that the operation does not know. */
  asks?: (query: Query) => Query
  /** Label of the search field: `Search e-mail or name`. */
  search?: string
  /** Labels of filter values, by the filter's name in the input. Filters without labels are not offered. */
  filters?: Filters | ((call: SignedInCall) => Filters | Promise<Filters>)
  /** Text filters below the search: a host. */
  texts?: readonly { name: string; label: string }[]
  /** Date filters: `from`, `to`. */
  days?: readonly { name: string; label: string }[]
  /** Filters of the address without a control; the page's menu removes them. */
  kept?: readonly string[]
  /** Content above the rows, such as links to other months. */
  above?: (view: View, list: Paged<Row>) => Child
  /** Acts on ticked rows. */
  acts?: (view: View, list: Paged<Row>) => Child
  /** A filter as tabs above the list, and the default tab; `all` removes the filter. */
  views?: { name: string; label: string; choices: Choices; first: string }
  empty: { icon: IconName; text: Child | ((view: View) => Child) }
  /** Text when no row matches. */
  nothing?: string
  /** A file of all rows, by an operation or by columns. */
  csv?: Operation<I, CsvAnswer> | FileColumns<Row>
  /** Name of the file, if not the title. */
  file?: string
  act?: (call: SignedInCall) => PrimaryAct | null
  menu?: (call: SignedInCall) => readonly (Act | null)[]
  /** Shows a refused search, such as one with too many hits, above the list instead of an error page. */
  says_refusals?: true
  kind?: string
}
