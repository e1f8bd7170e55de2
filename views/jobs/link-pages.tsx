/** Actions on ticked links: check, push again, stop, remove. */
import { action, goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { deleteJobUrl } from '../../src/operations/jobs/delete-job-url.ts'
import { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import { recheckJob } from '../../src/operations/jobs/recheck-job.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { listLinks } from '../../src/operations/links/list-links.ts'
import { many } from '../parts/text/format.ts'
import { pushOf } from '../push/pages.tsx'
import { assertMay } from '../shell.tsx'
import { ask } from './ask.ts'
import { questionOfLinks } from './questions.tsx'
import { jobHref } from './shapes.ts'
import { askToStop, cancelPicked, idsOf, NONE_PICKED } from './stop.ts'

export const linkScreens: readonly Screen[] = [
  action('/jobs/:id/check', check),
  action('/jobs/:id/links/again', again),
  action('/jobs/:id/links/stop', stop),
  action('/jobs/:id/links/call-off', stopNow),
  action('/jobs/:id/links/remove', askForLinks),
  action('/jobs/:id/links/delete', removeLinks),
]

export const statusOf = (call: SignedInCall) => call.call(getJobStatus, { id: call.params.id, url_limit: 0 })

/** Back to the job, with a message. */
export const toJob = (call: SignedInCall, text: string, tone?: 'info' | 'bad') =>
  goTo(jobHref(call.base, { id: call.params.id! }), { text, tone })

/** A missing job is a 404, even if nothing is ticked. */
async function pickFirst(call: SignedInCall) {
  await statusOf(call)
  return toJob(call, NONE_PICKED, 'bad')
}

async function check(call: SignedInCall) {
  const url_ids = call.all('url_ids').map(Number)
  if (url_ids.length === 0) return pickFirst(call)
  const { looks } = await call.call(recheckJob, { id: call.params.id, url_ids })
  return toJob(call, `${many(looks, 'link is', 'links are')} being checked.`, 'info')
}

/** Opens New push with the links and the bill. Nothing is pushed yet. */
async function again(call: SignedInCall) {
  assertMay(call, submitIndexJob)
  const { tenant_id } = await statusOf(call)
  const picked = await tickedHere(call)
  if (picked.length === 0) return pickFirst(call)
  return pushOf(
    call,
    picked.map(({ url }) => url),
    tenant_id,
  )
}

/** The ticked links of this job. */
async function tickedHere(call: SignedInCall) {
  const uids = call.all('url_ids').filter((uid) => /^\d{1,15}$/.test(uid))
  const found = []
  for (let from = 0; from < uids.length; from += A_PAGE) {
    const some = uids.slice(from, from + A_PAGE).join(',')
    const asked = { uids: some, page_size: A_PAGE, dir: 'asc' as const }
    found.push(...(await call.call(listLinks, asked, { here: true })).items)
  }
  return found.filter(({ job_id }) => job_id === call.params.id)
}
/** Most rows of one page of a list. */
export const A_PAGE = 200

async function stop(call: SignedInCall) {
  const job = await statusOf(call)
  return askToStop(call, idsOf(await tickedHere(call)), jobHref(call.base, job), (question, { ids, ...fields }) =>
    ask(call, job, question, 'links/call-off', { url_ids: ids, ...fields }),
  )
}

async function stopNow(call: SignedInCall) {
  return cancelPicked(call, idsOf(await tickedHere(call)), jobHref(call.base, await statusOf(call)))
}

async function askForLinks(call: SignedInCall) {
  assertMay(call, deleteJobUrl)
  const url_ids = call.all('url_ids')
  if (url_ids.length === 0) return pickFirst(call)
  return ask(call, await statusOf(call), questionOfLinks(url_ids.length), 'links/delete', { url_ids })
}

async function removeLinks(call: SignedInCall) {
  const uids = call.all('url_ids')
  if (uids.length === 0) return pickFirst(call)
  for (const uid of uids) await call.call(deleteJobUrl, { id: call.params.id, uid })
  return toJob(call, `${many(uids.length, 'link is', 'links are')} removed.`)
}
