/** From the sent form to the bill: the order and its screening so far. */
import { countOf, inWords, type ReadList, takeUrls } from '../../src/domains/preflight/index.ts'
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { foreignLinks } from '../../src/doors/pages/foreign-links.ts'
import { type Findings, screening } from '../../src/doors/pages/screening.ts'
import { filled, type PlannedCall, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { getPricing } from '../../src/operations/catalog.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { previewIndexnow } from '../../src/operations/indexnow/keys.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { preflightUrls } from '../../src/operations/preflight.ts'
import { giftsOf } from '../credits/give-missing.ts'
import { assertMay, zoneOf } from '../shell.tsx'
import { billOf, type Price } from './bill.ts'
import { clientOfOrder, suggestedName } from './client-of-order.ts'
import { type Order, type OrderKind, type OrderReview, type OrderValues, PUSH, valuesOf } from './order.ts'
import { listOf, tooMany } from './parse-list.ts'

/** Takes a form apart; `read` is its list, where that was read before. */
export async function orderOf(
  call: SignedInCall,
  kind: OrderKind,
  given: OrderValues,
  read?: ReadList,
): Promise<Order> {
  if (kind === PUSH) assertMay(call, preflightUrls)
  else assertMay(call, kind.operation)
  const list = read ?? (await listOf(given.urls))
  if (list === null) throw tooMany(kind.operation.route)
  const taken = await takeUrls(list.entries)
  if (kind === PUSH && taken.urls.length > MAX_URLS) throw new Fault('too_many_urls', 'The list has too many links.')
  const whose = await clientOfOrder(call, given, taken.urls)
  return {
    kind,
    values: { ...given, tenant_id: whose.tenant_id },
    whose,
    urls: taken.urls,
    dropped: [
      ...taken.duplicates.map(({ given }) => ({ entry: given, reason: 'is in the list already' })),
      ...taken.invalid.map(({ given, reason }) => ({ entry: given, reason })),
    ],
    duplicates: taken.duplicates.length,
    entries: countOf(taken),
    reading: inWords(list.reading),
    pings: { of_all: null, left: new Set(), of_left: 0 },
  }
}

/** Links of a list whose steps have turns of their own. */
const MANY = 1000

const UNSCREENED: Findings = { seen: new Map(), slow: new Set() }

/** Screens the list of a push for up to `patience` ms, if any, and makes the bill. A check is not screened. */
export async function reviewed(call: SignedInCall, order: Order, patience: number | null): Promise<OrderReview> {
  const { kind, values, urls: all, dropped, duplicates } = order
  const push = kind === PUSH
  if (push) order.pings.of_all ??= await pinged(call, order, all)
  const rest = all.length > MANY ? pause : async () => {}
  await rest()
  const { seen, slow } = push ? await screening.look(call, values.page, all, patience) : UNSCREENED
  await rest()
  const anyway = new Set((await takeUrls(values.push_anyway)).urls)
  const flags = new Set(values.anyway_flag)
  const goes = (url: string): boolean => {
    const first = seen.get(url)?.flags[0]
    return first === undefined || anyway.has(url) || flags.has(first)
  }
  const [urls, left] = [all.filter(goes), all.filter((url) => !goes(url))]
  const pending = push ? all.filter((url) => !seen.has(url)) : []
  const counts = {
    pending: pending.length,
    skipped: left.length,
    duplicates,
    invalid: dropped.length - duplicates,
    to_indexnow: push ? await pingsOf(call, order, left) : 0,
    foreign: push ? foreignLinks(call, values.tenant_id, urls) : [],
  }
  await rest()
  return {
    order,
    urls,
    all,
    rows: seen,
    bill: await billOf(call, order, await priceOf(call, order), urls.length, counts),
    preflight: {
      ...{ rows: [...seen.values()], dropped, duplicates, pending, slow: [...slow] },
      parts: filled(call, 'screened').map((draw) => draw([...seen.values()])),
    },
  }
}

/** Available engines, with the check credits of each. */
export const enginesOf = async (call: SignedInCall) => (await call.call(getPricing, {})).engines

/** The chosen engine, or the first available. */
const engineOf = async (call: SignedInCall, { engine }: OrderValues) => {
  const engines = await enginesOf(call)
  return (
    engines.find((one) => one.engine === engine) ?? engines[0] ?? ({ engine: 'scan_standard', credits: 1 } as const)
  )
}

async function priceOf(call: SignedInCall, { kind, values }: Order): Promise<Price> {
  if (kind === PUSH) return { index: 1, check: values.smart || values.pre_check ? 1 : 0 }
  return { index: 0, check: (await engineOf(call, values)).credits }
}

/** Asks only about links that were left out since the last time; a page may also have been fixed meanwhile. */
async function pingsOf(call: SignedInCall, order: Order, left: string[]): Promise<number> {
  const { pings } = order
  const fresh = left.filter((url) => !pings.left.has(url))
  const grows = pings.left.size + fresh.length === left.length
  const asked = await pinged(call, order, grows ? fresh : left)
  pings.of_left = grows ? pings.of_left + asked : asked
  pings.left = new Set(left)
  return pings.of_all! - pings.of_left
}

const pinged = async (call: SignedInCall, { whose }: Order, urls: string[]): Promise<number> =>
  urls.length ? (await call.call(previewIndexnow, { urls, tenant_id: whose.tenant_id })).eligible : 0

/** Default name of an order of these links. */
export const nameFor = (call: SignedInCall, urls: readonly string[]): string | undefined =>
  urls.length ? suggestedName(urls, call.app.clock.now(), zoneOf(call)) : undefined

type PlacedOrder = { id: string; name: string; tenant_id: string; accepted: number }

/** Input of the order of these links. Flagged ones are included because the visitor ticked them. */
async function inputOf(call: SignedInCall, { order, rows, bill }: OrderReview, urls: string[]) {
  const { kind, values } = order
  const given = { urls, tenant_id: values.tenant_id, name: values.name.trim() || nameFor(call, urls) }
  if (kind !== PUSH) return { ...given, engine: (await engineOf(call, values)).engine }
  const push_anyway = urls.filter((url) => rows.get(url)?.flags.length)
  const { smart, pre_check, drip_days, force_refresh, indexnow_force } = values
  const confirmed = bill.foreign.length ? { confirm_foreign_hosts: true } : {}
  const options = { smart, pre_check, drip_days, force_refresh, indexnow_force }
  return { ...given, ...withoutDefaults(options), ...(push_anyway.length ? { push_anyway } : {}), ...confirmed }
}

const withoutDefaults = <Input extends object>(input: Input): Partial<Input> =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== false && value !== 0)) as Partial<Input>

/** Orders these links. */
export async function place(call: SignedInCall, seen: OrderReview, urls: string[]): Promise<PlacedOrder> {
  const input = await inputOf(call, seen, urls)
  if (seen.order.kind === PUSH) return call.call(submitIndexJob, { ...input, delay_s: PAGE_DELAY_S }, { once: true })
  return { ...(await call.call(checkIndex, input, { once: true })), accepted: urls.length }
}

/** The form for programs: credits that lack are transferred first, and a program has no time to undo. */
export async function orderCalls(call: SignedInCall, kind: OrderKind): Promise<PlannedCall[]> {
  const order = await orderOf(call, kind, valuesOf(call))
  if (order.urls.length === 0 || order.whose.unknown) return []
  const seen = await reviewed(call, order, null)
  const { operation } = kind
  return [...giftsOf(kind.name, seen.bill), { operation, input: await inputOf(call, seen, seen.urls) }]
}
