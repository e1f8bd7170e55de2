/** The test of a check engine by a person: its account, and one real question where accounts differ in what they may ask. */
import type { Tx } from '../../kernel/database/database.ts'
import { countRefused, endPauses, noteLimits, takeQuota } from '../../kernel/scheduling/quota.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { EngineSlot } from '../jobs/index.ts'
import type { Place } from '../tenants/index.ts'
import type { Engine, EngineReport, LookAnswer, LookOrder } from './engine.ts'
import { bookUnits, doubt } from './lost-calls.ts'
import { addDirect, nameOf, priceOf } from './queues.ts'

/** A page that every search engine knows. */
const ASKED = 'https://example.com/'

type EngineTest = { report: EngineReport; asked: LookAnswer | null }

/** Never throws. The question is paid like a check. */
export async function testEngine(engine: Engine, signal: AbortSignal, place?: Place): Promise<EngineTest> {
  const report = await engine.report(signal)
  if (!report.ok || !engine.by_search) return { report, asked: null }
  const asked = await ask(engine, { ref: newId(), url: ASKED, ...(place && { place }) }, signal)
  if (asked.state === 'failed') {
    const message = `${report.message}, but a test question failed: ${asked.message}`
    return { report: { ...report, ok: false, message }, asked }
  }
  const how = asked.state === 'seen' ? 'was answered' : 'was accepted'
  return { report: { ...report, message: `${report.message}; a test question ${how}` }, asked }
}

async function ask(engine: Engine, order: LookOrder, signal: AbortSignal): Promise<LookAnswer> {
  try {
    const [answer] = await engine.look([order], signal)
    return answer ?? { ref: order.ref, state: 'failed', failure: 'unknown', message: 'There was no answer' }
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error
    const { failure, message } = error
    return { ref: order.ref, state: 'failed', failure, message, lost: mayHaveCounted(error) }
  }
}

/** Books the question as a call outside any job. An answer proves that the account works, so its pause ends. */
export function bookTest(tx: Tx, slot: EngineSlot, { billing, adapter }: Engine, { report, asked }: EngineTest): void {
  const name = nameOf({ slot, property: null })
  if (report.limits) noteLimits(tx, name, report.limits)
  if (!asked) return
  takeQuota(tx, name, 1)
  if (asked.state === 'failed') {
    if (asked.lost) {
      addDirect(tx, slot, Math.max(priceOf(tx, slot), (billing?.units ?? 0) * (billing?.unit_usd ?? 0)))
      // The possible cost stays in the day's total, so the call itself adds none.
      const call = { ref: asked.ref, id: 0, tenant_id: '', engine: slot } as const
      if (billing) doubt(tx, { ...billing, unit_usd: 0 }, adapter, [call])
    }
    addDirect(tx, slot, asked.cost_usd ?? 0)
    return
  }
  endPauses(tx, name)
  countRefused(tx, name, null)
  if (asked.state === 'queued') addDirect(tx, slot, asked.cost_usd)
  if (asked.state === 'seen') addDirect(tx, slot, asked.sighting.cost_usd)
  if (billing && asked.state === 'seen' && asked.sighting.units) bookUnits(tx, billing, asked.sighting.units)
}
