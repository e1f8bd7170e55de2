import { stopwatch } from '../time/clock.ts'
import { goingOn } from './watchdog.ts'

const waiting: (() => void)[] = []

/**
 * Lets everything that waits on the event loop have its turn. One pausing piece of work goes on in each turn: ten side
 * by side delay nobody for longer than one.
 */
export const pause = async (): Promise<void> => {
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next)
  })
  goingOn()
}

function next(): void {
  waiting[0]!()
  waiting.shift()
  if (waiting.length) setImmediate(next)
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
