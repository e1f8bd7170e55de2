import { Fault } from '../../src/kernel/fault.ts'

/** The refusal of a call: its code and details, for `toMatchObject`. */
export async function refusal(call: Promise<unknown>): Promise<{ code: string; details: Record<string, unknown> }> {
  try {
    await call
  } catch (error) {
    if (error instanceof Fault) return { code: error.code, details: error.details }
    throw error
  }
  throw new Error('the call was not refused')
}
