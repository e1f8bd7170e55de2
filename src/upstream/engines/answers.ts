/** Shared by adapters that build answers. */
import type { AccountReading, Engine, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'

/** A report for the ports: a failure becomes an answer, and nothing is thrown. */
export async function reporting<T extends { ok: boolean; message: string }>(
  ask: () => Promise<T>,
): Promise<T | { ok: false; message: string }> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof UpstreamError) return { ok: false, message: error.message }
    throw error
  }
}

/** Whether an account has no credits, for vendors with the same 429 for too many calls. False when unknown. */
export async function isUsedUp(read: () => Promise<AccountReading>): Promise<boolean> {
  try {
    return (await read()).left <= 0
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

type OneByOne = Omit<Engine, 'simulated' | 'per_call' | 'look' | 'collect'> & {
  look(order: LookOrder, signal: AbortSignal): Promise<LookAnswer>
}

/** An engine that takes one URL for each call: it checks orders in turn, and a failure concerns one order. */
export const oneByOne = ({ look, ...engine }: OneByOne): Engine => ({
  ...engine,
  simulated: false,
  per_call: 1,
  async look(orders, signal) {
    const answers: LookAnswer[] = []
    for (const order of orders) {
      try {
        answers.push(await look(order, signal))
      } catch (error) {
        if (!(error instanceof UpstreamError)) throw error
        answers.push(failed(order.ref, error, 0, mayHaveCounted(error) ? { lost: true } : {}))
      }
    }
    return answers
  },
})

/** Identifies an account by a hash of its address and key. */
export const accountOf = (...names: string[]): string =>
  new Bun.CryptoHasher('sha256').update(names.join('\n')).digest('hex').slice(0, 32)

/** A failure as the answer to one order. `cost_usd` is the amount that the vendor billed. */
export function failed(
  ref: string,
  error: UpstreamError,
  cost_usd = 0,
  more: { units?: number; lost?: boolean } = {},
): LookAnswer {
  const { failure, message, retryAfter } = error
  return {
    ref,
    state: 'failed',
    failure,
    message,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(cost_usd > 0 && { cost_usd }),
    ...more,
  }
}

/** The vendor was not asked, since the engine cannot ask about this URL. It says nothing about the account. */
export const unasked = (ref: string, error: UpstreamError): LookAnswer => {
  const { failure, message } = error
  return { ref, state: 'failed', failure, message, unasked: true }
}

/**
 * Collects the results of many orders, several at a time. A failed order waits for the next round. Several failures end
 * this round, since the service is down. Throws only when every call failed, unless other answers are `known`.
 */
export async function gather<T>(
  items: T[],
  ask: (item: T) => Promise<LookAnswer[]>,
  known = false,
): Promise<LookAnswer[]> {
  const answers: LookAnswer[] = []
  const failures: UpstreamError[] = []
  await inParallel(items, CALLS_AT_ONCE, async (item) => {
    if (failures.length >= FAILURES_TO_STOP) return
    try {
      answers.push(...(await ask(item)))
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      failures.push(error)
    }
  })
  if (failures[0] && answers.length === 0 && !known) throw failures[0]
  return answers
}

const CALLS_AT_ONCE = 8
const FAILURES_TO_STOP = 5
