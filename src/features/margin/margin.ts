import Type, { type Static } from 'typebox'
import { ownTrees } from '../../domains/accounts/index.ts'
import { planOf } from '../../domains/plans/index.ts'
import { DAYS, monthOf, UNPRICED_BATCHES } from '../../domains/providers/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { plus } from '../../kernel/time/clock.ts'
import { earnedByMonth } from './prices.ts'
import { marginSettings } from './settings.ts'
import type { ReconciliationRow } from './tables.ts'

export const Reconciliation = Shape('Reconciliation', {
  month: Type.String(),
  our_count: Type.Integer({
    description: 'Links sent in that month that our own checks found indexed, or the supplier reported',
  }),
  billed_count: Nullable(Type.Integer()),
  difference: Nullable(Type.Integer({ description: 'Billed less counted' })),
  note: Nullable(Type.String()),
})

const usd = (description?: string) => Type.Number({ description })

export const ClientMargin = Shape('ClientMargin', {
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  links_sent: Type.Integer(),
  index_used: Type.Integer({ description: 'Index credits used on these days, as `used` of the summary' }),
  indexed_later: Type.Integer({ description: 'Indexed after the refund: cost without revenue' }),
  revenue_usd: usd('Of index and check credits, or of the price of the client'),
  index_revenue_usd: usd('Used credits at the price of the plan'),
  price_revenue_usd: usd(
    'What the client pays its agency, if the agency runs the install and entered a price; its credits then bring nothing more',
  ),
  crawl_cost_usd: usd('Links that the supplier bills, at the price when they were sent'),
  unpriced_links: Type.Integer({
    description: 'Links that the supplier bills at a price that is not known: no cost yet',
  }),
  checks_used: Type.Integer({ description: 'Check credits used on these days, as `checks_used` of the summary' }),
  check_revenue_usd: usd('At the price of the cheapest pack of checks'),
  looks: Type.Integer({ description: 'Checks made, guarantee checks included' }),
  look_cost_usd: usd(),
  cost_in_doubt_usd: usd(
    'Possible cost of calls whose answer was lost; not part of the margin until the vendor reports it',
  ),
  margin_usd: Nullable(usd('Null while the cost of some links is unknown')),
})

export const MarginRow = Shape('MarginRow', { month: Type.String(), ...ClientMargin.properties })

type Row = Static<typeof MarginRow>
/** Without the amounts that follow from prices. */
type Counted = Omit<Row, (typeof PRICED)[number]>
const PRICED = ['revenue_usd', 'index_revenue_usd', 'check_revenue_usd', 'price_revenue_usd', 'margin_usd'] as const

type Span = { from: string; to: string }

/**
 * Revenue against cost by client and month: credits by the day they were used, batches by the day they were sent, checks
 * by the day they ended. `ids`: of these workspaces alone.
 */
export function marginRows(tx: ReadTx, app: Pick<App, 'catalog'>, { from, to }: Span, ids?: readonly string[]): Row[] {
  const rates = marginSettings(tx)
  const own = ownTrees(tx)
  const earned = earnedByMonth(tx, { from, to }, ids).filter(({ root_id }) => own.has(root_id))
  const of = (column: string) => `(?5 is null or ${column} in (select value from json_each(?5)))`
  const rows = tx.rows<Counted & { root_id: string }>(
    `with crawl as (
       select substr(c.day, 1, 7) as month, c.tenant_id, sum(c.links) as links_sent,
         sum(c.indexed_later) as indexed_later, sum(c.cost_micro) / 1e6 as crawl_cost
       from crawl_days c where ${DAYS} and ${of('c.tenant_id')} group by 1, 2),
     looked as (
       select substr(day, 1, 7) as month, tenant_id, sum(looks) as looks,
         sum(cost_usd + unpriced * ${RATE}) as look_cost
       from look_days c where ${DAYS} and ${of('c.tenant_id')} group by 1, 2),
     spent as (
       select substr(c.day, 1, 7) as month, c.tenant_id, sum(c.used) filter (where c.kind = 'index') as index_used,
         sum(c.used) filter (where c.kind = 'check') as checks_used
       from tenants t cross join credit_days c on c.tenant_id = t.id where ${DAYS} and c.used > 0 and ${of('t.id')} group by 1, 2),
     lost as (
       select substr(lost_at, 1, 7) as month, tenant_id,
         sum(iif(state in ('open', 'untold'), iif(cost_usd > 0, cost_usd, units * ${RATE}), 0)) as in_doubt,
         sum(iif(state = 'billed' and cost_usd = 0, units * ${RATE}, 0)) as unpriced
       from lost_calls where lost_at >= ?1 and lost_at < ?2 and ${of('tenant_id')} group by 1, 2),
     unknown as (
       select substr(day, 1, 7) as month, tenant_id, sum(n) as links from (${UNPRICED_BATCHES})
       where ${of('tenant_id')} group by 1, 2),
     whole as (
       select value ->> 'month' as month, value ->> 'tenant_id' as tenant_id from json_each(?6) union
       select month, tenant_id from crawl union select month, tenant_id from spent union
       select month, tenant_id from looked union select month, tenant_id from lost)
     select w.month, w.tenant_id, t.name as tenant_name, substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as root_id,
       coalesce(k.links, 0) as unpriced_links, coalesce(links_sent, 0) as links_sent, coalesce(index_used, 0) as index_used,
       coalesce(indexed_later, 0) as indexed_later, coalesce(crawl_cost, 0) as crawl_cost_usd,
       coalesce(checks_used, 0) as checks_used, coalesce(looks, 0) as looks,
       coalesce(look_cost, 0) + coalesce(unpriced, 0) as look_cost_usd, coalesce(in_doubt, 0) as cost_in_doubt_usd
     from whole w join tenants t on t.id = w.tenant_id
     left join crawl c on c.month = w.month and c.tenant_id = w.tenant_id
     left join looked l on l.month = w.month and l.tenant_id = w.tenant_id
     left join spent s on s.month = w.month and s.tenant_id = w.tenant_id
     left join lost d on d.month = w.month and d.tenant_id = w.tenant_id
     left join unknown k on k.month = w.month and k.tenant_id = w.tenant_id
     order by w.month desc, t.name, w.tenant_id`,
    from,
    to,
    rates.live_check_usd,
    rates.standard_check_usd,
    ids ? JSON.stringify(ids) : null,
    JSON.stringify(earned),
  )
  const paid = new Map(earned.map(({ month, tenant_id, usd }) => [`${month} ${tenant_id}`, usd]))
  const check = checkPrice(app)
  const index = new Map<string, number>()
  return rows.map(({ root_id, ...row }) => {
    if (!index.has(root_id)) index.set(root_id, indexPrice(tx, app, root_id))
    return priced(row, { index: index.get(root_id)!, check, paid: paid.get(`${row.month} ${row.tenant_id}`) })
  })
}

/** Rows of several months added up by client. */
export function marginByClient(rows: readonly Row[]): Static<typeof ClientMargin>[] {
  return [...Map.groupBy(rows, ({ tenant_id }) => tenant_id).values()].map((months) => {
    const { month: _, ...first } = months[0]!
    return { ...first, ...summed(months, COUNTED), ...totalsOf(months) }
  })
}

const COUNTED = ['links_sent', 'index_used', 'indexed_later', 'checks_used', 'looks'] as const
const TOTALS = [
  'index_revenue_usd',
  'check_revenue_usd',
  'price_revenue_usd',
  'crawl_cost_usd',
  'look_cost_usd',
  'cost_in_doubt_usd',
  'unpriced_links',
] as const
type Amounts = Record<(typeof TOTALS)[number], number>

const summed = <Name extends string>(rows: readonly Record<Name, number>[], names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, rounded(rows.reduce((sum, row) => sum + row[name], 0))])) as Record<
    Name,
    number
  >

/** The amounts of all; there is no margin while the cost of some links is unknown. */
export const totalsOf = (rows: readonly Amounts[]) => withMargin(summed(rows, TOTALS))

/** Revenue and margin of the amounts in whole cents, as a reader adds up what a page says. */
function withMargin<A extends Amounts>(amounts: A): A & { revenue_usd: number; margin_usd: number | null } {
  const revenue_usd = rounded(
    cents(amounts.index_revenue_usd) + cents(amounts.check_revenue_usd) + cents(amounts.price_revenue_usd),
  )
  const margin_usd = rounded(revenue_usd - cents(amounts.crawl_cost_usd) - cents(amounts.look_cost_usd))
  return { ...amounts, revenue_usd, margin_usd: amounts.unpriced_links > 0 ? null : margin_usd }
}

/** Rate of a check whose vendor reports no price. */
const RATE = "iif(engine = 'scan_live', ?3, ?4)"

type Prices = { index: number; check: number; paid: number | undefined }

/** Where the client pays a price of its own, its credits bring nothing more. */
function priced(row: Counted, { index, check, paid }: Prices): Row {
  const revenue = paid === undefined ? { index: row.index_used * index, check: row.checks_used * check } : NO_CREDITS
  return withMargin({
    ...row,
    index_revenue_usd: rounded(revenue.index),
    check_revenue_usd: rounded(revenue.check),
    price_revenue_usd: rounded(paid ?? 0),
    crawl_cost_usd: rounded(row.crawl_cost_usd),
    look_cost_usd: rounded(row.look_cost_usd),
    cost_in_doubt_usd: rounded(row.cost_in_doubt_usd),
  })
}

const NO_CREDITS = { index: 0, check: 0 }

/** Revenue of one index credit: the plan's price by its credits, or the dearest pack where there is no paid plan. */
export function indexPrice(tx: ReadTx, app: Pick<App, 'catalog'>, root_id: string): number {
  const { usd_month, monthly_index_credits } = planOf(tx, app, root_id)
  if (usd_month > 0 && monthly_index_credits > 0) return usd_month / monthly_index_credits
  return Math.max(0, ...app.catalog.packs.flatMap((pack) => (pack.index_credits ? pack.usd / pack.index_credits : [])))
}

export const checkPrice = ({ catalog }: Pick<App, 'catalog'>): number => {
  const prices = catalog.packs.flatMap((pack) => (pack.index_credits === 0 ? pack.usd / pack.check_credits : []))
  return prices.length ? Math.min(...prices) : 0
}

export const reconciliationOf = (tx: ReadTx, month: string): ReconciliationRow | null =>
  tx.row<ReconciliationRow>('select * from reconciliations where month = ?', month)

/** Links of a month by our own count, beside the supplier's bill. */
export function countOfMonth(tx: ReadTx, month: string) {
  const [from, to] = monthOf(month)
  const our_count = tx.number(`select sum(c.billed) from crawl_days c where c.route = 'primary' and ${DAYS}`, from, to)
  const stored = reconciliationOf(tx, month)
  const billed_count = stored?.billed_count ?? null
  const difference = billed_count === null ? null : billed_count - our_count
  return { month, our_count, billed_count, difference, note: stored?.note ?? null }
}

/** The same for each month of a range, newest first; at most two years. */
export function countsOfMonths(tx: ReadTx, since: string, until: string) {
  const counts = []
  for (let at = plus(until, -1); at >= since && counts.length < 24; at = plus(`${at.slice(0, 7)}-01`, -1))
    counts.push(countOfMonth(tx, at.slice(0, 7)))
  return counts
}

export const cents = (amount: number): number => Math.round(amount * 100) / 100
export const rounded = (amount: number): number => Math.round(amount * 10_000) / 10_000

/** Stores the number that the supplier billed for a month, as entered by the operator. */
export const reconcile = (tx: Tx, month: string, billed_count: number | null, note: string | null): number =>
  tx.run(
    `insert into reconciliations (month, billed_count, note, updated_at) values (?1, ?2, ?3, ?4)
     on conflict (month) do update set billed_count = ?2, note = ?3, updated_at = ?4`,
    month,
    billed_count,
    note,
    tx.now,
  )
