/** Shorter times are all the same: a clock and a busy machine make more difference. */
const LEAST_MS = 0.5

/** How many times as long some work takes for a hostile text as for a plain one. The best of three runs counts. */
export function slower<T>(work: (text: T) => unknown, hostile: T, plain: T): number {
  const best = (text: T) => Math.max(LEAST_MS, Math.min(...[1, 2, 3].map(() => once(() => work(text)))))
  return best(hostile) / best(plain)
}

function once(work: () => unknown): number {
  const began = performance.now()
  work()
  return performance.now() - began
}
