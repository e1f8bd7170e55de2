/** Prices of clients, paid to their agency: by month, by index credit, or both. */
import type { ClientPrice, PriceInput, TenantRow } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, forbidden } from '../../kernel/operation/fault.ts'
import { DAY, dayOf, plus, plusMonths, type Time } from '../../kernel/time/clock.ts'

type PriceRow = ClientPrice & { day: string; set_at: Time }

const lastRow = (tx: ReadTx, id: string): PriceRow | null =>
  tx.row(
    'select day, set_at, usd_month, usd_credit from client_prices where tenant_id = ? order by day desc limit 1',
    id,
  )

/** The present price; null without one. */
export function priceOf(tx: ReadTx, id: string): ClientPrice | null {
  const row = lastRow(tx, id)
  return row && known(row)
}

const known = ({ usd_month, usd_credit }: ClientPrice): ClientPrice | null =>
  usd_month === null && usd_credit === null ? null : { usd_month, usd_credit }

/**
 * Sets the price from today on; the first one holds since the workspace was added. One that was entered today is
 * corrected. @throws Fault for the root, and for a caller who is not above it
 */
export function setPrice(tx: Tx, caller: Caller, tenant: TenantRow, given: PriceInput | null): void {
  if (tenant.parent_id === null)
    throw conflict('An agency has no price. Set the prices of the workspaces below it instead.')
  if (caller.tenant_id === tenant.id && !caller.platform)
    throw forbidden('Only an admin of the workspace above yours can change what you pay it. Ask one of them.')
  const { usd_month = null, usd_credit = null } = given ?? {}
  const last = lastRow(tx, tenant.id)
  if (usd_month === (last?.usd_month ?? null) && usd_credit === (last?.usd_credit ?? null)) return
  const today = dayOf(tx.now)
  const day = last === null ? dayOf(tenant.created_at) : dayOf(last.set_at) === today ? last.day : today
  tx.run(
    `insert into client_prices (tenant_id, day, set_at, usd_month, usd_credit) values (?1, ?2, ?3, ?4, ?5)
     on conflict (tenant_id, day) do update set set_at = ?3, usd_month = ?4, usd_credit = ?5`,
    tenant.id,
    day,
    tx.now,
    usd_month,
    usd_credit,
  )
}

/** The present price of each of these workspaces that has one. */
export function pricesOf(tx: ReadTx, ids: readonly string[]): Map<string, ClientPrice> {
  const rows = tx.rows<ClientPrice & { tenant_id: string }>(
    `select i.value as tenant_id, p.usd_month, p.usd_credit from json_each(?) i
     join client_prices p on p.tenant_id = i.value
       and p.day = (select max(day) from client_prices where tenant_id = i.value)`,
    JSON.stringify(ids),
  )
  return new Map(rows.flatMap(({ tenant_id, ...price }) => (known(price) ? [[tenant_id, price]] : [])))
}

type PricedDays = ClientPrice & { tenant_id: string; root_id: string; since: string; until: string }
export type Earned = { tenant_id: string; root_id: string; month: string; usd: number }

/** A price and the days for which it held, within ?1 and ?2; that of an archived workspace ends with it. */
const PRICED_DAYS = `
  select * from (select p.tenant_id, p.usd_month, p.usd_credit, max(p.day, ?1) as since,
    min(lead(p.day, 1, '~') over (partition by p.tenant_id order by p.day),
      coalesce(substr(t.archived_at, 1, 10), '~'), ?2) as until,
    substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as root_id
  from client_prices p join tenants t on t.id = p.tenant_id
  where ?3 is null or p.tenant_id in (select value from json_each(?3)))
  where usd_month is not null or usd_credit is not null`

/**
 * Payments of workspaces with a price for the days from `from` to before `to`, by month: each day its part of the month's
 * price, and the index credits used on it. Days to come count nothing. `ids`: of these workspaces alone.
 */
export function earnedByMonth(tx: ReadTx, { from, to }: { from: Time; to: Time }, ids?: readonly string[]): Earned[] {
  const ends = [plus(to, DAY - 1), plus(tx.now, DAY)].map(dayOf).sort()
  const span = [dayOf(from), ends[0]!, ids ? JSON.stringify(ids) : null] as const
  const earned = new Map<string, Earned>()
  const add = ({ tenant_id, root_id }: Pick<Earned, 'tenant_id' | 'root_id'>, month: string, usd: number) => {
    const known = earned.get(`${month} ${tenant_id}`)
    if (known) known.usd += usd
    else earned.set(`${month} ${tenant_id}`, { tenant_id, root_id, month, usd })
  }
  for (const one of tx.rows<PricedDays>(PRICED_DAYS, ...span))
    for (const { month, share } of monthsOf(one)) add(one, month, share * (one.usd_month ?? 0))
  const used = tx.rows<Earned>(
    `select p.tenant_id, p.root_id, substr(c.day, 1, 7) as month, sum(c.used * p.usd_credit) as usd
     from (${PRICED_DAYS}) p cross join credit_days c
       on c.tenant_id = p.tenant_id and c.day >= p.since and c.day < p.until and c.kind = 'index'
     where p.usd_credit > 0 group by 1, 2, 3`,
    ...span,
  )
  for (const one of used) add(one, one.month, one.usd)
  return [...earned.values()]
}

/** The months that these days touch, each with their share of its days. */
function monthsOf({ since, until }: Pick<PricedDays, 'since' | 'until'>): { month: string; share: number }[] {
  const months = []
  for (let day = since; day < until; ) {
    const first = `${day.slice(0, 7)}-01T00:00:00.000Z`
    const next = dayOf(plusMonths(first, 1))
    const end = next < until ? next : until
    months.push({ month: day.slice(0, 7), share: daysFrom(day, end) / daysFrom(dayOf(first), next) })
    day = end
  }
  return months
}

const daysFrom = (day: string, end: string): number => Math.round((Date.parse(end) - Date.parse(day)) / DAY)
