/** Undo of an order in its first seconds: nothing is sent yet, and all credits and the list are restored. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import { UNDO } from '../../src/domains/pushes/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { between, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { getJobStatus, getJobSummary } from '../../src/operations/jobs/job.ts'
import { cancelJob } from '../../src/operations/jobs/jobs.ts'
import { creditsIn } from '../credits/give-missing.ts'
import { conflictAt } from '../form-refusal.ts'
import { zoneOf } from '../frame/reader.ts'
import { UndoButton, type UndoData } from '../frame/toast.tsx'
import { Working } from '../parts/progress.tsx'
import type { Job } from './shapes.ts'

export const secondsLeft = (until: Time, now: Time): number => Math.ceil(between(now, until) / SECOND)

/** `seconds`: time in which undo works; the script counts them down and removes the bar. */
export const UndoBar = ({ to, action, seconds, of }: UndoData & { to: Reader }) => (
  <div data-undo={seconds}>
    <Working says={sentIn(to, of)} more={say(to, 'Until then you can take it all back.')}>
      <UndoButton to={to} action={action} seconds={seconds} small />
    </Working>
  </div>
)

const sentIn = (to: Reader, name?: string | null): string =>
  name
    ? say(to, 'Sent in {seconds} s for {name}.', { seconds: UNDO / SECOND, name })
    : say(to, 'Sent in {seconds} s.', { seconds: UNDO / SECOND })

/** Undo of a job, while it is possible and if the visitor may cancel the job. */
export async function undoOf(call: SignedInCall, id: string, can_write: boolean): Promise<UndoData | null> {
  const found = can_write ? await undoable(call, id) : null
  if (!found?.undo_until) return null
  const seconds = secondsLeft(found.undo_until, call.app.clock.now())
  return { action: `${call.base}/jobs/${id}/undo`, seconds, of: elsewhere(call, found) }
}

/** Null for a job that was deleted meanwhile. */
const undoable = (call: SignedInCall, id: string) =>
  call.call(getJobSummary, { id }, { here: true }).catch((error: unknown) => {
    if (error instanceof Fault && error.status === 404) return null
    throw error
  })

/** The name of a workspace; null if it is the one of the page. */
export const elsewhere = ({ caller }: SignedInCall, of: { tenant_id: string; tenant_name: string }): string | null =>
  of.tenant_id === caller.tenant_id ? null : of.tenant_name

/**
 * Cancels unsent links, then opens New push with the list, or after a retry the job. When it is too late, the message
 * names the next step.
 */
export async function undo(call: SignedInCall): Promise<Response> {
  const id = call.params.id!
  const to = zoneOf(call)
  const job = await call.call(getJobStatus, { id, url_limit: 0 }, { here: true })
  const { undo_until } = await call.call(getJobSummary, { id }, { here: true })
  if (undo_until === null) return refused(call, say(to, tooLate(job)))
  const again = job.status === 'sending'
  const other = elsewhere(call, job)
  try {
    const { cancelled } = await call.call(cancelJob, { id })
    if (again) {
      const kept = say(
        to,
        '{n, plural, one {# link is not sent again, and its credit is} other {# links are not sent again, and their credits are}} available again.',
        { n: cancelled },
      )
      return goTo(`${call.base}/jobs/${id}`, { text: `${undoneFor(to, other)} ${kept}` })
    }
    const { reserved } = await call.call(getJobSummary, { id }, { here: true })
    // New push is in English.
    const words = `${undoneFor(ENGLISH, other)} ${whatCameBack(reserved)} Here is the list.`
    return goTo(`${call.base}/push?undone=${id}`, { text: words })
  } catch (error) {
    // The last link was sent meanwhile, or another person cancelled the job.
    return conflictAt(error, `${call.base}/jobs/${id}`, to)
  }
}

const undoneFor = (to: Reader, name: string | null): string =>
  name ? say(to, 'Undone for {name}.', { name }) : say(to, 'Undone.')

const refused = (call: SignedInCall, text: string) => goTo(`${call.base}/jobs/${call.params.id}`, { text, tone: 'bad' })

/** Why the job cannot be undone any longer, and the next step. */
function tooLate({ status }: Pick<Job, 'status'>): Text {
  if (status === 'cancelled') return text('This push was undone or cancelled already.')
  return status === 'watching' || status === 'done'
    ? text(
        'Every link of it has been sent, so nothing can be undone. Credits of links that are not indexed are refunded.',
      )
    : text('It has begun. “Cancel push” stops what was not sent yet.')
}

/** Credits of sent links and of checks in progress stay reserved. */
export function whatCameBack({ index, check }: Record<CreditKind, number>): string {
  const reserved = [
    { kind: 'index' as const, missing: index },
    { kind: 'check' as const, missing: check },
  ].filter(({ missing }) => missing > 0)
  return reserved.length === 0
    ? 'Every credit is available again.'
    : `${creditsIn(reserved)} ${index + check === 1 ? 'is' : 'are'} still reserved, for links that were sent already.`
}
