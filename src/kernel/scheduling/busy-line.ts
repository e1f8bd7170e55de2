import { Fault } from '../operation/fault.ts'
import { type Gate, GateFull, type Party } from './fair-pool.ts'

/** Waits for a place at `host`. Behind a full line the answer is 503, with the seconds after which it has moved. */
export async function enterLine(
  gate: Gate,
  { host = '', party, signal }: { host?: string; party: Party; signal?: AbortSignal | undefined },
  full: { words: string; again_s: number },
): Promise<void> {
  try {
    await gate.enter(host, signal, party)
  } catch (error) {
    if (!(error instanceof GateFull)) throw error
    throw new Fault('busy', `${full.words} Try again in a moment.`, {}, full.again_s)
  }
}
