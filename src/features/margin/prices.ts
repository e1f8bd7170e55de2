/** Prices of clients, paid to their agency: by month, by index credit, or both. */
import { movementsOf } from '../../domains/credits/index.ts'
import { type ClientPrice, daysOf, type PriceInput, type TenantRow } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict, forbidden } from '../../kernel/operation/fault.ts'
import { DAY, dayAfter, dayOf, plus, plusMonths, type Time } from '../../kernel/time/clock.ts'
import { daysLater, type Moments, UTC_DAYS, type ZoneDays } from '../../kernel/time/zone-days.ts'

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
  const days = daysOf(tx, tenant.id)
  const today = days.dayOf(tx.now)
  const day = last === null ? days.dayOf(tenant.created_at) : days.dayOf(last.set_at) === today ? last.day : today
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

type Priced = ClientPrice & { tenant_id: string; root_id: string; day: string; archived_at: Time | null }
type PricedDays = Priced & { since: string; until: string }
type Days = Pick<PricedDays, 'since' | 'until'>
export type Earned = { tenant_id: string; root_id: string; month: string; usd: number }

/** Prices and the days for which they held, from `first` to before `end`; that of an archived workspace ends with it. */
function pricedDays(tx: ReadTx, days: ZoneDays, first: string, end: string, ids?: readonly string[]): PricedDays[] {
  const rows = tx.rows<Priced>(
    `select p.tenant_id, p.day, p.usd_month, p.usd_credit, t.archived_at,
       substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as root_id
     from client_prices p join tenants t on t.id = p.tenant_id
     where ?1 is null or p.tenant_id in (select value from json_each(?1)) order by p.tenant_id, p.day`,
    ids ? JSON.stringify(ids) : null,
  )
  return rows
    .map((row, i) => {
      const next = rows[i + 1]
      const ends = [end, ...(next?.tenant_id === row.tenant_id ? [next.day] : [])]
      if (row.archived_at !== null) ends.push(days.dayOf(row.archived_at))
      return { ...row, since: [row.day, first].sort()[1]!, until: ends.sort()[0]! }
    })
    .filter((row) => row.since < row.until && known(row) !== null)
}

/**
 * Payments of workspaces with a price for the days from `from` to before `to`, by month: each day its part of the month's
 * price, and the index credits used on it. Days to come count nothing. `ids`: of these workspaces alone.
 */
export function earnedByMonth(
  tx: ReadTx,
  { from, to }: { from: Time; to: Time },
  ids?: readonly string[],
  days = UTC_DAYS,
): Earned[] {
  const end = [daysLater(days.dayOf(plus(to, -1)), 1), dayAfter(days.dayOf(tx.now))].sort()[0]!
  const priced = pricedDays(tx, days, days.dayOf(from), end, ids)
  const earned = new Map<string, Earned>()
  const add = ({ tenant_id, root_id }: Pick<Earned, 'tenant_id' | 'root_id'>, month: string, usd: number) => {
    const known = earned.get(`${month} ${tenant_id}`)
    if (known) known.usd += usd
    else earned.set(`${month} ${tenant_id}`, { tenant_id, root_id, month, usd })
  }
  for (const one of priced) {
    for (const { month, since, until, share } of monthsOf(one)) {
      const usd = one.usd_credit
        ? one.usd_credit * usedIn(tx, one.tenant_id, days.moments(since, daysLater(until, -1)))
        : 0
      add(one, month, share * (one.usd_month ?? 0) + usd)
    }
  }
  return [...earned.values()]
}

const usedIn = (tx: ReadTx, id: string, span: Moments): number => movementsOf(tx, [id], span)(id, 'index').used

/** The months that these days touch, each with their share of its days. */
function monthsOf({ since, until }: Days): (Days & { month: string; share: number })[] {
  const months = []
  for (let day = since; day < until; ) {
    const first = `${day.slice(0, 7)}-01T00:00:00.000Z`
    const next = dayOf(plusMonths(first, 1))
    const end = next < until ? next : until
    const share = daysFrom(day, end) / daysFrom(dayOf(first), next)
    months.push({ month: day.slice(0, 7), since: day, until: end, share })
    day = end
  }
  return months
}

const daysFrom = (day: string, end: string): number => Math.round((Date.parse(end) - Date.parse(day)) / DAY)
