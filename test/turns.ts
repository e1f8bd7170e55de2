import { readFileSync } from 'node:fs'

/** Milliseconds of processor that the thread of the event loop has had; others collect its garbage. */
export const usedByLoop = (): number =>
  Number(readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'latin1').split(' ')[0]) / 1e6

/** How long others waited for their turn, in milliseconds; waits for the processor that this thread did not have do not count. */
export function longTurns() {
  let [longest, over, last, used] = [0, 0, performance.now(), usedByLoop()]
  const timer = setInterval(() => {
    const turn = Math.min(performance.now() - last - 5, usedByLoop() - used)
    longest = Math.max(longest, turn)
    if (turn > 20) over++
    last = performance.now()
    used = usedByLoop()
  }, 5)
  return {
    end() {
      clearInterval(timer)
      return { longest, over }
    },
  }
}
