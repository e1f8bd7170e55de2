import type { TObject, TString } from 'typebox'
import { csvResponse } from '../../src/doors/csv.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { hashSecret } from '../../src/kernel/ids.ts'
import type { Operation } from '../../src/kernel/operation.ts'
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
import { ConfirmForm } from '../parts/dialogs.tsx'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { appPage, mayWrite, requireWriter, zoneOf } from '../shell.tsx'
import { JobPage } from './job.tsx'
import { JobLiveContent } from './job-live.tsx'
import type { JobHrefs } from './job-props.ts'
import { Jobs } from './jobs.tsx'
import { isFinished, type JobDetail } from './shapes.ts'

export const jobScreens: readonly Screen[] = [
  page('/jobs', jobs),
  page('/jobs/:id', job),
  page('/jobs/:id/progress', progress),
  page('/jobs/:id/csv', csv),
  action('/jobs/:id/rename', rename),
  action('/jobs/:id/links/:uid/delete', removeLink),
  action('/jobs/:id/share', async (call) =>
    after(call, shareJobReport, 'The report is shared. Copy its address below.'),
  ),
  action('/jobs/:id/sync', (call) => after(call, syncJob, 'The supplier was asked how far it is.')),
  action('/jobs/:id/retry', (call) => after(call, retryJob, 'The failed links are on their way again.')),
  action('/jobs/:id/check', check),
  ...confirmed('stop-sharing', {
    title: 'Stop sharing this report?',
    body: 'The address stops working at once. Sharing again makes a new one.',
    verb: 'Stop sharing',
    run: (call) => after(call, unshareJobReport, 'The report is no longer shared.'),
  }),
  ...confirmed('cancel', {
    title: 'Cancel this push?',
    body: 'Links that are not sent yet stay unsent and give their credit back. Links already sent keep their guarantee.',
    verb: 'Cancel push',
    run: cancel,
  }),
  ...confirmed('send-unindexed', {
    title: 'Send the unindexed again?',
    body: 'A new push of the links that the search engine does not show, with the same guarantee.',
    verb: 'Push them again',
    tone: 'plain',
    run: sendAgain,
  }),
  ...confirmed('delete', {
    title: 'Delete this job?',
    body: 'The job and its results will be removed. Credits already used are not affected.',
    verb: 'Delete job',
    run: remove,
  }),
]

async function jobs(call: SignedInCall) {
  const { base, query, app } = call
  const list = await call.call(listJobs, askedOf(listJobs, query), { here: true })
  return appPage(
    call,
    'Jobs',
    <Jobs
      list={list}
      query={query}
      can_write={mayWrite(call)}
      sorts={['name', 'status', 'link_count', 'created_at']}
      hrefs={{
        self: `${base}/jobs`,
        new_push: `${base}/push`,
        job: (id) => `${base}/jobs/${id}`,
        remove: (id) => `${base}/jobs/${id}/delete`,
      }}
      now={app.clock.now()}
      zone={zoneOf(call)}
    />,
  )
}

async function job(call: SignedInCall) {
  const { query, params, app } = call
  const answer = await call.call(getJobStatus, { id: params.id, url_limit: 0 })
  const links = await call.call(listJobUrls, { ...askedOf(listJobUrls, query), id: params.id })
  const now = app.clock.now()
  return appPage(
    call,
    answer.name,
    <JobPage
      job={answer}
      links={links}
      query={query}
      can_write={mayWrite(call)}
      hrefs={hrefsOf(call, answer)}
      ptag={tagOf(answer)}
      now={now}
      zone={zoneOf(call)}
    />,
  )
}

/** The moving part alone: 304 while nothing has moved, a fresh page once the job is finished. */
async function progress(call: SignedInCall) {
  const answer = await call.call(getJobStatus, { id: call.params.id, url_limit: 0 })
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

function hrefsOf(call: SignedInCall, answer: JobDetail): JobHrefs {
  const self = `${call.base}/jobs/${answer.id}`
  const push = answer.type === 'index'
  return {
    self,
    jobs: `${call.base}/jobs`,
    progress: `${self}/progress`,
    csv: `${self}/csv`,
    share: `${self}/share`,
    stop_share: `${self}/stop-sharing`,
    sync: push ? `${self}/sync` : undefined,
    cancel: `${self}/cancel`,
    retry: push ? `${self}/retry` : undefined,
    send_unindexed: `${self}/send-unindexed`,
    remove: `${self}/delete`,
    rename: `${self}/rename`,
    remove_link: (uid) => `${self}/links/${uid}/delete`,
    check: `${self}/check`,
  }
}

async function after(call: SignedInCall, operation: Operation<TObject<{ id: TString }>, unknown>, text: string) {
  await call.call(operation, { id: call.params.id })
  return goTo(`${call.base}/jobs/${call.params.id}`, { text })
}

async function check(call: SignedInCall) {
  const url_ids = call.all('url_ids').map(Number)
  const { looks } = await call.call(recheckJob, {
    id: call.params.id,
    ...(url_ids.length ? { url_ids } : {}),
  })
  return goTo(`${call.base}/jobs/${call.params.id}`, {
    text: `${many(looks, 'link is', 'links are')} being looked at.`,
    tone: 'info',
  })
}

async function csv(call: SignedInCall) {
  const answer = await call.call(exportJobCsv, { id: call.params.id })
  return csvResponse(answer, (error) => call.app.log.error('a file could not be sent', { error }))
}

async function rename(call: SignedInCall) {
  await call.call(updateJob, { id: call.params.id, name: call.form.name })
  return goTo(`${call.base}/jobs/${call.params.id}`, { text: 'Renamed.' })
}

async function removeLink(call: SignedInCall) {
  await call.call(deleteJobUrl, { id: call.params.id, uid: call.params.uid })
  return goTo(`${call.base}/jobs/${call.params.id}`, { text: 'The link is removed.' })
}

async function cancel(call: SignedInCall) {
  const { cancelled } = await call.call(cancelJob, { id: call.params.id })
  return goTo(`${call.base}/jobs/${call.params.id}`, {
    text: `Cancelled. ${many(cancelled, 'link')} not sent, and the credits are back.`,
  })
}

async function sendAgain(call: SignedInCall) {
  const made = await call.call(sendUnindexed, { id: call.params.id })
  return goTo(`${call.base}/jobs/${made.id}`, { text: `${many(made.accepted, 'link')} on the way again.` })
}

async function remove(call: SignedInCall) {
  await call.call(deleteJob, { id: call.params.id })
  return goTo(`${call.base}/jobs`, { text: 'The job is deleted.' })
}

type Question = {
  title: string
  body: string
  verb: string
  tone?: 'danger' | 'plain'
  run(call: SignedInCall): Promise<Response>
}

/** What cannot be undone is asked first: on a page of its own without JavaScript, in a dialog with it. */
function confirmed(name: string, { run, ...question }: Question): Screen[] {
  const path = `/jobs/:id/${name}`
  return [
    page(path, async (call) => {
      requireWriter(call)
      const answer = await call.call(getJobStatus, { id: call.params.id, url_limit: 0 })
      const self = `${call.base}/jobs/${answer.id}`
      return appPage(
        call,
        question.title,
        <>
          <PageHead
            title={question.title}
            sub={answer.name}
            crumbs={[
              { label: 'Jobs', href: `${call.base}/jobs` },
              { label: answer.name, href: self },
            ]}
          />
          <ConfirmForm {...question} href={`${self}/${name}`} back={self} />
        </>,
      )
    }),
    action(path, run),
  ]
}
