/** Saved views of the list of clients: filters and order under a name, which all members of a workspace share. */
import Type, { type Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { Search } from '../../kernel/database/list.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { inReach, Tag, TenantKind } from '../tenants/index.ts'
import { CLIENT_VIEWS } from './client-list.ts'
import type { ClientViewRow } from './tables.ts'

/** Beside the tabs there is room for a few. */
export const MOST_VIEWS = 20

export const ClientFilters = Type.Object(
  {
    q: Search,
    kind: Type.Optional(TenantKind),
    tag: Type.Optional(Tag),
    view: Type.Optional(Type.Enum(CLIENT_VIEWS, { title: 'View' })),
    sort: Type.Optional(Type.Enum(['urgency', 'name'], { title: 'Sort by' })),
    dir: Type.Optional(Type.Enum(['asc', 'desc'], { title: 'Direction' })),
    include_archived: Type.Optional(Type.Boolean({ title: 'Archived too' })),
  },
  { title: 'Filters', description: 'Filters and order of list_clients', additionalProperties: false },
)
type ClientFilters = Static<typeof ClientFilters>

export const ViewName = Type.String({ title: 'Name', minLength: 1, maxLength: 40, pattern: LINE })
export const ViewId = Type.String({ description: 'Id of the view', maxLength: 64 })

export const ClientView = Shape('ClientView', {
  id: Id,
  name: Type.String(),
  filters: ClientFilters,
  created_by: Type.String(),
  created_at: Moment,
  updated_at: Moment,
})
export type ClientView = Static<typeof ClientView>

const onWire = ({ filters, ...view }: ClientViewRow): ClientView => ({
  ...view,
  filters: JSON.parse(filters) as ClientFilters,
})

/** Views of the caller's workspace in the order of their making; viewers of a workspace have none. */
export const viewsOf = (tx: ReadTx, caller: Caller): ClientView[] =>
  caller.platform || atLeast(caller.role, 'member')
    ? tx.rows<ClientViewRow>('select * from client_views where tenant_id = ? order by id', caller.tenant_id).map(onWire)
    : []

export const findView = (tx: ReadTx, caller: Caller, id: string): ClientViewRow =>
  inReach(tx, caller, tx.row<ClientViewRow>('select * from client_views where id = ?', id), 'view')

export function addView(
  tx: Tx,
  caller: Caller,
  { name, filters }: { name: string; filters: ClientFilters },
): ClientView {
  const { tenant_id, label: created_by } = caller
  if (tx.number('select count(*) from client_views where tenant_id = ?', tenant_id) >= MOST_VIEWS)
    throw conflict(`A workspace has at most ${MOST_VIEWS} saved views. Delete one first.`)
  const view = { id: newId(), name: name.trim(), created_by, created_at: tx.now, updated_at: tx.now }
  assertNew(tx, { ...view, tenant_id })
  tx.run(
    `insert into client_views (id, tenant_id, name, filters, created_by, created_at, updated_at)
     values (?, ?, ?, ?, ?, ?, ?)`,
    view.id,
    tenant_id,
    view.name,
    JSON.stringify(filters),
    created_by,
    tx.now,
    tx.now,
  )
  return { ...view, filters }
}

export function changeView(
  tx: Tx,
  view: ClientViewRow,
  { name, filters }: { name?: string | undefined; filters?: ClientFilters | undefined },
): ClientView {
  const after = {
    ...view,
    name: name?.trim() ?? view.name,
    filters: filters ? JSON.stringify(filters) : view.filters,
    updated_at: tx.now,
  }
  assertNew(tx, after)
  tx.run(
    'update client_views set name = ?, filters = ?, updated_at = ? where id = ?',
    after.name,
    after.filters,
    tx.now,
    view.id,
  )
  return onWire(after)
}

export const removeView = (tx: Tx, id: string): number => tx.run('delete from client_views where id = ?', id)

function assertNew(tx: ReadTx, { id, tenant_id, name }: Pick<ClientViewRow, 'id' | 'tenant_id' | 'name'>): void {
  const others = tx.rows<{ name: string }>(
    'select name from client_views where tenant_id = ? and id <> ?',
    tenant_id,
    id,
  )
  const folded = (text: string) => text.toLocaleLowerCase('en')
  if (others.some((other) => folded(other.name) === folded(name)))
    throw conflict(`There is a view “${name}” already. Choose another name.`)
}
