/** The books of an install as SQL: rules that hold after every commit, and sums that show whether a copy is equal. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { quarterHourSql } from '../../kernel/time/zone-days.ts'
import { STAGES } from '../jobs/index.ts'

/** A broken rule of the books, with a few of the rows that break it. */
export type BrokenRule = { rule: string; rows: object[] }

const MOVED = 'given <> 0 or set_aside <> 0 or back <> 0 or used <> 0'
const COUNTED = 'sent <> 0 or came <> 0 or missed <> 0 or indexed <> 0 or returned <> 0'

/** Each statement finds the rows that break its rule. */
const RULES: Record<string, string> = {
  'the ledger adds up to the credits that are available': `
    select p.tenant_id, p.kind, p.available, coalesce(l.sum, 0) as ledger from purses p
    left join (select tenant_id, kind, sum(iif(direction = 'in', amount, -amount)) as sum from ledger group by 1, 2) l
      on l.tenant_id = p.tenant_id and l.kind = p.kind where p.available <> coalesce(l.sum, 0)`,
  'every line of the ledger is of a purse': `
    select id, tenant_id, kind from ledger where (tenant_id, kind) not in (select tenant_id, kind from purses)`,
  'every reserved index credit belongs to a link': `
    select p.tenant_id, p.reserved, coalesce(h.n, 0) as links from purses p
    left join (select j.tenant_id, sum(n) as n from (
        select job_id, count(*) as n from links where credit = 'reserved' group by 1
        union all select job_id, index_credits from order_slices) join jobs j on j.id = job_id group by 1) h
      on h.tenant_id = p.tenant_id where p.kind = 'index' and p.reserved <> coalesce(h.n, 0)`,
  'every reserved check credit belongs to a check': `
    select p.tenant_id, p.reserved, coalesce(h.n, 0) as open from purses p
    left join (select tenant_id, sum(reserved - used - returned) as n from reservations where kind = 'check' group by 1) h
      on h.tenant_id = p.tenant_id where p.kind = 'check' and p.reserved <> coalesce(h.n, 0)`,
  'credits of a job are of its workspace': `
    select r.job_id, r.tenant_id, j.tenant_id as job_of from reservations r join jobs j on j.id = r.job_id
    where r.tenant_id <> j.tenant_id`,
  'every open check has its credits': `
    select r.job_id, r.reserved - r.used - r.returned as open, l.credits from reservations r
    join (select job_id, sum(credits) as credits from (
        select job_id, credits from looks where state <> 'done' and credits > 0
        union all select job_id, check_credits from order_slices) group by 1) l
      on l.job_id = r.job_id where r.kind = 'check' and r.reserved - r.used - r.returned < l.credits`,
  'jobs are counted as they are': differing(
    'select * from job_counts where jobs > 0',
    'select tenant_id, type, status, count(*) from jobs where deleted_at is null group by 1, 2, 3',
  ),
  'cohorts are counted as their links are': differing(
    `select * from cohorts where ${STAGES.join(' + ')} > 0`,
    `select job_id, quarter, host, ${STAGES.map((stage) => `sum(stage = '${stage}')`)}
     from links where stage is not null group by 1, 2, 3`,
  ),
  'what crawling cost is what its batches say': differing(
    'select * from crawl_days where batches > 0',
    `select day, tenant_id, route, adapter, simulated, sum(batches), sum(links), sum(indexed_day1), sum(indexed_day3),
       sum(indexed_day7), sum(indexed_later), sum(billed), sum(priced), sum(cost_micro), sum(answered_day1), sum(answered_day3),
       sum(answered_day7) from crawl_sent group by 1, 2, 3, 4, 5`,
  ),
  'credits are counted by time as the ledger has them': differing(
    'select tenant_id, quarter, kind, given, set_aside, back from credit_quarters where given <> 0 or set_aside <> 0 or back <> 0',
    `select * from (select tenant_id, ${quarterHourSql('created_at')} as quarter, kind,
         sum(iif(reason in ('reserve', 'check', 'release', 'refund'), 0, iif(direction = 'in', amount, -amount))) as given,
         sum(iif(reason in ('reserve', 'check'), amount, 0)) as set_aside,
         sum(iif(reason in ('release', 'refund'), amount, 0)) as back
       from ledger group by 1, 2, 3) where given <> 0 or set_aside <> 0 or back <> 0`,
  ),
  'days of credits are the sums of their quarters': differing(
    `select tenant_id, day, kind, given, set_aside, back, used from credit_days where ${MOVED}`,
    `select * from (select tenant_id, substr(quarter, 1, 10), kind, sum(given) as given, sum(set_aside) as set_aside,
       sum(back) as back, sum(used) as used from credit_quarters group by 1, 2, 3) where ${MOVED}`,
  ),
  'days of links are the sums of their quarters': differing(
    `select tenant_id, day, sent, came, missed, indexed, returned from link_days where ${COUNTED}`,
    `select * from (select tenant_id, substr(quarter, 1, 10), sum(sent) as sent, sum(came) as came, sum(missed) as missed,
       sum(indexed) as indexed, sum(returned) as returned from link_quarters group by 1, 2) where ${COUNTED}`,
  ),
  'credits used by time are those that jobs used': differing(
    'select * from (select tenant_id, kind, sum(used) as used from credit_quarters group by 1, 2) where used <> 0',
    'select * from (select tenant_id, kind, sum(used) as used from reservations group by 1, 2) where used <> 0',
  ),
  'a workspace that owes credits of a refunded pack has none available':
    'select * from owed_credits join purses using (tenant_id, kind) where available > 0',
  'a refund takes, and is owed, at most what the pack held': ['index', 'check']
    .map(
      (kind) => `select r.id from credit_requests r where r.${kind}_credits <
        (select coalesce(sum(amount), 0) from ledger where group_id = r.group_id and reason = 'reversal' and kind = '${kind}')
        + (select coalesce(sum(amount), 0) from owed_credits where request_id = r.id and kind = '${kind}')`,
    )
    .join(' union all '),
  'sums of billing are those of its events': differing(
    'select tenant_id, day, type, mode, events, cents from billing_days',
    `select * from (with moves as (select *, substr(created_at, 1, 10) as day,
         iif(state = 'won' or (type = 'refund' and state = 'failed'), 0, cents) as moved from billing_events)
       select tenant_id, day, type, mode, count(*), sum(moved) from moves group by 1, 2, 3, 4
       union all select '', day, type, mode, count(*), sum(moved) from moves group by 2, 3, 4)`,
  ),
  'what workspaces gave each other is what the lines of both say': differing(
    'select * from handed_on where amount <> 0',
    `select * from (with moved as (
       select gone.tenant_id as a, come.tenant_id as b, gone.kind, gone.amount from ledger gone
       join ledger come on come.group_id = gone.group_id and come.kind = gone.kind and come.reason = gone.reason
         and come.direction = 'in' where gone.direction = 'out' and gone.reason in ('allocation', 'reversal'))
     select a, b, kind, sum(amount) from (select * from moved union all select b, a, kind, -amount from moved)
     group by 1, 2, 3 having sum(amount) <> 0)`,
  ),
}

/** Rows that only one of the two has. */
function differing(kept: string, counted: string): string {
  return `select * from (${kept} except ${counted}) union all select * from (${counted} except ${kept})`
}

const SHOWN = 5

/** The broken rules; none when the books balance. Reads every row: not for the event loop of a busy install. */
export const wrongBooks = (tx: ReadTx): BrokenRule[] =>
  Object.entries(RULES).flatMap(([rule, sql]) => {
    const rows = tx.rows<object>(`select * from (${sql}) limit ${SHOWN}`)
    return rows.length ? [{ rule, rows }] : []
  })

/** The sums that a copy must match: credits of every kind, their movements, and the number of rows of each table. */
export type BookSums = {
  credits: { kind: string; available: number; reserved: number; came: number; went: number; lines: number }[]
  rows: Record<string, number>
}

export function booksOf(tx: ReadTx): BookSums {
  const credits = tx.rows<BookSums['credits'][number]>(
    `select p.kind, sum(p.available) as available, sum(p.reserved) as reserved,
       (select coalesce(sum(amount), 0) from ledger where kind = p.kind and direction = 'in') as came,
       (select coalesce(sum(amount), 0) from ledger where kind = p.kind and direction = 'out') as went,
       (select count(*) from ledger where kind = p.kind) as lines
     from purses p group by p.kind order by p.kind`,
  )
  const tables = tx.rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
  )
  const rows = Object.fromEntries(tables.map(({ name }) => [name, tx.number(`select count(*) from "${name}"`)]))
  return { credits, rows }
}
