/** Owners of hosts, for the form of an order. */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { holdersOf, ownersAmong } from '../jobs/index.ts'

export type HostOwner = { host: string; tenant_id: string }

/** The workspaces of these hosts in the caller's own tree. */
export const ownersOf = (tx: ReadTx, { path }: Caller, hosts: readonly string[]): HostOwner[] =>
  [...holdersOf(tx, path, hosts).values()].flatMap((holders) =>
    ownersAmong(holders)
      .filter((one) => one.path.startsWith(path))
      .map(({ host, tenant_id }) => ({ host, tenant_id })),
  )
