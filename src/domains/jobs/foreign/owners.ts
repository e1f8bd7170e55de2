/**
 * Owners of hosts. A host belongs to the workspaces that have it among their IndexNow sites: those in use come before
 * archived ones, and proven sites before others. A site that a client's own people added counts once it is proven.
 *
 * Without a site, a host belongs to the workspace that pushed it first, and to those for whom a person said that a push
 * of it is meant. A push brings the hosts with a good part of its links; one that a client's own people order brings
 * none, so that nobody takes a host from another client by a push.
 */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { ARCHIVED, below } from '../../tenants/index.ts'

/** A workspace that has the host among its sites, or pushed it. */
type Holder = {
  host: string
  tenant_id: string
  name: string
  path: string
  /** The lowest decides: 0 to 3 for sites, then pushes, at last those of the agency for itself. */
  rank: number
  /** Its first push of the host; null for a site. */
  job_id: string | null
  shared: number
}

const PUSHED = 4

/** The holders of these hosts in the tree of a workspace, by host, those that decide first. */
export function holdersOf(tx: ReadTx, path: string, hosts: readonly string[]): Map<string, Holder[]> {
  const [root, end] = below(rootPath(path))
  const rows = tx.rows<Holder>(
    `select s.host, s.tenant_id, t.name, t.path, (s.tenant_id in ${ARCHIVED}) * 2 + (s.verified_at is null) as rank,
       null as job_id, 0 as shared, s.created_at, s.id
     from json_each(?1) h cross join indexnow_sites s on s.host = h.value cross join tenants t on t.id = s.tenant_id
     where t.path >= ?2 and t.path < ?3 and (s.claimed = 0 or s.verified_at is not null)
     union all
     select p.host, p.tenant_id, t.name, t.path, ${PUSHED} + (t.parent_id is null), min(p.job_id), max(p.shared), '',
       min(p.job_id)
     from json_each(?1) h cross join pushed_hosts p on p.host = h.value cross join tenants t on t.id = p.tenant_id
     where t.path >= ?2 and t.path < ?3 and p.tenant_id not in ${ARCHIVED} group by p.host, p.tenant_id
     order by rank, 8, 9`,
    JSON.stringify(hosts),
    root,
    end,
  )
  return Map.groupBy(rows, ({ host }) => host)
}

const rootPath = (path: string): string => path.slice(0, path.indexOf('/', 1) + 1)

/** The owners of a host among those who hold it; at the time of this job, pushes after it bring no host. */
export function ownersAmong(holders: readonly Holder[] = [], job_id = '~'): Holder[] {
  const known = holders.filter((one) => one.job_id === null || one.job_id < job_id)
  const [first] = known
  if (!first) return []
  if (first.rank < PUSHED) return known.filter(({ rank }) => rank === first.rank)
  return [first, ...holders.filter((one) => one.shared && one !== first)]
}

/** The owners of a host that is foreign to the workspace at `path`; none where it is not. */
export function foreignOwners(path: string, holders: readonly Holder[] | undefined, job_id?: string): Holder[] {
  const owners = ownersAmong(holders, job_id)
  return owners.some((one) => related(path, one.path)) ? [] : owners
}

/** Whether they are the same, or one is above the other. */
const related = (a: string, b: string): boolean => a.startsWith(b) || b.startsWith(a)

/** Whether pushes of another workspace may be meant, so that both have the host from then on. */
export const mayShare = ({ rank }: Pick<Holder, 'rank'>): boolean => rank >= PUSHED

/** Pushes of a workspace that are kept for a host: another has it while the first ones are cancelled or deleted. */
const PUSHES_KEPT = 20

/** A push brings the hosts with at least a fifth of its links. */
const PART = 5

type Push = { id: string; tenant_id: string }

/** Keeps the hosts that a new push brings, and the shared ones: hosts of others that it was meant for. */
export function bringHosts(
  tx: Tx,
  { id, tenant_id }: Push,
  hosts: ReadonlyMap<string, number>,
  shared: readonly string[],
): void {
  const links = [...hosts.values()].reduce((sum, n) => sum + n, 0)
  const brought = [...hosts].flatMap(([host, n]) => (n * PART >= links ? [[host, 0]] : []))
  const rows = [...brought, ...shared.map((host) => [host, 1])]
  if (rows.length > 0)
    tx.run(
      `insert into pushed_hosts (host, tenant_id, job_id, shared)
       select value ->> 0, ?1, ?2, value ->> 1 from json_each(?3) where value ->> 1 or (
         select count(*) from pushed_hosts where host = value ->> 0 and tenant_id = ?1) < ${PUSHES_KEPT}`,
      tenant_id,
      id,
      JSON.stringify(rows),
    )
}

/** The hosts that a push brought to a workspace come to another one with it. */
export const moveHosts = (tx: Tx, { id, tenant_id }: Push): number =>
  tx.run('update pushed_hosts set tenant_id = ?1 where job_id = ?2 and tenant_id <> ?1', tenant_id, id)

/** The hosts of workspaces: their sites, else those that their pushes brought and nobody else has; at most `limit` each. */
export function hostsOfEach(
  tx: ReadTx,
  workspaces: readonly { id: string; path: string }[],
  limit: number,
): Map<string, string[]> {
  const known = tx.rows<{ id: string; sites: string; pushed: string }>(
    `select t.value as id,
       (select json_group_array(host) from (
         select host from indexnow_sites where tenant_id = t.value order by created_at, id limit ?2)) as sites,
       (select json_group_array(host) from (
         select host from pushed_hosts where tenant_id = t.value group by host order by max(job_id) desc limit ?2)) as pushed
     from json_each(?1) t`,
    JSON.stringify(workspaces.map(({ id }) => id)),
    limit,
  )
  const of = new Map(known.map(({ id, sites, pushed }) => [id, { sites: listOf(sites), pushed: listOf(pushed) }]))
  const found = new Map(known.map(({ id }) => [id, of.get(id)!.sites]))
  const siteless = workspaces.filter(({ id }) => found.get(id)!.length === 0)
  for (const [root, some] of Map.groupBy(siteless, ({ path }) => rootPath(path))) {
    const holders = holdersOf(
      tx,
      root,
      some.flatMap(({ id }) => of.get(id)!.pushed),
    )
    for (const { id, path } of some)
      found.set(
        id,
        of.get(id)!.pushed.filter((host) => foreignOwners(path, holders.get(host)).length === 0),
      )
  }
  return found
}

const listOf = (hosts: string): string[] => JSON.parse(hosts) as string[]
