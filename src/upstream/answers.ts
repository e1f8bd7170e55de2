/** What adapters share in giving their answers. */
import type { LookAnswer, LookOrder } from '../checks/engine.ts'
import { UpstreamError } from '../kernel/upstream-error.ts'

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

/** Looks at one order after the other, for engines that take a single URL a call. Each fails for itself. */
export async function lookEach(
  orders: LookOrder[],
  look: (order: LookOrder) => Promise<LookAnswer>,
): Promise<LookAnswer[]> {
  const answers: LookAnswer[] = []
  for (const order of orders) {
    try {
      answers.push(await look(order))
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      answers.push(failed(order.ref, error))
    }
  }
  return answers
}

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

/** Does the work for every item, at most `width` at a time. */
export async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
