import { placesOf } from '../src/domains/accounts/index.ts'
import { inUseBelow, readTenant } from '../src/domains/tenants/index.ts'
import type { SignedInCall } from '../src/doors/pages/web.ts'
import type { ReadTx } from '../src/kernel/database/database.ts'
import { listTenants } from '../src/operations/tenants/list-tenants.ts'

/** Workspaces to cross to: those the visitor is a member of, and those below the one that this page belongs to. */
export function othersOf(call: SignedInCall, tx: ReadTx): { id: string; name: string }[] {
  const { caller, visitor } = call
  const { within } = visitor
  const home = placesOf(tx, visitor.user.id).find(({ path }) => caller.path.startsWith(path))?.path
  const top = home && within?.startsWith(home) ? within : home
  const { parent_id } = readTenant(tx, caller.tenant_id)
  const above =
    parent_id !== null && top && caller.path !== top && caller.path.startsWith(top) ? [readTenant(tx, parent_id)] : []
  const all = [...above, ...placesOf(tx, visitor.user.id, within), ...(top ? inUseBelow(tx, top, MOST_OTHERS) : [])]
  return [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => id !== caller.tenant_id)
}

/** More are found by the palette. */
const MOST_OTHERS = 30

/** Workspaces to choose from. */
const MOST_CLIENTS = 500

/** The workspace of this page and those below it, in tree order. */
export async function inUse(call: SignedInCall): Promise<{ id: string; name: string }[]> {
  const all: { id: string; name: string }[] = []
  for (let page = 1; all.length < MOST_CLIENTS; page++) {
    const { items, total } = await call.call(listTenants, { page, page_size: 200 }, { here: true })
    all.push(...items)
    if (items.length === 0 || all.length >= total) break
  }
  return all.slice(0, MOST_CLIENTS)
}
