/** Content of a digest about a workspace and those below it: indexed links, refunds, and cases that need attention. */

import { INDEXED_IN_TIME, RETURNED } from '../../domains/jobs/index.ts'
import type { StoredSection } from '../../domains/mail/index.ts'
import { ARCHIVED, below, idsOf, type WorkspaceNode } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { alphabetOf } from '../../kernel/language/alphabet.ts'
import { inPlainEnglish, type Said, said, unpackSaid } from '../../kernel/language/say.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { LOW } from './settings.ts'

type Line = StoredSection['lines'][number]

/** Lines in one section; the rest is counted. */
const MOST = 12

/** The workspaces of the digest. */
const OURS = `ours as (select id, name from tenants where path >= ?1 and path < ?2 and id not in ${ARCHIVED})`

/** Pushes and checks with changes since then. Finished ones are included, because their links are still checked. */
const MOVING = `moving as (
  select j.id from ours o cross join jobs j indexed by jobs_moved on j.tenant_id = o.id
  where j.deleted_at is null and j.updated_at > ?3)`

/** Links `l` on a host of a client outside the workspaces of the digest. */
const FOREIGN = `exists (select 1 from foreign_hosts f join tenants o on o.id = f.owner_id
  where f.job_id = l.job_id and f.host = l.host and not (o.path >= ?1 and o.path < ?2))`

export type DigestData = { sections: StoredSection[]; came: boolean; needs: readonly string[] }

/** `base` is the address of the install for the recipients; the links of the lines begin with it. */
export function digestDataOf(tx: ReadTx, tenant: WorkspaceNode, since: Time, base: string): DigestData {
  const whose = (row: NeedSubject) => (row.tenant_id === tenant.id ? '' : ` (${row.workspace})`)
  const to = ({ tenant_id }: { tenant_id: string }, path: string) => `${base}/app/w/${tenant_id}${path}`
  const settled = settledSince(tx, tenant, since)
  const indexed = settled.filter((job) => job.indexed > 0)
  const returned = settled.filter((job) => job.returned > 0)
  const needs = needsOf(tx, tenant, since, whose, to)
  const toJob = (text: Said, job: Settled): Line => ({ text, href: to(job, `/jobs/${job.id}`) })
  const sections = [
    section(
      said('{links, plural, one {# link} other {# links}} indexed', { links: sum(indexed, 'indexed') }),
      indexed.map((job) =>
        toJob(
          said('{name}: {links, plural, one {# link} other {# links}}', {
            ...{ name: job.name + whose(job), links: job.indexed },
          }),
          job,
        ),
      ),
    ),
    section(
      said('{credits, plural, one {# credit} other {# credits}} refunded', { credits: sum(returned, 'returned') }),
      returned.map((job) =>
        toJob(
          said('{name}: {links, plural, one {# link} other {# links}} not indexed in time', {
            ...{ name: job.name + whose(job), links: job.returned },
          }),
          job,
        ),
      ),
    ),
    section(
      said('{things, plural, one {# thing needs} other {# things need}} attention', { things: needs.length }),
      needs,
    ),
  ]
  return {
    sections: sections.filter(({ lines }) => lines.length > 0),
    came: settled.length > 0,
    needs: needs.map(({ text }) => inPlainEnglish(text)),
  }
}

function section(title: Said, lines: readonly Line[]): StoredSection {
  const left = lines.length - MOST
  return { title, lines: lines.slice(0, MOST), ...(left > 0 ? { more: said('and {more} more', { more: left }) } : {}) }
}

type Settled = { id: string; name: string; tenant_id: string; workspace: string; indexed: number; returned: number }

const sum = (jobs: readonly Settled[], what: 'indexed' | 'returned'): number =>
  jobs.reduce((total, job) => total + job[what], 0)

const settledSince = (tx: ReadTx, { path }: WorkspaceNode, since: Time): Settled[] =>
  tx.rows(
    `with ${OURS}, ${MOVING}, settled as (
       select l.job_id, sum(${INDEXED_IN_TIME}) as indexed, sum(${RETURNED}) as returned
       from moving m join links l on l.job_id = m.id
       where (l.state = 'indexed' or l.credit = 'released') and l.settled_at > ?3 and not ${FOREIGN} group by l.job_id)
     select j.id, j.name, j.tenant_id, t.name as workspace, s.indexed, s.returned
     from settled s join jobs j on j.id = s.job_id join tenants t on t.id = j.tenant_id
     order by s.indexed desc, s.returned desc, j.id desc`,
    ...below(path),
    since,
  )

type NeedSubject = { tenant_id: string; workspace: string }
type NeedRow = NeedSubject & { id: string; name: string; n: number; note: string }

/** Each kind of attention item, with its words and its link. */
function needsOf(
  tx: ReadTx,
  { path }: WorkspaceNode,
  since: Time,
  whose: (row: NeedSubject) => string,
  to: (row: NeedSubject, path: string) => string,
): Line[] {
  const ask = (sql: string, ...more: string[]) => tx.rows<NeedRow>(`with ${OURS} ${sql}`, ...below(path), ...more)
  return [
    ...ask(PAST_DUE).map((row) => ({
      text: said('The payment of the plan is overdue{client}', { client: whose(row) }),
      href: to(row, '/credits/buy'),
    })),
    ...ask(DRAFTS)
      .toSorted(byWorkspace)
      .map((row) => ({
        text: said('{orders, plural, one {# push or check} other {# pushes and checks}} to approve{client}', {
          ...{ orders: row.n, client: whose(row) },
        }),
        href: to(row, '/drafts'),
      })),
    ...ask(WAITING).map((row) => ({
      text: said('{label}: {value}', { label: row.name + whose(row), value: unpackSaid(row.note) }),
      href: to(row, `/jobs/${row.id}`),
    })),
    ...ask(`, ${MOVING} ${STOPPED}`, since).map((row) => ({
      text: said('{name}: {links, plural, one {# link} other {# links}} not pushed, each with its reason', {
        ...{ name: row.name + whose(row), links: row.n },
      }),
      href: to(row, `/jobs/${row.id}`),
    })),
    ...ask(FAILING).map((row) => ({
      text: said('IndexNow does not accept the key of {host}{client}', { host: row.name, client: whose(row) }),
      href: to(row, `/indexnow/${row.id}`),
    })),
    ...ask(LOW_PURSES, idsOf(path)[0]!)
      .toSorted(byWorkspace)
      .map((row) => ({
        text: said(
          '{left, plural, one {# {kind, select, check {check} other {index}} credit} other {# {kind, select, check {check} other {index}} credits}} left{client}',
          { left: row.n, kind: row.name, client: whose(row) },
        ),
        href: to(row, '/credits/buy'),
      })),
    ...ask(REFUSED).map((row) => ({
      text: said('The mail server refuses {address}, a recipient of these e-mails{client}', {
        ...{ address: row.name, client: whose(row) },
      }),
      href: to(row, '/notifications'),
    })),
  ]
}

const byWorkspace = (a: NeedRow, b: NeedRow): number => alphabetOf()(a.workspace, b.workspace)

const PAST_DUE = `select p.tenant_id, o.name as workspace from tenant_plans p join ours o on o.id = p.tenant_id
  where p.status = 'past_due'`

const DRAFTS = `select d.tenant_id, o.name as workspace, count(*) as n from ours o
  join drafts d on d.tenant_id = o.id where d.status = 'waiting' group by d.tenant_id`

const WAITING = `select j.id, j.name, j.note, j.tenant_id, o.name as workspace from jobs j join ours o on o.id = j.tenant_id
  where j.status = 'sending' and j.note is not null and j.deleted_at is null order by j.id desc limit 50`

const STOPPED = `select j.id, j.name, j.tenant_id, o.name as workspace,
    j.outcome ->> '$.states.flagged' + j.outcome ->> '$.states.failed'
      - iif(exists (select 1 from foreign_hosts where job_id = j.id), (select count(*) from links l
          where l.job_id = j.id and l.state in ('flagged', 'failed') and ${FOREIGN}), 0) as n
  from moving m join jobs j on j.id = m.id join ours o on o.id = j.tenant_id
  where j.created_at > ?3 and n > 0 order by j.id desc limit 50`

const FAILING = `select s.id, s.host as name, s.tenant_id, o.name as workspace from ours o
  join indexnow_sites s on s.tenant_id = o.id where s.status = 'failing' and s.enabled = 1 order by s.host`

/** Balances below the threshold that once had credits. ?3 is the agency, whose thresholds hold for workspaces without any. */
const LOW_PURSES = `select p.kind as name, p.available as n, p.tenant_id, o.name as workspace
  from ours o join purses p on p.tenant_id = o.id
    left join notice_settings own on own.tenant_id = o.id left join notice_settings agency on agency.tenant_id = ?3
    left join notice_settings s on s.tenant_id = coalesce(own.tenant_id, agency.tenant_id)
  where p.available < case when s.tenant_id is null then iif(p.kind = 'index', ${LOW.index}, ${LOW.check})
      else iif(p.kind = 'index', s.low_index, s.low_check) end
    and exists (select 1 from ledger l where l.tenant_id = p.tenant_id and l.kind = p.kind)
  order by p.kind desc`

const REFUSED = `select r.email as name, r.tenant_id, o.name as workspace from ours o
  join notice_recipients r on r.tenant_id = o.id join refused_addresses a on a.address = r.email
  where r.listed = 1 and r.unsubscribed_at is null order by r.email`
