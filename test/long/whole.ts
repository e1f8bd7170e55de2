import { test } from 'bun:test'

/** The long run takes whole tests of which a change is judged by a part: `bun run test:long whole`. */
export const WHOLE = process.env.WHOLE === 'yes'

/** A test that only the long run has. */
export const inLongRun: typeof test = WHOLE ? test : (Object.assign(() => {}, test) as unknown as typeof test)

/** All of them in the long run, one of `every` before a change. */
export const some = <T>(all: readonly T[], every: number): T[] => all.filter((_, n) => WHOLE || n % every === 0)
