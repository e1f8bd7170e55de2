/** Acts on a job: their questions, and the way back to it. */
import { type Flash, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { conflict } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { estimateSendUnindexed } from '../../src/operations/jobs/again.ts'
import { getJobStatus, getJobSummary } from '../../src/operations/jobs/job.ts'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { Fields } from '../parts/forms/post.tsx'
import { assertMay, confirmPage, zoneOf } from '../shell.tsx'
import { cancelFacts, type JobAct, questionOf } from './questions.tsx'
import { type JobDetail, type JobSummary, jobHref } from './shapes.ts'

/** Page with a question about a job, or about some of its links. */
export function ask(
  call: SignedInCall,
  job: { id: string; name: string },
  question: Question,
  act: string,
  fields?: Fields,
) {
  const back = jobHref(call.base, job)
  const crumbs = [
    { label: say(zoneOf(call), 'Pushes'), href: `${call.base}/jobs` },
    { label: job.name, href: back },
  ]
  return confirmPage(call, question, { href: `${back}/${act}`, back, sub: job.name, crumbs, fields })
}

/** The question of an act that cannot be undone, as a page without JavaScript; with it, a dialog asks. */
export function asked(name: JobAct, operation: AnyOperation): Screen {
  return page(`/jobs/:id/${name}`, async (call) => {
    assertMay(call, operation)
    const job = await statusOf(call)
    const again = name === 'send-unindexed' ? await unseenToPush(call) : 0
    const cancel = name === 'cancel' ? await cancelOf(call, job) : undefined
    return ask(call, job, questionOf(name, job, again, cancel, zoneOf(call)), name)
  })
}

/** The effect of a cancel, for its question; refused if there is none. */
async function cancelOf(call: SignedInCall, job: JobDetail) {
  const found = cancelFacts(await summaryOf(call), job)
  if (!found) throw conflict(NOTHING_TO_CANCEL)
  return found
}
const NOTHING_TO_CANCEL = text('Everything of it has left or is finished, so nothing can be cancelled.')

/** Number of links that will be pushed, for the question; refused if there are none. */
async function unseenToPush(call: SignedInCall): Promise<number> {
  const { unseen } = await summaryOf(call)
  // The estimate of zero links fails with the reason.
  if (unseen === 0) await call.call(estimateSendUnindexed, { id: call.params.id })
  return unseen
}

export const summaryOf = (call: SignedInCall): Promise<JobSummary> => call.call(getJobSummary, { id: call.params.id })

export const statusOf = (call: SignedInCall) => call.call(getJobStatus, { id: call.params.id, url_limit: 0 })

/** Back to the job, with a message. */
export const toJob = (call: SignedInCall, text: string, tone?: 'info' | 'bad', link?: Flash['link']) =>
  goTo(jobHref(call.base, { id: call.params.id! }), { text, tone, link })
