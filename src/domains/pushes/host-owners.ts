/** Owners of hosts, for the form of an order. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { holdersOf, mayShare, ownersAmong } from '../jobs/index.ts'

export type HostOwner = { host: string; tenant_id: string }

/** The workspaces of these hosts in the caller's own tree; none of a host that several push. */
export const ownersOf = (tx: ReadTx, { path }: Caller, hosts: readonly string[]): HostOwner[] =>
  [...holdersOf(tx, path, hosts).values()].flatMap((holders) => {
    const owners = ownersAmong(holders).filter((one) => one.path.startsWith(path))
    return owners.length > 1 && owners.every(mayShare) ? [] : owners.map(({ host, tenant_id }) => ({ host, tenant_id }))
  })
