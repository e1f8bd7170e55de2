import type { SignedInCall } from '../src/doors/pages/web.ts'
import { listTenants } from '../src/operations/tenants/workspaces.ts'

const MOST_CLIENTS = 500

/** The workspace of this page and those below it, in tree order. */
export async function workspacesBelow(call: SignedInCall): Promise<{ id: string; name: string }[]> {
  const all: { id: string; name: string }[] = []
  for (let page = 1; all.length < MOST_CLIENTS; page++) {
    const { items, total } = await call.call(listTenants, { page, page_size: 200 }, { here: true })
    all.push(...items)
    if (items.length === 0 || all.length >= total) break
  }
  return all.slice(0, MOST_CLIENTS)
}
