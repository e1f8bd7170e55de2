import type { TObject, TString } from 'typebox'
import { csvResponse } from '../../src/doors/csv.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { hashSecret } from '../../src/kernel/ids.ts'
import type { AnyOperation, Operation } from '../../src/kernel/operation.ts'
import { cancelJob } from '../../src/operations/jobs/cancel-job.ts'
import { deleteJob } from '../../src/operations/jobs/delete-job.ts'
import { deleteJobUrl } from '../../src/operations/jobs/delete-job-url.ts'
import { exportJobCsv } from '../../src/operations/jobs/export-job-csv.ts'
import { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import { listJobUrls } from '../../src/operations/jobs/list-job-urls.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { recheckJob } from '../../src/operations/jobs/recheck-job.ts'
import { retryJob } from '../../src/operations/jobs/retry-job.ts'
import { sendUnindexed } from '../../src/operations/jobs/send-unindexed-to-indexer.ts'
import { shareJobReport } from '../../src/operations/jobs/share-job-report.ts'
import { syncJob } from '../../src/operations/jobs/sync-job.ts'
import { unshareJobReport } from '../../src/operations/jobs/unshare-job-report.ts'
import { updateJob } from '../../src/operations/jobs/update-job.ts'
import type { Question } from '../parts/dialogs.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import type { Fields } from '../parts/post.tsx'
import { appPage, confirmPage, may, mayWrite, requireMay, zoneOf } from '../shell.tsx'
import { JobPage } from './job.tsx'
import { JobLiveContent } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { Jobs, type JobsProps } from './jobs.tsx'
import { type JobAct, questionOf, questionOfLinks } from './questions.tsx'
import { isFinished, type JobDetail, jobHref } from './shapes.ts'

export const jobScreens: readonly Screen[] = [
  page('/jobs', jobs),
  page('/jobs/:id', job),
  page('/jobs/:id/progress', progress),
  page('/jobs/:id/csv', csv),
  action('/jobs/:id/rename', rename),
  action('/jobs/:id/links/remove', askForLinks),
  action('/jobs/:id/links/delete', removeLinks),
  action('/jobs/:id/share', (call) => after(call, shareJobReport, 'The report is shared. Copy its address below.')),
  action('/jobs/:id/sync', (call) => after(call, syncJob, 'The supplier was asked how far it is.')),
  action('/jobs/:id/retry', (call) => after(call, retryJob, 'The failed links are on their way again.')),
  action('/jobs/:id/check', check),
  ...asked('stop-sharing', unshareJobReport, (call) =>
    after(call, unshareJobReport, 'The report is no longer shared.'),
  ),
  ...asked('cancel', cancelJob, cancel),
  ...asked('send-unindexed', sendUnindexed, sendAgain),
  ...asked('delete', deleteJob, remove),
]

async function jobs(call: SignedInCall) {
  const { base, query, app } = call
  const props: JobsProps = {
    list: await call.call(listJobs, askedOf(listJobs, query), { here: true }),
    query,
    can_write: mayWrite(call),
    can_delete: may(call, deleteJob),
    base,
    now: app.clock.now(),
    zone: zoneOf(call),
  }
  return appPage(call, 'Jobs', <Jobs {...props} />)
}

async function job(call: SignedInCall) {
  const { base, query, params, app } = call
  const answer = await statusOf(call)
  const props: JobProps = {
    job: answer,
    links: await call.call(listJobUrls, { ...askedOf(listJobUrls, query), id: params.id }),
    query,
    can_write: mayWrite(call),
    can_delete: may(call, deleteJob),
    base,
    progress: `${jobHref(base, answer)}/progress`,
    ptag: tagOf(answer),
    now: app.clock.now(),
    zone: zoneOf(call),
  }
  return appPage(call, answer.name, <JobPage {...props} />)
}

const statusOf = (call: SignedInCall): Promise<JobDetail> =>
  call.call(getJobStatus, { id: call.params.id, url_limit: 0 })

/** The moving part alone: 304 while nothing has moved, a fresh page once the job is finished. */
async function progress(call: SignedInCall) {
  const answer = await statusOf(call)
  const tag = tagOf(answer)
  if (call.request.headers.get('hx-ptag') === tag)
    return new Response(null, { status: 304, headers: { 'hx-ptag': tag } })
  const headers: Record<string, string> = { 'hx-ptag': tag }
  if (isFinished(answer)) headers['hx-refresh'] = 'true'
  const content = <JobLiveContent job={answer} now={call.app.clock.now()} zone={zoneOf(call)} />
  return htmlResponse(content, 200, headers)
}

const tagOf = ({ status, outcome, note, indexnow }: JobDetail): string =>
  hashSecret(JSON.stringify([status, outcome, note, indexnow])).slice(0, 16)

/** Back to the job, with a word. */
const toJob = (call: SignedInCall, text: string, tone?: 'info' | 'bad') =>
  goTo(jobHref(call.base, { id: call.params.id! }), { text, tone })

async function after(call: SignedInCall, operation: Operation<TObject<{ id: TString }>, unknown>, text: string) {
  await call.call(operation, { id: call.params.id })
  return toJob(call, text)
}

const NONE_PICKED = 'Tick the links first.'

async function check(call: SignedInCall) {
  const url_ids = call.all('url_ids').map(Number)
  if (url_ids.length === 0) return pickFirst(call)
  const { looks } = await call.call(recheckJob, { id: call.params.id, url_ids })
  return toJob(call, `${many(looks, 'link is', 'links are')} being looked at.`, 'info')
}

/** What is not there stays not there, whatever was ticked. */
async function pickFirst(call: SignedInCall) {
  await statusOf(call)
  return toJob(call, NONE_PICKED, 'bad')
}

async function csv(call: SignedInCall) {
  const answer = await call.call(exportJobCsv, { id: call.params.id })
  return csvResponse(answer, (error) => call.app.log.error('a file could not be sent', { error }))
}

async function rename(call: SignedInCall) {
  await call.call(updateJob, { id: call.params.id, name: call.form.name })
  return toJob(call, 'Renamed.')
}

async function removeLinks(call: SignedInCall) {
  const uids = call.all('url_ids')
  if (uids.length === 0) return pickFirst(call)
  for (const uid of uids) await call.call(deleteJobUrl, { id: call.params.id, uid })
  return toJob(call, `${many(uids.length, 'link is', 'links are')} removed.`)
}

async function cancel(call: SignedInCall) {
  const { cancelled } = await call.call(cancelJob, { id: call.params.id })
  return toJob(call, `Cancelled: ${many(cancelled, 'link')}. Their credits are back.`)
}

async function sendAgain(call: SignedInCall) {
  const made = await call.call(sendUnindexed, { id: call.params.id })
  return goTo(jobHref(call.base, made), { text: `${many(made.accepted, 'link')} on the way again.` })
}

async function remove(call: SignedInCall) {
  await call.call(deleteJob, { id: call.params.id })
  return goTo(`${call.base}/jobs`, { text: 'The job is deleted.' })
}

/** Asks about a job, or about a part of it. */
function ask(call: SignedInCall, job: JobDetail, question: Question, act: string, fields?: Fields) {
  const back = jobHref(call.base, job)
  const crumbs = [
    { label: 'Jobs', href: `${call.base}/jobs` },
    { label: job.name, href: back },
  ]
  return confirmPage(call, question, { href: `${back}/${act}`, back, sub: job.name, crumbs, fields })
}

async function askForLinks(call: SignedInCall) {
  requireMay(call, deleteJobUrl)
  const url_ids = call.all('url_ids')
  if (url_ids.length === 0) return pickFirst(call)
  return ask(call, await statusOf(call), questionOfLinks(url_ids.length), 'links/delete', { url_ids })
}

/** What cannot be undone is asked first: on a page of its own without JavaScript, in a dialog with it. */
function asked(act: JobAct, operation: AnyOperation, run: (call: SignedInCall) => Promise<Response>): Screen[] {
  const path = `/jobs/:id/${act}`
  const question = page(path, async (call) => {
    requireMay(call, operation)
    const job = await statusOf(call)
    return ask(call, job, questionOf(act, job), act)
  })
  return [question, action(path, run)]
}
