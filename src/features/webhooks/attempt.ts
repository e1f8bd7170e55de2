/** One attempt to deliver an event: a signed POST to an address that is judged each time. */
import { type Said, said } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Party } from '../../kernel/scheduling/fair-pool.ts'
import { withPatience } from '../../kernel/scheduling/patience.ts'
import { signaturesOf } from '../../kernel/secrets/webhook-signatures.ts'
import { millis, SECOND, stopwatch, type Time } from '../../kernel/time/clock.ts'
import { isPublic } from '../../kernel/web-fetch/addresses.ts'
import { retryAfter } from '../../kernel/web-fetch/retry-after.ts'
import { SafeFetchError, type SafeResponse } from '../../kernel/web-fetch/safe-fetch.ts'
import { bodyFor } from './chat.ts'
import { secretsOf } from './endpoints.ts'
import type { EndpointRow } from './tables.ts'
import { ANSWER_KEPT } from './words.ts'

const TIMEOUT = 15 * SECOND
const MOST_READ = 64 * 1024
/** A receiver that is about to answer when the process stops gets the event once. */
const LAST_WORDS = SECOND

export type EventToSend = {
  event_id: string
  body: string
  endpoint: EndpointRow
  party: Party
  /** Where it takes turns; with requests to the host unless given. */
  line?: string
}

export type AttemptOutcome = {
  status: number | null
  took_ms: number
  /** Null: delivered. Kept in English; the letter says it in the language of its reader. */
  error: Said | null
  /** The beginning of the answer, of public addresses only. */
  answer: string | null
  /** Milliseconds for which the server asks to be left alone. */
  wait_ms: number
  /** No attempt was made: this install had no room for it. */
  postponed?: true
}

/** Headers that name the event and prove it, at this moment. */
export function headersOf(
  app: Pick<App, 'sealer' | 'config'>,
  { event_id, body, endpoint }: Omit<EventToSend, 'party'>,
  now: Time,
): Record<string, string> {
  const { headers, old, ...secrets } = secretsOf(app.sealer, endpoint)
  const timestamp = Math.floor(millis(now) / SECOND)
  const still = endpoint.old_until !== null && endpoint.old_until > now ? old : null
  return {
    ...headers,
    'content-type': 'application/json',
    'user-agent': `Signalpost-Webhooks (+${app.config.site_url})`,
    'webhook-id': event_id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signaturesOf({ ...secrets, old: still }, { id: event_id, timestamp, body }),
  }
}

/** Sends the event once. Everything but 2xx within 15 s is a failure, redirects too, but for those of an Apps Script. */
export async function attempt(
  app: Pick<App, 'fetch' | 'sealer' | 'config' | 'clock'>,
  sent: EventToSend,
  signal: AbortSignal,
): Promise<AttemptOutcome> {
  const elapsed = stopwatch()
  const none = { status: null, answer: null, wait_ms: 0 }
  const body = bodyFor(sent.endpoint.url, sent.body)
  try {
    const answer = await withPatience(signal, LAST_WORDS, (patient) =>
      app.fetch(sent.endpoint.url, {
        method: 'POST',
        headers: headersOf(app, { ...sent, body }, app.clock.now()),
        body,
        max_body: MOST_READ,
        on_too_large: 'truncate',
        hop_timeout_ms: TIMEOUT,
        total_timeout_ms: TIMEOUT,
        party: sent.party,
        line: sent.line,
        signal: patient,
      }),
    )
    return judged(answer, Math.round(elapsed()), app.clock.now())
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error
    const took_ms = Math.round(elapsed())
    if (error.code === 'busy')
      return { ...none, took_ms, error: said('Not reached: {why}.', { why: error.said }), postponed: true }
    return { ...none, took_ms, error: failedBy(error) }
  }
}

const failedBy = (error: SafeFetchError): Said =>
  error.code === 'timeout' ? said('No answer within 15 seconds.') : said('Not reached: {why}.', { why: error.said })

/**
 * A web app of Google Apps Script has run when it redirects to its output, which only a GET may read:
 * developers.google.com/apps-script/guides/content, "Redirects" (read 2026-11).
 */
function isScriptOutput({ url, status, headers }: SafeResponse): boolean {
  const from = new URL(url)
  const to = URL.parse(headers.get('location') ?? '', url)
  return (
    (status === 302 || status === 303) &&
    /^\/(a\/)?macros\/.*\/(exec|dev)$/.test(from.pathname) &&
    to?.pathname === '/macros/echo' &&
    (to.hostname === 'script.googleusercontent.com' || to.origin === from.origin)
  )
}

function judged(response: SafeResponse, took_ms: number, now: Time): AttemptOutcome {
  const { status, headers, body, hops } = response
  const ip = hops.at(-1)?.ip
  const text = ip && isPublic(ip) ? new TextDecoder().decode(body.subarray(0, 4 * ANSWER_KEPT)) : ''
  const answer = text.slice(0, ANSWER_KEPT).replaceAll('\0', '') || null
  if ((status >= 200 && status < 300) || isScriptOutput(response))
    return { status, took_ms, error: null, answer, wait_ms: 0 }
  const error =
    status >= 300 && status < 400
      ? said('Answered {status}: redirects are not followed.', { status: String(status) })
      : said('Answered {status}.', { status: String(status) })
  const wait_ms = status === 429 || status === 503 ? (retryAfter(headers.get('retry-after'), now) ?? 0) : 0
  return { status, took_ms, error, answer, wait_ms }
}
