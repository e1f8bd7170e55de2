/** What is being pushed, and what a screening has to say of it so far: from the form as it was sent to the bill. */
import { takeUrls } from '../../src/domains/preflight/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { previewIndexnow } from '../../src/operations/indexnow/preview-indexnow.ts'
import { preflightUrls } from '../../src/operations/preflight/preflight-urls.ts'
import type { QuoteData } from '../parts/quote.tsx'
import { requireMay, zoneOf } from '../shell.tsx'
import { billOf } from './bill.ts'
import type { Preflight } from './causes.ts'
import type { PushValues } from './push-props.ts'
import { screening } from './screening.ts'
import { suggestedName, type Whose, whoseOf } from './whose.ts'

/** A form, read: its list taken apart, and for whom it is. Made once for a form; its polls go on with it. */
export type Order = {
  values: PushValues
  whose: Whose
  urls: string[]
  dropped: Preflight['dropped']
  duplicates: number
  pings: Pings
  /** `Bakery received 12 index credits for this push`. */
  transferred?: string
}

/** How many links IndexNow is told of: of the whole list, less those that are left out so far. */
type Pings = { of_all: number | null; left: Set<string>; of_left: number }

/** `urls` will be sent; `all` are those and the flagged ones. */
export type Reviewed = {
  order: Order
  quote: QuoteData
  preflight: Preflight
  urls: string[]
  all: string[]
  rows: Awaited<ReturnType<typeof screening.look>>['seen']
}

/** One address a line, or several in a row: a comma or a blank separates only where another address follows. */
export const listOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+|[ ,;]+(?=https?:\/\/)/i)
    .map((entry) => entry.trim())
    .filter(Boolean)

/** Takes a form apart. */
export async function orderOf(call: SignedInCall, given: PushValues): Promise<Order> {
  requireMay(call, preflightUrls)
  const taken = await takeUrls(listOf(given.urls))
  const whose = await whoseOf(call, given, taken.urls)
  return {
    values: { ...given, tenant_id: whose.tenant_id },
    whose,
    urls: taken.urls,
    dropped: [
      ...taken.duplicates.map(({ given }) => ({ entry: given, reason: 'is in the list already' })),
      ...taken.invalid.map(({ given, reason }) => ({ entry: given, reason })),
    ],
    duplicates: taken.duplicates.length,
    pings: { of_all: null, left: new Set(), of_left: 0 },
  }
}

/** Looks at the list for as long as `patience` (ms) and makes the bill: what is pushed, skipped, dropped, and the cost. */
export async function reviewed(call: SignedInCall, order: Order, patience: number): Promise<Reviewed> {
  const { values, urls: all, dropped, duplicates } = order
  order.pings.of_all ??= await pinged(call, order, all)
  const { seen, slow } = await screening.look(call, values.page, all, patience)
  const anyway = new Set((await takeUrls(values.push_anyway)).urls)
  const flags = new Set(values.anyway_flag)
  const goes = (url: string): boolean => {
    const first = seen.get(url)?.flags[0]
    return first === undefined || anyway.has(url) || flags.has(first)
  }
  const urls = all.filter(goes)
  const left = all.filter((url) => !goes(url))
  const pending = all.filter((url) => !seen.has(url))
  const counts = { pending: pending.length, skipped: left.length, duplicates, invalid: dropped.length - duplicates }
  return {
    order,
    urls,
    all,
    rows: seen,
    quote: await billOf(call, values, urls.length, { ...counts, to_indexnow: await pingsOf(call, order, left) }),
    preflight: { rows: [...seen.values()], dropped, duplicates, pending, slow: [...slow] },
  }
}

/** Asks only about what was left out since it was asked last; a page may have become well meanwhile. */
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
  urls.length ? (await call.call(previewIndexnow, { urls, tenant_id: whose.tenant_id }, { aside: true })).eligible : 0

/** What is ordered, of these links; those that are flagged are among them because they were ticked. */
export function inputOf(call: SignedInCall, { order: { values }, rows }: Reviewed, urls: string[]) {
  const { tenant_id, name, smart, pre_check, drip_days, force_refresh, indexnow_force } = values
  const push_anyway = urls.filter((url) => rows.get(url)?.flags.length)
  const named = name.trim() || nameFor(call, urls)
  const given = { urls, tenant_id, name: named, smart, pre_check, drip_days, force_refresh, indexnow_force }
  return push_anyway.length ? { ...given, push_anyway } : given
}

/** What a push of these links is called unless somebody says otherwise. */
export const nameFor = (call: SignedInCall, urls: readonly string[]): string | undefined =>
  urls.length ? suggestedName(urls, call.app.clock.now(), zoneOf(call)) : undefined
