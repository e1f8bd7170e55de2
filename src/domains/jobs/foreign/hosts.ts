/**
 * Hosts of another client among the links of a job: their pages stay out of what the client of the job reads.
 *
 * A host is foreign to a workspace that is neither one of its owners nor above or below one. This is decided when a job
 * is written, and again when a site, a shared host or the tree changes: triggers note the host, and a task judges the
 * jobs with links on it. A move of a job to another workspace calls `judgeJob` in the same transaction.
 */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { quarterHourSql } from '../../../kernel/time/zone-days.ts'
import { actsAbove } from '../../accounts/index.ts'
import { below, pathOfTenant } from '../../tenants/index.ts'
import type { JobRow } from '../tables.ts'
import { INDEXED_IN_TIME, RETURNED } from '../tally.ts'
import { bringHosts, foreignOwners, holdersOf, mayShare, moveHosts } from './owners.ts'

/** The hosts of these URLs with the number of links on each. */
function hostsOf(urls: readonly string[]): Map<string, number> {
  const hosts = new Map<string, number>()
  for (const url of urls) {
    const host = url.split('/', 3)[2]!
    hosts.set(host, (hosts.get(host) ?? 0) + 1)
  }
  return hosts
}

export type NamedHost = { host: string; links: number; tenant_id: string; tenant_name: string }

/** `only_pushed`: without a site, so that an order may say that the host is shared. */
export type ForeignHost = NamedHost & { only_pushed: boolean }

/**
 * The hosts among these URLs that belong to another client than the one that pays, most links first. An owner out of
 * the reader's reach is left out: they learn nothing about it.
 */
export function foreignTo(tx: ReadTx, reader: Caller, tenant_id: string, urls: readonly string[]): ForeignHost[] {
  const path = pathOfTenant(tx, tenant_id)!
  const hosts = hostsOf(urls)
  const named = [...holdersOf(tx, path, [...hosts.keys()])].flatMap(([host, holders]) => {
    const owner = foreignOwners(path, holders).find((one) => reader.platform || one.path.startsWith(reader.path))
    if (!owner) return []
    const { tenant_id, name: tenant_name } = owner
    return [{ host, links: hosts.get(host)!, tenant_id, tenant_name, only_pushed: mayShare(owner) }]
  })
  return named.toSorted((a, b) => b.links - a.links || (a.host < b.host ? -1 : 1))
}

/**
 * Decides about the hosts of a new job, in the transaction that writes it.
 * @param meant whether a person said that links on hosts of others are meant
 */
export function judgeNewJob(
  tx: Tx,
  caller: Caller,
  job: { id: string; tenant_id: string; type: JobRow['type'] },
  urls: readonly string[],
  meant: boolean,
): void {
  const path = pathOfTenant(tx, job.tenant_id)!
  const hosts = hostsOf(urls)
  const holders = holdersOf(tx, path, [...hosts.keys()])
  const foreign: [string, string, number][] = []
  const shared: string[] = []
  const own = new Map(hosts)
  const above = job.type === 'index' && actsAbove(tx, caller, job.tenant_id)
  for (const [host, some] of holders) {
    const [owner] = foreignOwners(path, some)
    if (!owner) continue
    own.delete(host)
    if (meant && above && mayShare(owner)) shared.push(host)
    else foreign.push([host, owner.tenant_id, hosts.get(host)!])
  }
  if (above) bringHosts(tx, job, own, shared)
  // None of its links was sent, so the days have none of them yet.
  if (foreign.length > 0)
    tx.run(
      `insert into foreign_hosts (job_id, tenant_id, host, owner_id, links)
       select ?, ?, value ->> 0, value ->> 1, value ->> 2 from json_each(?)`,
      job.id,
      job.tenant_id,
      JSON.stringify(foreign),
    )
}

/** Decides again about all hosts of a job whose links are written, after it came to another workspace. */
export function judgeJob(tx: Tx, job_id: string): void {
  tx.run('delete from foreign_hosts where job_id = ?', job_id)
  tx.run('delete from foreign_quarters where job_id = ?', job_id)
  const { tenant_id } = tx.row<{ tenant_id: string }>('select tenant_id from jobs where id = ?', job_id)!
  moveHosts(tx, { id: job_id, tenant_id })
  const path = pathOfTenant(tx, tenant_id)!
  const hosts = tx.rows<{ host: string; links: number }>(
    'select host, count(*) as links from links where job_id = ? group by host',
    job_id,
  )
  const holders = holdersOf(
    tx,
    path,
    hosts.map(({ host }) => host),
  )
  for (const { host, links } of hosts) {
    const [owner] = foreignOwners(path, holders.get(host), job_id)
    if (owner) holdOut(tx, { job_id, tenant_id, host }, owner.tenant_id, links)
  }
}

type JobHost = { job_id: string; tenant_id: string; host: string }

/** Links `l` of a job on a host, by the index of addresses. */
const ON_HOST = ['https', 'http']
  .map(
    (scheme) =>
      `select * from links indexed by links_url where job_id = ?1 and url >= '${scheme}://' || ?2 || '/' and url < '${scheme}://' || ?2 || '0'`,
  )
  .join(' union all ')

export function holdOut(tx: Tx, { job_id, tenant_id, host }: JobHost, owner_id: string, links: number): void {
  tx.run(
    'insert into foreign_hosts (job_id, host, tenant_id, owner_id, links) values (?, ?, ?, ?, ?)',
    job_id,
    host,
    tenant_id,
    owner_id,
    links,
  )
  tx.run(
    `insert into foreign_quarters (job_id, host, quarter, sent, came, missed, indexed, returned)
     select ?1, ?2, quarter, sum(sent), sum(came), sum(missed), sum(indexed), sum(returned) from (
       select quarter, 1 as sent, stage in ('day1', 'day3', 'day7') as came,
         stage in ('later', 'never') as missed, 0 as indexed, 0 as returned from (${ON_HOST}) where sent_at is not null
       union all select ${quarterHourSql('settled_at')}, 0, 0, 0, ${INDEXED_IN_TIME}, coalesce(${RETURNED}, 0)
         from (${ON_HOST}) l where settled_at is not null)
     group by quarter`,
    job_id,
    host,
  )
}

export function letIn(tx: Tx, { job_id, host }: JobHost): void {
  tx.run('delete from foreign_hosts where job_id = ? and host = ?', job_id, host)
  tx.run('delete from foreign_quarters where job_id = ? and host = ?', job_id, host)
}

/** SQL for "link `l` is on no foreign host". */
export const OWN_HOST = 'not exists (select 1 from foreign_hosts f where f.job_id = l.job_id and f.host = l.host)'

/**
 * Condition on links `l` of which a reader of a client may know; null where all are. People who push see all links of
 * their jobs. A `client_viewer` sees none on the host of a client out of their reach.
 */
export function readable(tx: ReadTx, { role, path, platform }: Caller): { sql: string; params: string[] } | null {
  if (role !== 'client_viewer' || platform) return null
  const held = 'select 1 from foreign_hosts f join tenants o on o.id = f.owner_id'
  const out = 'not (o.path >= ? and o.path < ?)'
  const params = below(path)
  const has = `${held} where f.tenant_id in (select id from tenants where path >= ? and path < ?) and ${out} limit 1`
  if (tx.row(has, ...params, ...params) === null) return null
  return { sql: `not exists (${held} where f.job_id = l.job_id and f.host = l.host and ${out})`, params }
}

/** The workspaces that foreign hosts of a job belong to, those with most links first. */
export const ownersOfHosts = (tx: ReadTx, job_id: string): string[] =>
  tx
    .rows<{ owner_id: string }>(
      'select owner_id from foreign_hosts where job_id = ? group by 1 order by sum(links) desc',
      job_id,
    )
    .map(({ owner_id }) => owner_id)
