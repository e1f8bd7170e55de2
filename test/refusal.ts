import { Fault } from '../src/kernel/operation/fault.ts'

/** The fault a call is refused with. A call that succeeds, or fails in any other way, fails the test. */
export async function refusal(call: Promise<unknown>): Promise<Fault> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (outcome instanceof Fault) return outcome
  throw outcome ?? new Error('the call was not refused')
}
