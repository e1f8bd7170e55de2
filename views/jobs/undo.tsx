/** Undo of an order in its first seconds: nothing is sent yet, and all credits and the list are restored. */

import type { CreditKind } from '../../src/domains/credits/index.ts'
import { UNDO } from '../../src/domains/pushes/index.ts'
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { between, SECOND, type Time } from '../../src/kernel/time/clock.ts'
import { getJobStatus, getJobSummary } from '../../src/operations/jobs/job.ts'
import { cancelJob } from '../../src/operations/jobs/jobs.ts'
import { conflictAt } from '../form-refusal.ts'
import { UndoButton, type UndoData } from '../frame/toast.tsx'
import { Working } from '../parts/progress.tsx'
import { many } from '../parts/text/format.ts'
import type { Job } from './shapes.ts'

export const secondsLeft = (until: Time, now: Time): number => Math.ceil(between(now, until) / SECOND)

/** `seconds`: time in which undo works; the script counts them down and removes the bar. */
export const UndoBar = ({ action, seconds, of }: UndoData) => (
  <div data-undo={seconds}>
    <Working says={`Sent in ${UNDO / SECOND} s${of ? ` for ${of}` : ''}.`} more="Until then you can take it all back.">
      <UndoButton action={action} seconds={seconds} small />
    </Working>
  </div>
)

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
  const job = await call.call(getJobStatus, { id, url_limit: 0 }, { here: true })
  const { undo_until } = await call.call(getJobSummary, { id }, { here: true })
  if (undo_until === null) return refused(call, tooLate(job))
  const again = job.status === 'sending'
  const other = elsewhere(call, job)
  const whose = other ? ` for ${other}` : ''
  try {
    const { cancelled } = await call.call(cancelJob, { id })
    if (again) {
      const text = `Undone${whose}. ${many(cancelled, 'link')} ${cancelled === 1 ? 'is' : 'are'} not sent again, and ${cancelled === 1 ? 'its credit is' : 'their credits are'} available again.`
      return goTo(`${call.base}/jobs/${id}`, { text })
    }
    const text = `Undone${whose}. ${whatCameBack((await call.call(getJobSummary, { id }, { here: true })).reserved)} Here is the list.`
    return goTo(`${call.base}/push?undone=${id}`, { text })
  } catch (error) {
    // The last link was sent meanwhile, or another person cancelled the job.
    return conflictAt(error, `${call.base}/jobs/${id}`)
  }
}

const refused = (call: SignedInCall, text: string) => goTo(`${call.base}/jobs/${call.params.id}`, { text, tone: 'bad' })

/** Why the job cannot be undone any longer, and the next step. */
function tooLate({ status }: Pick<Job, 'status'>): string {
  if (status === 'cancelled') return 'This push was undone or cancelled already.'
  return status === 'watching' || status === 'done'
    ? 'Every link of it has been sent, so nothing can be undone. Credits of links that are not indexed are refunded.'
    : 'It has begun. “Cancel push” stops what was not sent yet.'
}

/** Credits of sent links and of checks in progress stay reserved. */
export function whatCameBack({ index, check }: Record<CreditKind, number>): string {
  const away = [
    ...(index > 0 ? [many(index, 'index credit')] : []),
    ...(check > 0 ? [many(check, 'check credit')] : []),
  ]
  return away.length === 0
    ? 'Every credit is available again.'
    : `${away.join(' and ')} ${index + check === 1 ? 'is' : 'are'} still reserved, for links that were sent already.`
}
