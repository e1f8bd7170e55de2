/** Questions to a live engine outside any job, for visitors who are not customers. They leave no row in `looks`. */

import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { takeQuota } from '../../kernel/scheduling/quota.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { SECOND } from '../../kernel/time/clock.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { Place } from '../tenants/index.ts'
import type { Engine, SearchFound, Sighting } from './engine.ts'
import { bookUnits, doubt } from './lost-calls.ts'
import { addDirect, headroomOf, nameOf, priceOf } from './queues.ts'
import { installPlace } from './search-place.ts'
import { engineInUse, openEngine } from './settings.ts'

/** Asks whether the engine shows an address, or which sources or results it shows for a question. */
type Question = { url: string } | { query: string; near: string }

export type DirectAnswer =
  | { state: 'answered'; found: Sighting | SearchFound; simulated: boolean; cost_usd: number }
  /** Nothing was asked: no engine is set up, its limits and caps are used up, or the caller's budget is. */
  | { state: 'closed'; why: 'no_engine' | 'limits' | 'budget' }
  /** `cost_usd` is the cost, or the possible cost. */
  | { state: 'failed'; cost_usd: number }

const SLOT = 'scan_live'
const QUEUE = { slot: SLOT, property: null } as const
/** The visitor waits for the answer on an open page. */
const PATIENCE = { timeout_ms: 45 * SECOND }
/** Assumed cost of a search where neither settings nor vendor give one. */
const ASSUMED_USD = 0.01

/**
 * Asks the live engine once. It counts against the vendor's limits and the operator's caps like a check. `book` runs in
 * the transaction that reserves the cost, and returns false to refuse.
 */
export async function askDirectly(
  app: App,
  question: Question,
  book: (tx: Tx, price: number) => boolean,
  signal: AbortSignal,
): Promise<DirectAnswer> {
  const claimed = app.db.write((tx) => claim(tx, app, question, book))
  if ('why' in claimed) return { state: 'closed', ...claimed }
  const { engine, price, place } = claimed
  const ref = newId()
  try {
    const found = await ask(engine, ref, { ...question, place }, signal)
    const cost_usd = found.cost_usd || price
    app.db.write((tx) => {
      if (engine.billing && found.units) bookUnits(tx, engine.billing, found.units)
      return addDirect(tx, SLOT, cost_usd - price)
    })
    return { state: 'answered', found, simulated: engine.simulated, cost_usd }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    app.log.warn('check engine call failed', { adapter: engine.adapter, failure: error.failure, reason: error.message })
    const cost_usd = mayHaveCounted(error) ? price : 0
    app.db.write((tx) => {
      // The possible cost stays in the day's total until the vendor's meter shows whether it was billed.
      const call = { ref, id: NO_LOOK, tenant_id: '', engine: SLOT } as const
      if (engine.billing && cost_usd > 0)
        doubt(tx, { ...engine.billing, units: unitsOf(question, engine), unit_usd: 0 }, engine.adapter, [call])
      return addDirect(tx, SLOT, cost_usd - price)
    })
    return { state: 'failed', cost_usd }
  }
}

const NO_LOOK = 0

/** A search for words is one unit; one for an address may be repeated. */
const unitsOf = (question: Question, { billing }: Engine): number => ('query' in question ? 1 : (billing?.units ?? 0))

function claim(
  tx: Tx,
  app: App,
  question: Question,
  book: (tx: Tx, price: number) => boolean,
): { engine: Engine; price: number; place: Place } | { why: 'no_engine' | 'limits' | 'budget' } {
  const engine = engineInUse(tx, SLOT) && openEngine(tx, app, SLOT, PATIENCE)
  if (!engine || ('query' in question && !(engine.answer ?? engine.search))) return { why: 'no_engine' }
  if (headroomOf(tx, app, QUEUE).left === 0) return { why: 'limits' }
  const units = unitsOf(question, engine)
  const price = engine.simulated
    ? 0
    : Math.max(priceOf(tx, SLOT), units * (engine.billing?.unit_usd ?? 0)) || ASSUMED_USD
  if (!book(tx, price)) return { why: 'budget' }
  takeQuota(tx, nameOf(QUEUE), 1)
  addDirect(tx, SLOT, price)
  if (engine.billing) bookUnits(tx, engine.billing, 0)
  return { engine, price, place: installPlace(tx) }
}

async function ask(
  engine: Engine,
  ref: string,
  question: Question & { place: Place },
  signal: AbortSignal,
): Promise<Sighting | SearchFound> {
  if ('query' in question) return (engine.answer ?? engine.search)!({ ref, ...question }, signal)
  const [answer] = await engine.look([{ ref, url: question.url, place: question.place }], signal)
  if (answer?.state === 'seen') return answer.sighting
  if (answer?.state !== 'failed') throw new UpstreamError('unknown', 'gave no answer')
  throw new UpstreamError(answer.failure, answer.message, answer.retry_after, true, !answer.lost)
}
