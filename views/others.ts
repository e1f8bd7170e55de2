import { placesOf } from '../src/domains/accounts/index.ts'
import { inUseBelow, readTenant } from '../src/domains/tenants/index.ts'
import { isShownOn } from '../src/doors/custom-domain.ts'
import type { SignedInCall } from '../src/doors/web.ts'
import type { ReadTx } from '../src/kernel/database.ts'
import { domainOfCall } from './branding.ts'

/** Workspaces to cross to: those the visitor is a member of, and those below the one that this page belongs to. */
export function othersOf(call: SignedInCall, tx: ReadTx): { id: string; name: string }[] {
  const { app, caller, visitor, request } = call
  const places = placesOf(tx, visitor.user.id)
  const home = places.find(({ path }) => caller.path.startsWith(path))
  const top = home && [domainOfCall(call)?.path, home.path].find((path) => path?.startsWith(home.path))
  const shown = places.filter(({ path }) => isShownOn(app, request.headers.get('host'), path))
  const { parent_id } = readTenant(tx, caller.tenant_id)
  const above =
    parent_id !== null && top && caller.path !== top && caller.path.startsWith(top) ? [readTenant(tx, parent_id)] : []
  const all = [...above, ...shown, ...(top ? inUseBelow(tx, top, MOST_OTHERS) : [])]
  return [...new Map(all.map((one) => [one.id, one])).values()].filter(({ id }) => id !== caller.tenant_id)
}

/** More are found by the palette. */
const MOST_OTHERS = 30
