import { stopwatch } from './clock.ts'
import { goingOn } from './watchdog.ts'

/** Lets everything that waits on the event loop have its turn. */
export const pause = async (): Promise<void> => {
  await new Promise((resolve) => setImmediate(resolve))
  goingOn()
}

/** How long one piece of work may hold up the others, in milliseconds. */
const SLICE = 3

/** For work in many small steps: awaited before each of them, it pauses once a slice of time is used up. */
export function pacer(slice = SLICE): () => Promise<void> | undefined {
  let used = stopwatch()
  const rest = async () => {
    await pause()
    used = stopwatch()
  }
  return () => (used() < slice ? undefined : rest())
}
