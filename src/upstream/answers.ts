/** What adapters share in giving their answers. */
import type { LookAnswer, LookOrder, Sighting } from '../checks/engine.ts'
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
  look: (order: LookOrder) => Promise<Sighting>,
): Promise<LookAnswer[]> {
  const answers: LookAnswer[] = []
  for (const order of orders) {
    try {
      answers.push({ ref: order.ref, state: 'seen', sighting: await look(order) })
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error
      answers.push(failed(order.ref, error))
    }
  }
  return answers
}

/** An order's failure, as thrown by the client. */
export function failed(ref: string, { failure, message, retryAfter }: UpstreamError): LookAnswer {
  return { ref, state: 'failed', failure, message, retry_after: retryAfter }
}

/** Does the work for every item, at most `width` at a time. */
export async function inParallel<T>(items: T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: width }, worker))
}
