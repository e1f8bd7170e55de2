import type { Call } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'

/** A file reads every link of the report and a page sorts them, so both are limited per address. */
const FILES_PER_MINUTE = 10
const PAGES_PER_MINUTE = 120

/** Counts one more file of a shared report, by its address. @throws Fault rate_limited, with when it is worth trying again */
export const takeFile = (call: Call): void => take(call, 'file', FILES_PER_MINUTE)

/** The same of its page. */
export const takePage = (call: Call): void => take(call, 'page', PAGES_PER_MINUTE)

function take({ app, params }: Call, what: string, per_minute: number): void {
  try {
    app.limits.take(`${what}s of ${params.token}`, per_minute, null)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const text = `This ${what} can be had ${per_minute} times a minute, and that was more.`
    throw new Fault('rate_limited', text, error.details, error.retry_after)
  }
}
