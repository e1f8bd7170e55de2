/** Happenings since a person marked all as seen, read from their own rows. */
import { below } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { atLeast, type Caller } from '../../kernel/operation/caller.ts'
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import { DAY, dayOf, plus, type Time } from '../../kernel/time/clock.ts'

export const BELL_KINDS = namedEnum('BellKind', [
  ...(['push_finished', 'check_finished', 'report_sent', 'question'] as const),
  ...(['site_failing', 'source_failing', 'webhook_off'] as const),
])
type BellKind = (typeof BELL_KINDS)[number]

export type BellItem = {
  kind: BellKind
  id: string
  tenant_id: string
  tenant: string
  name: string
  at: Time
  links: number | null
  indexed: number | null
  refunded: number | null
  failed: number | null
}

/** How far back a person reads who never marked anything. */
const SPAN = 14 * DAY
/** Most items of a list; a count ends here too. */
export const MOST_ITEMS = 50

const JOB = `outcome ->> '$.links' as links, iif(type = 'index', outcome ->> '$.states.indexed' + outcome ->> '$.states.visible', outcome ->> '$.indexed.yes') as indexed,
    outcome ->> '$.credits.released' as refunded, outcome ->> '$.states.failed' as failed`
const NO_JOB = 'null as links, null as indexed, null as refunded, null as failed'

/** Each reads the rows of one kind by an index. */
const FOR_ALL = [
  `select iif(type = 'index', 'push_finished', 'check_finished') as kind, j.id, j.tenant_id, j.name, j.finished_at as at,
    ${JOB}
  from ours o cross join jobs j indexed by jobs_ended on j.tenant_id = o.id and j.finished_at > (select at from seen)
  where j.status = 'done' and j.deleted_at is null`,
  `select 'report_sent' as kind, i.id, i.tenant_id, i.period as name, i.closed_at as at, ${NO_JOB}
  from report_issues i indexed by report_issues_sent where i.state = 'sent' and i.closed_at > (select at from seen)
    and i.tenant_id in (select id from ours)`,
]
/** For people who push. */
const FOR_MEMBERS = [
  `select 'question' as kind, q.id, q.tenant_id, q.url as name, q.asked_at as at, ${NO_JOB}
  from page_questions q indexed by page_questions_asked where q.asked_at > (select at from seen) and q.tenant_id in (select id from ours)`,
  `select 'site_failing' as kind, s.id, s.tenant_id, s.host as name, s.failing_since as at, ${NO_JOB}
  from indexnow_sites s indexed by indexnow_sites_failing
  where s.failing_since > (select at from seen) and s.enabled = 1 and s.tenant_id in (select id from ours)`,
  `select 'source_failing' as kind, p.id, p.tenant_id, p.name, p.failing_since as at, ${NO_JOB}
  from standing_pushes p indexed by standing_pushes_failing
  where p.failing_since > (select at from seen) and p.failures >= 3 and p.tenant_id in (select id from ours)`,
]
const FOR_ADMINS = [
  `select 'webhook_off' as kind, e.id, e.tenant_id, e.url as name, e.disabled_at as at, ${NO_JOB}
  from webhook_endpoints e indexed by webhook_endpoints_off
  where e.disabled_at > (select at from seen) and e.scope <> 'platform' and e.tenant_id in (select id from ours)`,
]

const partsFor = ({ role }: Caller): string[] => [
  ...FOR_ALL,
  ...(atLeast(role, 'member') ? FOR_MEMBERS : []),
  ...(atLeast(role, 'admin') ? FOR_ADMINS : []),
]

/** Their last mark of the workspace, or of one above it. */
const SEEN = `select max(?3, coalesce(max(seen_at), '')) as at from bell_marks
  where user_id = ?4 and tenant_id in (select value from json_each(?5))`

const together = (caller: Caller, end: string): string => `with seen as materialized (${SEEN}),
  ours as materialized (select id from tenants where path >= ?1 and path < ?2 and archived_at is null)
  ${partsFor(caller)
    .map((part) => `select * from (${part} ${end})`)
    .join('\n  union all ')}`

const paramsOf = (tx: ReadTx, { path, user_id }: Caller): string[] => [
  ...below(path),
  `${dayOf(plus(tx.now, -SPAN))}T00:00:00.000Z`,
  user_id ?? '',
  JSON.stringify(path.split('/').filter(Boolean)),
]

export const countIn = (caller: Caller): string => `select count(*) from (${together(caller, `limit ${MOST_ITEMS}`)})`

/** At most `MOST_ITEMS`, as each page asks. */
export const countUnseen = (tx: ReadTx, caller: Caller): number =>
  Math.min(MOST_ITEMS, tx.count(countIn(caller), ...paramsOf(tx, caller)))

export function unseenItems(tx: ReadTx, caller: Caller): { since: Time; until: Time; happenings: BellItem[] } {
  const params = paramsOf(tx, caller)
  return {
    since: tx.row<{ at: Time }>(SEEN, ...params)!.at,
    until: tx.now,
    happenings: tx.rows(
      `select n.*, t.name as tenant from (${together(caller, `order by at desc limit ${MOST_ITEMS}`)}) n
       join tenants t on t.id = n.tenant_id order by n.at desc, n.id limit ${MOST_ITEMS}`,
      ...params,
    ),
  }
}

/** Happenings after `until`, the time of the list, stay unseen. */
export function markAllSeen(tx: Tx, caller: Caller, until: Time): void {
  const at = until > tx.now ? tx.now : until
  tx.run(
    `insert into bell_marks (user_id, tenant_id, seen_at) values (?, ?, ?)
     on conflict (user_id, tenant_id) do update set seen_at = excluded.seen_at where excluded.seen_at > seen_at`,
    caller.user_id,
    caller.tenant_id,
    at,
  )
}
