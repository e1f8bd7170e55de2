import type { TObject, TString } from 'typebox'
import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation, Operation } from '../../src/kernel/operation/operation.ts'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'
import { updateCrawlSettings } from '../../src/operations/crawl/update-crawl-settings.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { cancelJob } from '../../src/operations/jobs/cancel-job.ts'
import { deleteJob } from '../../src/operations/jobs/delete-job.ts'
import { exportJobCsv } from '../../src/operations/jobs/export-job-csv.ts'
import { getJobSummary } from '../../src/operations/jobs/get-job-summary.ts'
import { listJobUrls } from '../../src/operations/jobs/list-job-urls.ts'
import { retryJob } from '../../src/operations/jobs/retry-job.ts'
import { estimateSendUnindexed, sendUnindexed } from '../../src/operations/jobs/send-unindexed-to-indexer.ts'
import { shareJobReport } from '../../src/operations/jobs/share-job-report.ts'
import { syncJob } from '../../src/operations/jobs/sync-job.ts'
import { unshareJobReport } from '../../src/operations/jobs/unshare-job-report.ts'
import { updateJob } from '../../src/operations/jobs/update-job.ts'
import { getResults } from '../../src/operations/results/get-results.ts'
import { inputOfQuery, LINK_ROWS } from '../parts/lists/list.ts'
import { sendFile } from '../parts/lists/list-file.ts'
import { many, number, percent } from '../parts/text/format.ts'
import { assertMay, drawPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { ask } from './ask.ts'
import { JobPage } from './job.tsx'
import { headOf } from './job-head.tsx'
import { JobProgress } from './job-live.tsx'
import type { Flagged, JobProps, LiveProps, Usual } from './job-props.ts'
import { checkList, pushList } from './jobs.tsx'
import { A_PAGE, linkScreens, statusOf, toJob } from './link-pages.tsx'
import { pickedScreens } from './picked-pages.tsx'
import { type JobAct, questionOf } from './questions.tsx'
import { isChecked, isFinished, type JobDetail, type JobSummary, jobHref } from './shapes.ts'
import { undo, undoOf } from './undo.tsx'

export const jobScreens: readonly Screen[] = [
  ...pushList.screens,
  ...checkList.screens,
  page('/jobs/:id', job),
  page('/jobs/:id/progress', progress),
  page('/jobs/:id/csv', async (call) => sendFile(call.app, await call.call(exportJobCsv, { id: call.params.id }))),
  action('/jobs/:id/rename', rename),
  action('/jobs/:id/share', (call) => after(call, shareJobReport, 'Report shared. Copy its address below.')),
  action('/jobs/:id/sync', sync),
  action('/jobs/:id/retry', async (call) => {
    const { retried } = await call.call(retryJob, { id: call.params.id, delay_s: PAGE_DELAY_S })
    return toJob(call, `${many(retried, 'link')} sent again.`)
  }),
  action('/jobs/:id/undo', undo),
  ...asked('stop-sharing', unshareJobReport, (call) => after(call, unshareJobReport, 'Report no longer shared.')),
  ...asked('cancel', cancelJob, cancel),
  ...asked('send-unindexed', sendUnindexed, pushUnseen),
  ...asked('delete', deleteJob, remove),
  ...linkScreens,
  ...pickedScreens,
]

async function job(call: SignedInCall) {
  const { base, query, params } = call
  const live = await liveOf(call)
  const { job: answer, facts } = live
  const props: JobProps = {
    ...live,
    links: await call.call(listJobUrls, { page_size: LINK_ROWS, ...inputOfQuery(listJobUrls, query), id: params.id }),
    query,
    can_delete: may(call, deleteJob),
    credits_href: may(call, createCreditRequest) ? `${base}/credits/buy` : null,
    progress: `${jobHref(base, answer)}/progress`,
    ptag: tagOf(answer),
    undo: await undoOf(call, answer.id, mayWrite(call)),
  }
  return drawPage(call, { title: tabTitle(answer, facts), ...headOf(props) }, <JobPage {...props} />)
}

/** Data of the page and of its poll. */
async function liveOf(call: SignedInCall, known?: JobDetail): Promise<LiveProps> {
  const answer = known ?? (await statusOf(call))
  return {
    job: answer,
    facts: await summaryOf(call),
    flagged: await flaggedOf(call, answer),
    usual: answer.type === 'index' ? await usualOf(call, answer) : null,
    can_write: mayWrite(call),
    suppliers_href: may(call, updateCrawlSettings) ? '/app/platform/suppliers' : null,
    base: call.base,
    now: call.app.clock.now(),
    zone: zoneOf(call),
  }
}

/** Flagged links by cause; empty if they do not fit one page of a list. */
async function flaggedOf(call: SignedInCall, { id, outcome }: JobDetail): Promise<Flagged[]> {
  const { flagged } = outcome.states
  if (flagged === 0 || flagged > A_PAGE) return []
  const { items } = await call.call(listJobUrls, { id, state: 'flagged', page_size: A_PAGE, sort: 'uid', dir: 'asc' })
  const groups = Map.groupBy(items, ({ flags, http_status }) => `${flags[0]} ${http_status ?? ''}`)
  return [...groups.values()]
    .map((links) => ({
      flag: links[0]!.flags[0] ?? '',
      status: links[0]!.http_status,
      urls: links.map(({ url }) => url),
      fix: links[0]!.fix,
    }))
    .toSorted((a, b) => b.urls.length - a.urls.length)
}

/** With fewer links, a client's share does not predict its next push. */
const ENOUGH = 30

/** Share of the client's links of the last 12 weeks that checks found by each day. */
async function usualOf(call: SignedInCall, { tenant_id }: JobDetail): Promise<Usual[]> {
  const { rows } = await call.call(getResults, { by: 'client', tenant_id }, { here: true })
  const cells = rows.find(({ key }) => key === tenant_id)?.cells ?? []
  return cells
    .filter(({ sent, due }) => sent - due >= ENOUGH)
    .map(({ day, seen, sent, due }) => ({ day, share: seen / (sent - due) }))
}

/** `72% · Guest posts`, so that a background tab shows the result. */
const tabTitle = (job: JobDetail, { timeline }: JobSummary): string =>
  isChecked(job, timeline) ? `${percent(job.outcome.indexed_rate)} · ${job.name}` : job.name

const summaryOf = (call: SignedInCall): Promise<JobSummary> => call.call(getJobSummary, { id: call.params.id })

/** Answer to the poll: 304 while nothing has changed, a reload once the job is finished. */
async function progress(call: SignedInCall) {
  const answer = await statusOf(call)
  const tag = tagOf(answer)
  if (call.request.headers.get('hx-ptag') === tag)
    return new Response(null, { status: 304, headers: { 'hx-ptag': tag } })
  const headers: Record<string, string> = { 'hx-ptag': tag }
  if (isFinished(answer)) headers['hx-refresh'] = 'true'
  return htmlResponse(<JobProgress {...(await liveOf(call, answer))} can_delete={may(call, deleteJob)} />, 200, headers)
}

const tagOf = ({ status, outcome, note, indexnow }: JobDetail): string =>
  hashSecret(JSON.stringify([status, outcome, note, indexnow])).slice(0, 16)

async function after(call: SignedInCall, operation: Operation<TObject<{ id: TString }>, unknown>, text: string) {
  await call.call(operation, { id: call.params.id })
  return toJob(call, text)
}

/** Asks the suppliers now, and shows their answer. */
async function sync(call: SignedInCall) {
  const { id } = call.params
  const { batches } = await call.call(syncJob, { id })
  const { crawl } = await summaryOf(call)
  if (batches === 0 || !crawl) return toJob(call, 'No supplier has a link of this push yet.', 'info')
  const whom = call.caller.platform ? `Supplier (${crawl.adapters.join(', ')})` : 'Supplier'
  return crawl.asked_at !== null
    ? toJob(call, `${whom}: ${number(crawl.crawled)} of ${number(crawl.links)} crawled, asked just now.`)
    : toJob(call, `${whom}: no answer yet on ${many(crawl.links, 'link')}, asked just now.`, 'info')
}

async function rename(call: SignedInCall) {
  await call.call(updateJob, { id: call.params.id, name: call.form.name })
  return toJob(call, 'Renamed.')
}

async function cancel(call: SignedInCall) {
  const { cancelled, status } = await call.call(cancelJob, { id: call.params.id })
  const rest = status === 'cancelled' ? '' : ' The push goes on with the others.'
  return toJob(call, `Cancelled: ${many(cancelled, 'link')}. Their credits are refunded.${rest}`)
}

async function remove(call: SignedInCall) {
  await call.call(deleteJob, { id: call.params.id })
  return goTo(`${call.base}/jobs`, { text: 'Job deleted.' })
}

/** An act that cannot be undone, with its question: a page without JavaScript, a dialog with it. */
function asked(act: JobAct, operation: AnyOperation, run: (call: SignedInCall) => Promise<Response>): Screen[] {
  const path = `/jobs/:id/${act}`
  const question = page(path, async (call) => {
    assertMay(call, operation)
    const job = await statusOf(call)
    const again = act === 'send-unindexed' ? await unseenToPush(call) : 0
    return ask(call, job, questionOf(act, job, again), act)
  })
  return [question, action(path, run)]
}

/** Number of links that will be pushed, for the question; refused if there are none. */
async function unseenToPush(call: SignedInCall): Promise<number> {
  const { unseen } = await summaryOf(call)
  // The estimate of zero links fails with the reason.
  if (unseen === 0) await call.call(estimateSendUnindexed, { id: call.params.id })
  return unseen
}

/** Orders a new job. With too few credits, New push opens with the list. */
async function pushUnseen(call: SignedInCall): Promise<Response> {
  const { id } = call.params
  try {
    const made = await call.call(sendUnindexed, { id, delay_s: PAGE_DELAY_S })
    return goTo(jobHref(call.base, made), { text: `${many(made.accepted, 'link')} pushed again.` })
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
    const job = await statusOf(call)
    return goTo(`${call.base}/push?${new URLSearchParams({ unseen: job.id, tenant_id: job.tenant_id })}`)
  }
}
