import { HOUR, MINUTE, SECOND } from '../../kernel/time/clock.ts'
import type { UpstreamError } from '../../kernel/web-fetch/upstream-error.ts'
import type { IndexNowAnswer } from './endpoint.ts'

/** The result of an attempt, in words for people. `wait` is in milliseconds: try again after it. */
export type SubmissionVerdict = {
  status: 'received' | 'refused' | 'failed' | 'queued'
  explanation: string
  wait?: number
}

/**
 * Waits between attempts; after the last the submission is given up. Engines count submissions: after 429 they require
 * 10 minutes, and after one that may have arrived 5 minutes.
 */
const WAITS = {
  busy: [10, 20, 40, 80, 160, 360, 720].map(minutes),
  unavailable: [10 * SECOND, ...[1, 5, 15, 60, 180, 360].map(minutes)],
  lost: [5, 15, 60, 180, 360].map(minutes),
  unverified: Array(7).fill(90 * SECOND),
}
const LONGEST_WAIT = 12 * HOUR

/** Judges the answer to attempt number `attempt`, from 1 (statuses: indexnow.org/documentation). */
export function judgeAnswer({ status, body, retry_after }: IndexNowAnswer, attempt: number): SubmissionVerdict {
  if (status >= 200 && status < 300)
    return { status: 'received', explanation: status === 202 ? PENDING_KEY : 'The engines received the links.' }
  if (status === 403 && /SiteVerificationNotCompleted/i.test(body))
    return again('unverified', attempt, 'refused', NOT_FETCHED_YET)
  if (status === 429)
    return again('busy', attempt, 'failed', 'The engines accept no further URLs for now.', retry_after)
  if (status < 400 || status >= 500 || status === 408)
    return again('unavailable', attempt, 'failed', `The endpoint answered ${status}.`, retry_after)
  return { status: 'refused', explanation: refusal(status, body) }
}

/** Judges an attempt without an answer. */
export function judgeFailure(error: UpstreamError, attempt: number): SubmissionVerdict {
  if (error.failure === 'transient') return again('unavailable', attempt, 'failed', `${error.message}.`)
  if (error.failure === 'unknown') return again('lost', attempt, 'failed', `${error.message}.`)
  return { status: 'failed', explanation: `${error.message}.` }
}

const PENDING_KEY = 'The engines received the links and will check the key file.'
const NOT_FETCHED_YET =
  'Bing has not fetched the key file yet. That usually takes 2 to 10 minutes; after that, check that nothing on the site blocks its crawler.'
const REMEMBERED_REFUSAL =
  'Bing remembers a refusal: this key was first used for another host, or Bing could not fetch its file the first time. Rotate the key, host the new file and verify it, or verify the site in Bing Webmaster Tools.'
const BAD_KEY =
  'The key is not valid for this host: an engine did not find it in the key file. Verify the site to see what the file contains.'
const BAD_FORM = 'The endpoint rejected the request as malformed.'
const BAD_URLS = 'URLs are outside the host or the folder of the key file, or the key file is not at its address.'

function refusal(status: number, body: string): string {
  if (status === 403) return /UserForbid\w{0,20}ToAccessSite/i.test(body) ? REMEMBERED_REFUSAL : BAD_KEY
  if (status === 400) return BAD_FORM
  return status === 422 ? BAD_URLS : `The endpoint refused with ${status}.`
}

/** `Retry-After` replaces the wait, within bounds; it does not add attempts. */
function again(
  cause: keyof typeof WAITS,
  attempt: number,
  end: 'refused' | 'failed',
  explanation: string,
  retry_after?: number,
): SubmissionVerdict {
  const wait: number | undefined = WAITS[cause][attempt - 1]
  if (wait === undefined) return { status: end, explanation: `${explanation} Given up after ${attempt} attempts.` }
  const asked = retry_after === undefined ? wait : Math.min(Math.max(retry_after, SECOND), LONGEST_WAIT)
  return { status: 'queued', explanation, wait: asked }
}

function minutes(n: number): number {
  return n * MINUTE
}
