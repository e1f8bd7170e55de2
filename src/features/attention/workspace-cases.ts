/** Cases that need attention in a workspace and those below it: each once, with one statement per kind. */

import { languageOfClient } from '../../domains/accounts/index.ts'
import type { Case, CaseKind, Standing } from '../../domains/figures/index.ts'
import { failedLately } from '../../domains/jobs/index.ts'
import type { NamedWorkspace } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { DAY, MINUTE, plus } from '../../kernel/time/clock.ts'
import { sorted } from './case.ts'

type CaseRow = {
  id: string
  tenant_id: string
  name: string
  count: number
  note: string | null
  stamp: string | number
}

/** Fewer index credits than this are low, even without any use. */
const LOW = 20
/** Most cases of one kind. */
const MOST = 50
/** `ours` are the ids of the workspaces. */
const OURS = 'with ours as (select value as id from json_each(?1))'

/** Pushes that wait for something. */
const STOPPED = `${OURS} select j.id, j.tenant_id, j.name, 0 as count, j.note, j.note as stamp from jobs j
  where j.status = 'sending' and j.note is not null and j.deleted_at is null and +j.tenant_id in ours
  order by j.id desc limit ${MOST}`

/** Pushes with links that no supplier accepted: open, or ended recently. */
const FAILED = `${OURS} select j.id, j.tenant_id, j.name, j.outcome ->> '$.states.failed' as count, null as note,
    j.outcome ->> '$.states.failed' as stamp
  from ours o cross join jobs j indexed by jobs_failed on j.tenant_id = o.id
  where j.deleted_at is null and j.outcome ->> '$.states.failed' > 0
    and (j.status in ('sending', 'watching') or (j.status = 'done' and j.finished_at > ?2))
  order by j.id desc limit ${MOST}`

/** Sites without their key file, or whose key an engine refused since they were last verified. */
const KEYS = `${OURS} select s.id, s.tenant_id, s.host as name, s.last_check ->> '$.message' as note,
    coalesce((select sum(url_count) from indexnow_submissions where site_id = s.id and status = 'refused'
      and created_at > coalesce(s.verified_at, '')), 0) as count,
    coalesce(s.failing_since, '') || coalesce(u.id, '') as stamp
  from ours o join indexnow_sites s on s.tenant_id = o.id
  left join indexnow_submissions u on u.id = (select max(id) from indexnow_submissions where site_id = s.id)
  where s.enabled = 1 and (s.status = 'failing' or (u.status = 'refused' and u.answer_status in (403, 422)
    and coalesce(u.sent_at, u.created_at) > coalesce(s.verified_at, '')))
  order by count desc, s.host limit ${MOST}`

/** Own domains in use whose proof is missing, and those not verified yet. */
const DOMAINS = `${OURS} select d.tenant_id as id, d.tenant_id, d.host as name, d.proved_at is not null as count,
    d.problem as note, coalesce(d.failing_since, d.host) as stamp
  from ours o join own_domains d on d.tenant_id = o.id
  where d.failing_since is not null or (d.proved_at is null and d.problem is not null) order by count desc, d.host limit ${MOST}`

const DRAFTS = `${OURS} select d.id, d.tenant_id, d.operation as name, d.credits as count, d.asked_by as note, d.id as stamp
  from ours o join drafts d on d.tenant_id = o.id where d.status = 'waiting' order by d.id limit ${MOST}`

const PAST_DUE = `${OURS} select p.tenant_id as id, p.tenant_id, p.plan as name, 0 as count, p.grace_until as note,
    coalesce(p.grace_until, '') as stamp
  from ours o join tenant_plans p on p.tenant_id = o.id where p.status = 'past_due'`

/** Recipients whose mail server rejects the e-mails. */
const MAILBOXES = `${OURS} select r.tenant_id || ' ' || r.email as id, r.tenant_id, r.email as name, 0 as count, null as note,
    a.refused_at as stamp
  from ours o join notice_recipients r on r.tenant_id = o.id join refused_addresses a on a.address = r.email
  where r.listed = 1 and r.unsubscribed_at is null order by r.email limit ${MOST}`

/** Reports of clients that wait for approval, as one case, and those that nobody approved in time, as another. */
const REPORTS = `${OURS} select count(*) as count, max(i.period) as name, max(i.id) as stamp
  from ours o join report_issues i on i.tenant_id = o.id and i.state = ?2
  where coalesce(i.closed_at, ?3) >= ?3 and not exists (
    select 1 from report_issues n where n.tenant_id = i.tenant_id and n.period = i.period and n.revision > i.revision)`

/** A client's own members see them where its schedule names them. */
export const decidesReports = (tx: ReadTx, caller: Caller): boolean =>
  atLeast(caller.role, 'admin') ||
  (atLeast(caller.role, 'member') &&
    (languageOfClient(tx, caller) === null || tx.row(NAMED, caller.tenant_id, caller.user_id) !== null))

const NAMED = `select 1 from report_schedules s, json_each(s.approvers) a where s.tenant_id = ? and a.value = ?`

/** How long an expired report is a case. */
const EXPIRED_LATELY = 30 * DAY

export function reportCases(tx: ReadTx, own: NamedWorkspace, workspaces: readonly NamedWorkspace[]): Case[] {
  const since = plus(tx.now, -EXPIRED_LATELY)
  const of = (kind: CaseKind, state: string): Case[] => {
    const { count, name, stamp } = tx.row<Pick<CaseRow, 'count' | 'name' | 'stamp'>>(
      REPORTS,
      idsIn(workspaces),
      state,
      since,
    )!
    return count > 0 ? [{ ...about(own), kind, id: state, name, count, stamp: `${count} ${stamp}` }] : []
  }
  return [...of('report', 'waiting'), ...of('report_expired', 'expired')]
}

/** Recipients of reports whose address is refused: they get none until it is corrected. */
const READERS = `${OURS} select r.id, r.tenant_id, r.email as name, 0 as count, r.answer as note, r.status_at as stamp
  from ours o join report_recipients r on r.tenant_id = o.id
  where r.status = 'bounced' and r.removed_at is null order by r.email limit ${MOST}`

/** Questions of readers about a page, the oldest first. */
const QUESTIONS = `${OURS} select q.id, q.tenant_id, q.url as name, 0 as count, q.email || ' asks: ' || q.text as note, q.id as stamp
  from ours o join page_questions q on q.tenant_id = o.id order by q.id limit ${MOST}`

/** Standing pushes that paused themselves; one that a person paused is no case. */
const STANDING_PAUSED = `${OURS} select p.id, p.tenant_id, p.name, 0 as count, coalesce(p.failure, p.paused_why) as note,
    p.paused_why || p.updated_at as stamp
  from ours o join standing_pushes p on p.tenant_id = o.id
  where p.paused = 1 and p.paused_why <> 'person' order by p.name limit ${MOST}`

/** Standing pushes whose oldest held run waits for a decision. */
const STANDING_HELD = `${OURS} select p.id, p.tenant_id, p.name, r.held as count, r.note, r.id as stamp
  from ours o join standing_pushes p on p.tenant_id = o.id
  join standing_runs r on r.id = (select id from standing_runs
    where push_id = p.id and state = 'held' and decided is null order by id limit 1)
  order by r.id limit ${MOST}`

/** Standing pushes whose source failed several times in a row. */
const STANDING_FAILING = `${OURS} select p.id, p.tenant_id, p.name, p.failures as count, p.failure as note, p.failing_since as stamp
  from ours o join standing_pushes p on p.tenant_id = o.id
  where p.paused = 0 and p.failures >= 3 order by p.name limit ${MOST}`

/** Standing pushes that used up their budget of the month and have links that wait for the next. */
const STANDING_BUDGET = `${OURS} select p.id, p.tenant_id, p.name, r.skipped ->> '$.over_budget' as count,
    cast(p.rules ->> '$.budget_month' as text) as note, p.month as stamp
  from ours o join standing_pushes p on p.tenant_id = o.id
  join standing_runs r on r.id = (select max(id) from standing_runs where push_id = p.id)
  where p.paused = 0 and r.skipped ->> '$.over_budget' > 0 order by p.name limit ${MOST}`

/** Standing pushes that have found nothing for four times their usual gap, and for two days. */
const STANDING_QUIET = `${OURS} select p.id, p.tenant_id, p.name, (unixepoch(?2) - unixepoch(p.found_at)) / 86400 as count,
    cast(max(1, p.found_gap / 86400) as text) as note, p.found_at as stamp
  from ours o join standing_pushes p on p.tenant_id = o.id
  where p.paused = 0 and p.failing_since is null
    and unixepoch(?2) - unixepoch(p.found_at) > max(4 * p.found_gap, 172800) order by p.name limit ${MOST}`

export const HOST_OF_URL =
  "substr(substr(url, instr(url, '://') + 3), 1, instr(substr(url, instr(url, '://') + 3) || '/', '/') - 1)"

/** Webhooks of workspaces that were disabled because they only failed; `count` events are held for them. */
const WEBHOOKS = `${OURS} select e.id, e.tenant_id, ${HOST_OF_URL} as name,
    (select count(*) from webhook_deliveries d where d.endpoint_id = e.id and d.state = 'held') as count,
    e.why_disabled as note, coalesce(e.disabled_at, '') as stamp
  from ours o join webhook_endpoints e on e.tenant_id = o.id
  where e.state = 'disabled' and e.scope <> 'platform' order by e.id limit ${MOST}`

/** Streams of the audit trail that fail for some minutes: lines wait for them. */
const STREAMS = `${OURS} select s.id, s.tenant_id, ${HOST_OF_URL} as name, 0 as count, s.last_error as note,
    s.failing_since as stamp
  from ours o join audit_sinks s on s.tenant_id = o.id
  where s.state = 'on' and s.failing_since <= ?2 order by s.id limit ${MOST}`
/** A receiver that restarts is no case. */
export const STREAM_FAILS = 10 * MINUTE

/** Workspaces that have had credits. */
const HAD = `${OURS} select id from ours o where exists (select 1 from ledger l where l.tenant_id = o.id and l.kind = 'index')`

export type CaseFinder = Pick<Install, 'finds_cases'>

export function casesOf(
  tx: ReadTx,
  app: CaseFinder,
  workspaces: readonly NamedWorkspace[],
  standings: ReadonlyMap<string, Standing>,
): Case[] {
  const ids = idsIn(workspaces)
  const names = new Map(workspaces.map(({ id, name }) => [id, name]))
  const ask = (kind: CaseKind, sql: string, ...more: string[]): Case[] =>
    tx
      .rows<CaseRow>(sql, ids, ...more)
      .map((found) => ({ ...found, kind, tenant_name: names.get(found.tenant_id)!, stamp: String(found.stamp) }))
  return sorted([
    ...ask('past_due', PAST_DUE),
    ...ask('stopped', STOPPED),
    ...ask('key', KEYS),
    ...ask('failed', FAILED, failedLately(tx.now)),
    ...ask('domain', DOMAINS),
    ...ask('standing_paused', STANDING_PAUSED),
    ...ask('standing_failing', STANDING_FAILING),
    ...ask('webhook', WEBHOOKS),
    ...ask('audit_stream', STREAMS, plus(tx.now, -STREAM_FAILS)),
    ...app.finds_cases.flatMap((find) => find(tx, workspaces)),
    ...ask('standing_held', STANDING_HELD),
    ...ask('standing_budget', STANDING_BUDGET),
    ...ask('standing_quiet', STANDING_QUIET, tx.now),
    ...ask('question', QUESTIONS),
    ...ask('draft', DRAFTS),
    ...ask('mailbox', MAILBOXES),
    ...ask('reader', READERS),
    ...ofPurses(tx, workspaces, standings),
    ...ofRates(workspaces, standings),
  ])
}

function ofPurses(tx: ReadTx, workspaces: readonly NamedWorkspace[], standings: ReadonlyMap<string, Standing>): Case[] {
  const few = workspaces.filter(({ id }) => !standings.get(id)!.running_dry && standings.get(id)!.available < LOW)
  const had = new Set(tx.rows<{ id: string }>(HAD, idsIn(few)).map(({ id }) => id))
  return workspaces.flatMap((workspace): Case[] => {
    const standing = standings.get(workspace.id)!
    const { available, running_dry, runway_days } = standing
    if (!running_dry && !had.has(workspace.id)) return []
    const stamp = `${available} ${runway_days}`
    return [{ ...about(workspace), kind: running_dry ? 'dry' : 'low', count: available, stamp, standing }]
  })
}

const ofRates = (workspaces: readonly NamedWorkspace[], standings: ReadonlyMap<string, Standing>): Case[] =>
  workspaces.flatMap((workspace): Case[] => {
    const standing = standings.get(workspace.id)!
    if (!standing.below_usual) return []
    return [
      { ...about(workspace), kind: 'below_usual', count: standing.last!.links, stamp: standing.last!.day, standing },
    ]
  })

const about = ({ id, name }: NamedWorkspace) => ({ id, tenant_id: id, tenant_name: name, name, note: null })

const idsIn = (workspaces: readonly NamedWorkspace[]): string => JSON.stringify(workspaces.map(({ id }) => id))
