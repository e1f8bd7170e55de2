import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import {
  action,
  filled,
  goTo,
  htmlResponse,
  page,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say } from '../../src/kernel/language/say.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { hashSecret } from '../../src/kernel/secrets/ids.ts'
import { updateCrawlSettings } from '../../src/operations/crawl.ts'
import { createCreditRequest } from '../../src/operations/credits/packs.ts'
import { retryJob, sendUnindexed } from '../../src/operations/jobs/again.ts'
import { cancelJob, deleteJob, syncJob, updateJob } from '../../src/operations/jobs/jobs.ts'
import { exportJobCsv, listJobUrls } from '../../src/operations/jobs/links.ts'
import { getResults } from '../../src/operations/results.ts'
import { Split } from '../kit/panel.tsx'
import { mayTellClient } from '../letters/may-tell.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { inputOfQuery, LINK_ROWS } from '../parts/lists/list.ts'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { isolated } from '../parts/text/name.tsx'
import { act } from '../screens/act.ts'
import { drawPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { asked, statusOf, summaryOf, toJob } from './ask.ts'
import { deleted } from './delete.ts'
import { JobPage } from './job.tsx'
import { headOf } from './job-head.tsx'
import { JobProgress } from './job-live.tsx'
import type { FlaggedLinks, JobProps, LiveProps, UsualShare } from './job-props.ts'
import { checkList, pushList } from './jobs.tsx'
import { A_PAGE, linkScreens } from './link-pages.tsx'
import { pickedScreens } from './picked-pages.tsx'
import { isChecked, isFinished, type JobDetail, type JobSummary, jobHref, shareInWords } from './shapes.ts'
import { undo, undoOf } from './undo.tsx'

export const jobScreens: readonly Screen[] = [
  ...pushList.screens,
  ...checkList.screens,
  page('/jobs/:id', (call) => drawJob(call).catch((error: unknown) => away(call, error))),
  page('/jobs/:id/progress', progress),
  page('/jobs/:id/csv', async (call) =>
    sendFile(call, await call.call(exportJobCsv, { id: call.params.id, separator: separatorFor(call) })),
  ),
  act('/jobs/:id/rename', updateJob, (call) => toJob(call, say(zoneOf(call), 'Renamed.'))),
  act('/jobs/:id/sync', syncJob, synced),
  act('/jobs/:id/retry', retryJob, sentAgain, { delay_s: PAGE_DELAY_S }),
  action('/jobs/:id/undo', undo),
  asked('cancel', cancelJob),
  act('/jobs/:id/cancel', cancelJob, cancelled),
  asked('send-unindexed', sendUnindexed),
  act('/jobs/:id/send-unindexed', sendUnindexed, pushedAgain, { delay_s: PAGE_DELAY_S }, { refused: unpaid }),
  asked('delete', deleteJob),
  act('/jobs/:id/delete', deleteJob, deleted),
  ...linkScreens,
  ...pickedScreens,
]

function away(call: SignedInCall, error: unknown): Promise<Reply> {
  const [moves] = filled(call, 'moves')
  if (!moves) throw error
  return moves.away(call, error)
}

/** The page of a push or of a check job; `issues` are those of a refused move. */
export async function drawJob(call: SignedInCall, issues?: readonly Issue[]) {
  const { base, query, params } = call
  const live = await liveOf(call)
  const { job: answer, facts } = live
  const props: JobProps = {
    ...live,
    links: await call.call(listJobUrls, { page_size: LINK_ROWS, ...inputOfQuery(listJobUrls, query), id: params.id }),
    query,
    can_delete: may(call, deleteJob),
    names: namesFor(call),
    credits_href: may(call, createCreditRequest) ? `${base}/credits/buy` : null,
    progress: `${jobHref(base, answer)}/progress`,
    ptag: tagOf(answer, facts),
    undo: await undoOf(call, answer.id, mayWrite(call)),
    sections: await Promise.all(filled(call, 'job_sections').map((draw) => draw(call, live))),
    ends: await Promise.all(filled(call, 'job_ends').map((draw) => draw(call, live))),
  }
  const [moves] = live.can_move && (query.move || issues) ? filled(call, 'moves') : []
  return drawPage(
    call,
    { title: tabTitle(live.zone, answer, facts), ...headOf(props) },
    <Split panel={await moves?.panel(call, answer, issues)}>
      <JobPage {...props} />
    </Split>,
  )
}

/** Data of the page and of its poll. */
async function liveOf(call: SignedInCall, known?: JobDetail): Promise<LiveProps> {
  const answer = known ?? (await statusOf(call))
  const facts = await summaryOf(call)
  return {
    job: answer,
    facts,
    checking: await checkingOf(call, answer, facts),
    flagged: await flaggedOf(call, answer),
    usual: answer.type === 'index' ? await usualOf(call, answer) : null,
    can_write: mayWrite(call),
    can_tell: mayTellClient(call),
    can_share: filled(call, 'job_share').some((share) => may(call, share)),
    can_move: await filled(call, 'moves')[0]?.canMove(call, answer),
    suppliers_href: may(call, updateCrawlSettings) ? '/app/platform/suppliers' : null,
    base: call.base,
    now: call.app.clock.now(),
    zone: zoneOf(call),
  }
}

/** Links whose ordered check is not answered yet. A check job says itself that it is checking. */
async function checkingOf(call: SignedInCall, { id, type, status }: JobDetail, { reserved }: JobSummary) {
  const checks = type === 'index' && status !== 'queued' && status !== 'preflight'
  if (!checks || reserved.check === 0) return { total: 0, uids: new Set<number>() }
  const asked = { id, look: 'charged' as const, page_size: A_PAGE, sort: 'uid' as const, dir: 'asc' as const }
  const { items, total } = await call.call(listJobUrls, asked)
  return { total, uids: new Set(items.map(({ uid }) => uid)) }
}

/** Flagged links by cause; empty if they do not fit one page of a list. */
async function flaggedOf(call: SignedInCall, { id, outcome }: JobDetail): Promise<FlaggedLinks[]> {
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
async function usualOf(call: SignedInCall, { tenant_id }: JobDetail): Promise<UsualShare[]> {
  const { rows } = await call.call(getResults, { by: 'client', tenant_id }, { here: true })
  const cells = rows.find(({ key }) => key === tenant_id)?.cells ?? []
  return cells
    .filter(({ sent, due }) => sent - due >= ENOUGH)
    .map(({ day, seen, sent, due }) => ({ day, share: seen / (sent - due) }))
}

/** `72% · Guest posts`, or `100% of 9 · Guest posts`, so that a background tab shows the result. */
function tabTitle(to: Reader, job: JobDetail, { timeline }: JobSummary): string {
  if (!isChecked(job, timeline)) return job.name
  const { share, of } = shareInWords(job, to)
  return `${[share, of].filter(Boolean).join(' ')} · ${isolated(job.name)}`
}

/** Answer to the poll: 304 while nothing has changed, a reload once the job is finished or its last check answered. */
async function progress(call: SignedInCall) {
  const answer = await statusOf(call)
  const facts = await summaryOf(call)
  const tag = tagOf(answer, facts)
  const seen = call.request.headers.get('hx-ptag')
  if (seen === tag) return new Response(null, { status: 304, headers: { 'hx-ptag': tag } })
  const headers: Record<string, string> = { 'hx-ptag': tag }
  const answered = facts.reserved.check === 0 && seen !== null && !seen.endsWith('-0')
  if (isFinished(answer) || answered) headers['hx-refresh'] = 'true'
  return htmlResponse(<JobProgress {...(await liveOf(call, answer))} can_delete={may(call, deleteJob)} />, 200, headers)
}

/** Ends in the number of check credits reserved. */
const tagOf = ({ status, outcome, note, indexnow }: JobDetail, { reserved, cancel, undo_until }: JobSummary): string =>
  `${hashSecret(JSON.stringify([status, outcome, note, indexnow, cancel, undo_until])).slice(0, 16)}-${reserved.check}`

function sentAgain(call: SignedInCall, { retried: n }: AnswerOf<typeof retryJob>) {
  return toJob(call, say(zoneOf(call), '{n, plural, one {# link} other {# links}} sent again.', { n }))
}

/** Shows what the suppliers answered. */
async function synced(call: SignedInCall, { batches }: AnswerOf<typeof syncJob>) {
  const { crawl } = await summaryOf(call)
  const to = zoneOf(call)
  if (batches === 0 || !crawl) return toJob(call, say(to, 'No supplier has a link of this push yet.'), 'info')
  const { crawled, links, adapters } = crawl
  const whom = call.caller.platform
    ? say(to, 'Supplier ({suppliers})', { suppliers: inARow(to, adapters) })
    : say(to, 'Supplier')
  return crawl.asked_at !== null
    ? toJob(call, say(to, '{whom}: {crawled} of {links} crawled, asked just now.', { whom, crawled, links }))
    : toJob(
        call,
        say(to, '{whom}: no answer yet on {n, plural, one {# link} other {# links}}, asked just now.', {
          ...{ whom, n: links },
        }),
        'info',
      )
}

function cancelled(call: SignedInCall, { cancelled: n, status }: AnswerOf<typeof cancelJob>) {
  const to = zoneOf(call)
  const words = say(to, 'Cancelled: {n, plural, one {# link} other {# links}}. Their credits are refunded.', { n })
  return toJob(call, status === 'cancelled' ? words : `${words} ${say(to, 'The push goes on with the others.')}`)
}

function pushedAgain(call: SignedInCall, made: AnswerOf<typeof sendUnindexed>) {
  const words = say(zoneOf(call), '{n, plural, one {# link} other {# links}} pushed again.', { n: made.accepted })
  return goTo(jobHref(call.base, made), { text: words })
}

/** With too few credits, New push opens with the list. */
async function unpaid(call: SignedInCall, error: unknown) {
  if (!(error instanceof Fault) || error.code !== 'insufficient_credits') throw error
  const job = await statusOf(call)
  return goTo(`${call.base}/push?${new URLSearchParams({ unseen: job.id, tenant_id: job.tenant_id })}`)
}
