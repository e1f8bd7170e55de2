/** Judges jobs again after a host got another owner. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { taskName } from '../../../kernel/scheduling/task.ts'
import { idsBelow, pathOfTenant } from '../../tenants/index.ts'
import { writeUnwrittenLinks } from '../new-links.ts'
import { holdOut, letIn } from './hosts.ts'
import { foreignOwners, holdersOf } from './owners.ts'

export const JUDGE_HOSTS = taskName('judge_hosts')

/** Jobs and hosts that are judged in one transaction: some milliseconds. */
const JOBS_A_STEP = 200
const HOSTS_A_TURN = 20

/** Judges the jobs with links on hosts that changed, tree by tree; says how many hosts. A kill repeats the last tree. */
export async function judgeChangedHosts(app: App, signal: AbortSignal): Promise<number> {
  for (let judged = 0; ; ) {
    const changes = app.db.read((tx) =>
      tx.rows<{ root_id: string; host: string; times: number }>(
        `select root_id, host, times from host_changes
         where root_id = (select root_id from host_changes order by root_id, host limit 1) order by host limit ${HOSTS_A_TURN}`,
      ),
    )
    if (changes.length === 0 || signal.aborted) return judged
    await writeUnwrittenLinks(app, null)
    const hosts = changes.map(({ host }) => host)
    const root = `/${changes[0]!.root_id}/`
    for (const tenant_id of app.db.read((tx) => idsBelow(tx, root))) await judgeJobsOf(app, tenant_id, hosts, signal)
    if (signal.aborted) return judged
    app.db.write((tx) => {
      for (const { root_id, host, times } of changes)
        tx.run('delete from host_changes where root_id = ? and host = ? and times = ?', root_id, host, times)
    })
    judged += changes.length
  }
}

async function judgeJobsOf(
  { db }: App,
  tenant_id: string,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (let after = ''; !signal.aborted; await pause()) {
    const ids = db.read((tx) =>
      tx.rows<{ id: string }>(
        `select id from jobs where tenant_id = ? and id > ? order by id limit ${JOBS_A_STEP}`,
        tenant_id,
        after,
      ),
    )
    if (ids.length === 0) return
    after = ids.at(-1)!.id
    const jobs = JSON.stringify(ids.map(({ id }) => id))
    const found = db.read((tx) => tx.rows<Judged>(ON_HOSTS, jobs, JSON.stringify(hosts)))
    for (const part of partsOf(found)) {
      db.write((tx) => judge(tx, tenant_id, part))
      await pause()
    }
  }
}

const LINKS_A_STEP = 2000

function partsOf(found: readonly Judged[]): Judged[][] {
  const parts: Judged[][] = []
  let room = 0
  for (const one of found) {
    if (room <= 0) {
      parts.push([])
      room = LINKS_A_STEP
    }
    parts.at(-1)!.push(one)
    room -= one.links
  }
  return parts
}

type Judged = { job_id: string; host: string; links: number; owner_id: string | null }

const countOn = (scheme: string): string =>
  `(select count(*) from links indexed by links_url where job_id = j.value
     and url >= '${scheme}://' || h.value || '/' and url < '${scheme}://' || h.value || '0')`

/** Links of these jobs on these hosts, with the owner as it was decided before. */
const ON_HOSTS = `select j.value as job_id, h.value as host, ${countOn('https')} + ${countOn('http')} as links,
    (select owner_id from foreign_hosts where job_id = j.value and host = h.value) as owner_id
  from json_each(?1) j cross join json_each(?2) h where links > 0 or owner_id is not null`

function judge(tx: Tx, tenant_id: string, found: readonly Judged[]): void {
  const path = pathOfTenant(tx, tenant_id)
  if (path === null) return
  const holders = holdersOf(tx, path, [...new Set(found.map(({ host }) => host))])
  for (const { job_id, host, links, owner_id } of found) {
    const [owner] = foreignOwners(path, holders.get(host), job_id)
    if ((owner?.tenant_id ?? null) === owner_id) continue
    const one = { job_id, tenant_id, host }
    letIn(tx, one)
    if (owner) holdOut(tx, one, owner.tenant_id, links)
  }
}
