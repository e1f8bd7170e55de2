import type { Call } from '../../src/doors/web.ts'
import { Fault } from '../../src/kernel/fault.ts'

/** Each reads every link of the report, and whoever has its address may ask for as many as they like. */
const FILES_PER_MINUTE = 10

/** Counts one more file of a shared report, by its address. @throws Fault rate_limited, with when it is worth trying again */
export function takeFile({ app, params }: Call): void {
  try {
    app.limits.take(`files of ${params.token}`, FILES_PER_MINUTE, null)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault('rate_limited', TOO_OFTEN, error.details, error.retry_after)
  }
}

const TOO_OFTEN = `This file can be had ${FILES_PER_MINUTE} times a minute, and that was more.`
