/** Which workspace a host belongs to, from IndexNow sites and earlier pushes. */

import type { ReadTx } from '../../kernel/database/database.ts'
import { type Caller, treeOf } from '../../kernel/operation/caller.ts'
import { hostOf } from '../preflight/index.ts'

export type HostOwner = { host: string; tenant_id: string }

/** Number of recent pushes searched for a host. */
const PUSHES = 300

/** The workspaces of these hosts in the caller's tree: those with an IndexNow site first, then the latest pushes. */
export function ownersOf(tx: ReadTx, caller: Caller, hosts: readonly string[]): HostOwner[] {
  const asked = new Set(hosts)
  const sites = tx.rows<HostOwner>(
    `select host, tenant_id from indexnow_sites
     where host in (select value from json_each(?)) and ${treeOf(caller).sql} order by created_at, id`,
    JSON.stringify([...asked]),
    ...treeOf(caller).params,
  )
  const tree = treeOf(caller, 'j.tenant_id')
  const pushed = tx.rows<{ url: string; tenant_id: string }>(
    `select l.url, j.tenant_id from (
       select id, tenant_id, first_link from jobs j where deleted_at is null and ${tree.sql} order by id desc limit ${PUSHES}
     ) j join links l on l.id = j.first_link order by j.id desc`,
    ...tree.params,
  )
  const seen = pushed
    .map(({ url, tenant_id }) => ({ host: hostOf(url), tenant_id }))
    .filter(({ host }) => asked.has(host))
  return [...sites, ...seen]
}
