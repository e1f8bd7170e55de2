/**
 * Pages that Google showed, by Search Analytics (developers.google.com/webmaster-tools/v1/searchanalytics/query): one
 * finished day, 25,000 rows a request, and at most 50,000 a day by clicks (…/v1/how-tos/all-your-data).
 */
import type { ShownPage } from '../../domains/checks/engine.ts'
import { pacer } from '../../kernel/scheduling/pause.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { Call, Http, Reply } from '../http.ts'

const ROWS = 25_000
/** No day has more, whatever an answer says. */
const MOST = 50_000
/** Pages that are settled in one transaction. */
const PART = 200
/** A load quota is counted in chunks of ten minutes (developers.google.com/webmaster-tools/limits). */
const PAUSE = 15 * MINUTE

type Send = (call: Call) => Promise<{ http: Http; reply: Reply }>

export async function* shownPages(send: Send, site_url: string, day: string): AsyncGenerator<ShownPage[]> {
  for (let from = 0, rows = ROWS; rows === ROWS && from < MOST; from += ROWS) {
    const json = {
      ...{ startDate: day, endDate: day, dimensions: ['page'], type: 'web', dataState: 'final' },
      ...{ rowLimit: ROWS, startRow: from },
    }
    const path = `/webmasters/v3/sites/${encodeURIComponent(site_url)}/searchAnalytics/query`
    const { http, reply } = await send({ path, json })
    if (reply.status !== 200) throw refusalOf(http, reply)
    rows = 0
    const breathe = pacer()
    let part: ShownPage[] = []
    for (const row of rowsIn(http, reply)) {
      await breathe()
      rows += 1
      const page = pageOf(row)
      if (page) part.push(page)
      if (part.length === PART) {
        yield part
        part = []
      }
    }
    if (part.length) yield part
  }
}

/** Each quota has the same refusal: a minute's, that of ten minutes, and a day's. */
const TOO_MANY = /quotaExceeded|rateLimitExceeded|userRateLimitExceeded|dailyLimitExceeded/i

function refusalOf(http: Http, reply: Reply): UpstreamError {
  const isLimit = reply.status === 429 || (reply.status === 403 && TOO_MANY.test(reply.text))
  return isLimit ? new UpstreamError('rate', http.refusal(reply).message, PAUSE, true, true) : http.refusal(reply)
}

/** A row has no object within, so it ends at the first brace outside of text. */
const ROW = /\{(?:[^{}"]+|"(?:[^"\\]+|\\.)*")*\}/g

/** The text of each row, one at a time: to parse an answer of several megabytes at once would hold up all others. */
function* rowsIn(http: Http, { text }: Reply): Generator<string> {
  const start = text.indexOf('"rows"')
  if (!/^\s*\{/.test(text) || !/\}\s*$/.test(text.slice(-20)))
    throw http.failure('transient', 'answered with something that is not JSON')
  if (start === -1) return
  const rows = new RegExp(ROW)
  rows.lastIndex = start
  for (let found = rows.exec(text); found; found = rows.exec(text)) yield found[0]
}

function pageOf(row: string): ShownPage | null {
  try {
    const { keys, impressions } = JSON.parse(row) as { keys?: unknown; impressions?: unknown }
    const url = Array.isArray(keys) && keys.length === 1 ? (keys[0] as unknown) : null
    const shown = typeof impressions === 'number' && Number.isFinite(impressions) ? Math.floor(impressions) : 0
    return typeof url === 'string' && shown > 0 ? { url, impressions: shown } : null
  } catch {
    return null
  }
}
