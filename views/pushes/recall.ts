import { MINUTE, plus, type Time } from '../../src/kernel/clock.ts'

const KEPT = 3 * MINUTE
const MOST = 20_000

/** What the pre-flight said of a URL a moment ago, so that editing a list does not ask every page again. */
function createRecall() {
  const seen = new Map<string, { until: Time; result: unknown }>()
  return {
    known<T>(urls: readonly string[], now: Time): Map<string, T> {
      const found = new Map<string, T>()
      for (const url of urls) {
        const one = seen.get(url)
        if (one && one.until > now) found.set(url, one.result as T)
      }
      return found
    },
    keep(results: readonly { url: string }[], now: Time): void {
      if (seen.size + results.length > MOST) seen.clear()
      for (const result of results) seen.set(result.url, { until: plus(now, KEPT), result })
    },
  }
}

export const recall = createRecall()
