import { MINUTE, plus, type Time } from '../../src/kernel/clock.ts'
import type { PreflightRow } from './preflight-rows.tsx'

const KEPT = 3 * MINUTE
const MOST = 20_000

/** What the pre-flight said of a URL a moment ago, so that editing a list does not ask every page again. */
function createRecall() {
  const seen = new Map<string, { until: Time; result: PreflightRow }>()
  return {
    known(urls: readonly string[], now: Time): Map<string, PreflightRow> {
      const found = new Map<string, PreflightRow>()
      for (const url of urls) {
        const one = seen.get(url)
        if (one && one.until > now) found.set(url, one.result)
      }
      return found
    },
    keep(results: readonly PreflightRow[], now: Time): void {
      if (seen.size + results.length > MOST) seen.clear()
      for (const result of results) seen.set(result.url, { until: plus(now, KEPT), result })
    },
  }
}

export const recall = createRecall()
