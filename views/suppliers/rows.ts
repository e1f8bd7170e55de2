/** Suppliers, check engines and Search Console as rows of one list. */
import { type EngineAdapterName, UNPRICED } from '../../src/domains/checks/index.ts'
import { ENGINES, type EngineSlot } from '../../src/domains/jobs/index.ts'
import { ROUTES, type RouteName } from '../../src/domains/providers/index.ts'
import { many, number, usd } from '../parts/text/format.ts'
import type { StatusWord } from '../parts/text/words.ts'
import type { Subject, SuppliersProps } from './props.ts'
import { nameOf } from './vendors.ts'
import { BREAKER, ENGINE_WORDS, ROUTE_WORDS, routeWord } from './words.ts'

export type SupplierRow = {
  of: Subject
  name: string
  role: string
  state: StatusWord
  /** False for one that can be added. */
  connected: boolean
  /** Share indexed by day 7. */
  rate: number | null
  cost: { amount: string; per: string } | null
  balance: { text: string; share: number | null } | null
}

export const rowsOf = (props: SuppliersProps): SupplierRow[] => [
  ...ROUTES.map((name) => routeRow(name, props)),
  ...ENGINES.map((slot) => engineRow(slot, props)),
  consoleRow(props),
]

const price = (amount: number): string => `$${Number(amount.toPrecision(3))}`

function routeRow(of: RouteName, { crawl, duel, providers }: SuppliersProps): SupplierRow {
  const route = crawl.routes[of]
  const side = duel.sides.find((one) => one.route === of)
  const cost = side?.cost_per_indexed_usd ?? null
  const { title } = ROUTE_WORDS[of]
  return {
    of,
    name: route ? nameOf(route.adapter) : title,
    role: side && duel.sides.length > 1 ? `${title}, ${side.share_pct}%` : title,
    state: routeWord(route),
    connected: route !== null,
    rate: side?.days[2]?.rate ?? null,
    cost: cost === null ? null : { amount: price(cost), per: 'per indexed link' },
    balance: (of === 'primary' && route && counted(providers)) || reported(providers.balances[`crawl_${of}`]),
  }
}

/** Our own count of the primary's credits, since suppliers report late. */
function counted({
  crawl_estimate: { credits },
  monthly_allowance,
}: SuppliersProps['providers']): SupplierRow['balance'] {
  if (credits === null) return null
  return { text: many(credits, 'link'), share: monthly_allowance ? credits / monthly_allowance : null }
}

function reported(line: SuppliersProps['providers']['balances']['scan_live']): SupplierRow['balance'] {
  if (!line || line.amount === null) return null
  return {
    text: line.unit === 'USD' ? usd(line.amount) : [number(line.amount), line.unit].filter(Boolean).join(' '),
    share: null,
  }
}

const ENGINE_ROLES: Record<EngineSlot, string> = {
  scan_standard: 'Checks Google',
  scan_live: 'Checks Google now',
  scan_bing: 'Checks Bing',
  upstream: 'Second source',
}

function engineRow(of: EngineSlot, { engines, providers }: SuppliersProps): SupplierRow {
  const engine = engines.engines[of]
  const { title } = ENGINE_WORDS[of]
  const line = of === 'scan_standard' || of === 'scan_live' ? reported(providers.balances[of]) : null
  return {
    of,
    name: engine ? nameOf(engine.adapter) : title,
    role: ENGINE_ROLES[of],
    state: engineWord(engine),
    connected: engine !== null,
    rate: null,
    cost: engine && checkPrice(engine),
    balance: line ?? (engine && usedToday(engine)),
  }
}

const UNPRICED_WORDS = {
  free: { amount: 'free', per: '' },
  listed: { amount: 'list price', per: '' },
  assumed: { amount: 'not set', per: 'a high one counts' },
}

const checkPrice = ({ adapter, cost_usd }: { adapter: string; cost_usd: number | null }): SupplierRow['cost'] =>
  cost_usd
    ? { amount: price(cost_usd * 1000), per: 'per 1,000 checks' }
    : UNPRICED_WORDS[UNPRICED[adapter as EngineAdapterName]]

export function engineWord(engine: { enabled: boolean; queue: { why: string | null } } | null): StatusWord {
  if (!engine) return BREAKER.none
  if (!engine.enabled) return BREAKER.off
  return engine.queue.why ? BREAKER.limit : BREAKER.closed
}

const usedToday = ({ used_today, daily_cap }: { used_today: number; daily_cap: number | null }) => ({
  text: `${number(used_today)}${daily_cap === null ? ' checks' : ` of ${number(daily_cap)} checks`} today`,
  share: daily_cap ? 1 - used_today / daily_cap : null,
})

function consoleRow({ engines: { search_console: console } }: SuppliersProps): SupplierRow {
  const connected = console?.service_account
  return {
    of: 'search_console',
    name: 'Google Search Console',
    role: console?.properties.length
      ? many(console.properties.length, 'property', 'properties')
      : 'Inspects pages at Google',
    state: connected ? BREAKER.closed : BREAKER.none,
    connected: Boolean(connected),
    rate: null,
    cost: connected ? { amount: 'free', per: '' } : null,
    balance: null,
  }
}
