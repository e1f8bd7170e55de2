/** Spreads the calls to a vendor with a limit a second. Kept by account, since an adapter lives for one round. */
import { SECOND } from '../kernel/time/clock.ts'

type Gate = { free: number; queue: (() => void)[] }
const gates = new Map<string, Gate>()

/** Waits until fewer than `most` calls of this account began within the last second. */
export async function pace(account: string, most: number): Promise<void> {
  const gate = gates.get(account) ?? { free: most, queue: [] }
  gates.set(account, gate)
  if (gate.free > 0) gate.free--
  else await new Promise<void>((resolve) => void gate.queue.push(resolve))
  setTimeout(() => {
    const next = gate.queue.shift()
    if (next) next()
    else if (++gate.free === most) gates.delete(account)
  }, SECOND).unref()
}
