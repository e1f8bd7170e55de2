/** What adapters share in giving their answers. */
import type { Engine, LookAnswer, LookOrder } from '../../domains/checks/engine.ts'
import { inParallel } from '../../kernel/scheduling/in-parallel.ts'
import { mayHaveCounted, UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'

/** A report as the ports want it: a failure is in the answer, never thrown. */
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

/** Whether an account has nothing left, for vendors whose 429 means both that and too fast. False when it cannot tell. */
export async function isUsedUp(left: () => Promise<number>): Promise<boolean> {
  try {
    return (await left()) <= 0
  } catch (error) {
    if (error instanceof UpstreamError) return false
    throw error
  }
}

type OneByOne = Omit<Engine, 'simulated' | 'per_call' | 'look' | 'collect'> & {
  look(order: LookOrder, signal: AbortSignal): Promise<LookAnswer>
}

/** An engine that takes a single URL a call: it looks at one order after the other, and each fails for itself. */
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
        answers.push({ ...failed(order.ref, error), ...(mayHaveCounted(error) && { lost: true }) })
      }
    }
    return answers
  },
})

/** An account by its address and key, neither of which can be read from it. */
export const accountOf = (...names: string[]): string =>
  new Bun.CryptoHasher('sha256').update(names.join('\n')).digest('hex').slice(0, 32)

/** A failure as the answer to one order. `cost_usd` is what the vendor billed for it. */
export function failed(ref: string, error: UpstreamError, cost_usd = 0): LookAnswer {
  const { failure, message, retryAfter } = error
  return {
    ref,
    state: 'failed',
    failure,
    message,
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(cost_usd > 0 && { cost_usd }),
  }
}

/**
 * Asks for the results of many orders, several at a time. What fails stays as it is for the next round; several failures
 * end this one, since the service is down. Throws only when there was nothing but failures.
 */
export async function gather<T>(items: T[], ask: (item: T) => Promise<LookAnswer[]>): Promise<LookAnswer[]> {
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
  if (failures[0] && answers.length === 0) throw failures[0]
  return answers
}

const CALLS_AT_ONCE = 8
const FAILURES_TO_STOP = 5
