import { type Said, said } from '../../kernel/language/say.ts'
import { NEVER, pauseAfter } from '../../kernel/scheduling/retries.ts'
import { HOUR, SECOND } from '../../kernel/time/clock.ts'
import type { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { IndexNowAnswer } from './endpoint.ts'

/** The result of an attempt, in words for people. `wait` is in milliseconds: try again after it. */
export type SubmissionVerdict = {
  status: 'received' | 'refused' | 'failed' | 'queued'
  explanation: Said
  wait?: number
}

const LONGEST_WAIT = 12 * HOUR

/** Judges the answer to attempt number `attempt`, from 1 (statuses: indexnow.org/documentation). */
export function judgeAnswer(answer: IndexNowAnswer, attempt: number): SubmissionVerdict {
  const { status, body, retry_after, page, location } = answer
  // A gateway, a firewall or the page of a network answers with a web page; the engines never do.
  if (page) return again('unavailable', attempt, 'failed', gateway(status), retry_after)
  if (status >= 200 && status < 300)
    return { status: 'received', explanation: status === 202 ? PENDING_KEY : said('The engines received the links.') }
  if (status === 403 && /SiteVerificationNotCompleted/i.test(body))
    return again('unverified', attempt, 'refused', NOT_FETCHED_YET)
  if (status === 429)
    return again('busy', attempt, 'failed', said('The engines accept no further URLs for now.'), retry_after)
  if (status >= 300 && status < 400)
    return again('unavailable', attempt, 'failed', moved(status, location), retry_after)
  if (status < 400 || status >= 500 || status === 408)
    return again('unavailable', attempt, 'failed', withWords(answered(status), body), retry_after)
  return { status: 'refused', explanation: refusal(status, body) }
}

/** Judges an attempt without an answer. */
export function judgeFailure({ failure, message }: UpstreamError, attempt: number): SubmissionVerdict {
  const explanation = said('No answer: {why}.', { why: message })
  if (failure === 'transient') return again('unavailable', attempt, 'failed', explanation)
  if (failure === 'unknown') return again('lost', attempt, 'failed', explanation)
  return { status: 'failed', explanation }
}

const PENDING_KEY = said('The engines received the links and will check the key file.')
const NOT_FETCHED_YET = said(
  'Bing has not fetched the key file yet. That usually takes 2 to 10 minutes; after that, check that nothing on the site blocks its crawler.',
)
const REMEMBERED_REFUSAL = said(
  'Bing remembers a refusal: this key was first used for another host, or Bing could not fetch its file the first time. Rotate the key, host the new file and verify it, or verify the site in Bing Webmaster Tools.',
)
const BAD_KEY = said(
  'The key is not valid for this host: an engine did not find it in the key file. Verify the site to see what the file contains.',
)
const BAD_FORM = said('The endpoint rejected the request as malformed.')
const BAD_URLS = said('URLs are outside the host or the folder of the key file, or the key file is not at its address.')

function refusal(status: number, body: string): Said {
  if (status === 403 && /UserForbid\w{0,20}ToAccessSite/i.test(body)) return REMEMBERED_REFUSAL
  return withWords(refusals[status] ?? said('The endpoint refused with {status}.', { status: `${status}` }), body)
}

const refusals: Record<number, Said> = { 400: BAD_FORM, 403: BAD_KEY, 422: BAD_URLS }

const gateway = (status: number): Said =>
  said(
    'A web page answered {status} in place of the endpoint: a gateway or firewall between this machine and the engines refused the call, or took it.',
    { status: `${status}` },
  )

const answered = (status: number): Said => said('The endpoint answered {status}.', { status: `${status}` })

const moved = (status: number, location?: string | null): Said =>
  location
    ? said(
        'The endpoint answered {status} and points to {location}: set SIGNALPOST_INDEXNOW_ENDPOINT to that address.',
        { status: `${status}`, location: location.slice(0, 200) },
      )
    : answered(status)

/** With the engine's own words, in one line: of its details, or else its message. */
function withWords(explanation: Said, body: string): Said {
  const words = wordsIn(body)
  return words ? said('{explanation} It said: {words}.', { explanation, words }) : explanation
}

function wordsIn(body: string): string {
  const value = jsonOf(body)
  const details: unknown = value?.details
  const holders = [...(Array.isArray(details) ? details : []), value]
  const found = holders.flatMap((one: { message?: unknown; error?: unknown } | null) => [one?.message, one?.error])
  const words = found.filter((word) => typeof word === 'string' && word.trim() !== '').slice(0, 3) as string[]
  const line = [...new Set(words)].join('; ').replace(/\s+/g, ' ').slice(0, 200)
  return line.replace(/\.$/, '')
}

function jsonOf(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** `Retry-After` replaces the wait, within bounds; it does not add attempts. */
function again(
  cause: 'busy' | 'unavailable' | 'lost' | 'unverified',
  attempt: number,
  end: 'refused' | 'failed',
  explanation: Said,
  retry_after?: number,
): SubmissionVerdict {
  const wait = pauseAfter(`indexnow_${cause}`, attempt)
  if (wait === NEVER) {
    const given_up = said('{explanation} Given up after {n, plural, one {# attempt} other {# attempts}}.', {
      explanation,
      n: attempt,
    })
    return { status: end, explanation: given_up }
  }
  const asked = retry_after === undefined ? wait : Math.min(Math.max(retry_after, SECOND), LONGEST_WAIT)
  return { status: 'queued', explanation, wait: asked }
}
