/** Jobs in a list and alone: on their way, watched, settled, as a check, and as a viewer sees them. */

import { ENGLISH } from '../../../src/kernel/language/reader.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'
import { JobPage } from '../../../views/jobs/job.tsx'
import { headOf } from '../../../views/jobs/job-head.tsx'
import type { JobProps } from '../../../views/jobs/job-props.ts'
import { checkList, pushList } from '../../../views/jobs/jobs.tsx'
import { type BulkProgress, PickedPage } from '../../../views/jobs/picked.tsx'
import type { Job, JobDetail } from '../../../views/jobs/shapes.ts'
import { Split } from '../../../views/kit/panel.tsx'
import { MovePanel, type MoveProps } from '../../../views/moves/panel.tsx'
import type { ListPage } from '../../../views/parts/lists/list.ts'
import { PageHead } from '../../../views/parts/page/page-head.tsx'
import { LeftOut } from '../../../views/reports/left-out.tsx'
import { HeadOf } from '../../../views/shell.tsx'
import { inApp, NO_ROWS } from '../frames.tsx'
import { at, job, jobFacts, jobs, links, NASTY, NOW, outcome, pings, READER, timeline } from '../samples.ts'

const QUERY = { sort: 'created_at', dir: 'desc', page_size: '15' }
const listOf = (items: Job[], total = items.length): ListPage<Job> => ({ items, total, page: 1, page_size: 15 })
const jobList = (
  of: typeof pushList,
  list = listOf(jobs(15), 148),
  query: Record<string, string> = QUERY,
  writes = true,
) =>
  inApp(
    'Pushes',
    <of.View list={list} self={at('/jobs')} base={at('')} query={query} now={NOW} zone={READER} may={() => writes} />,
  )

const check = (id: string, name: string, yes: number, no: number) =>
  job({
    id,
    name,
    type: 'check',
    status: 'done',
    engine: id === 'job_2' ? 'scan_live' : 'scan_standard',
    outcome: { ...outcome({ checked: 120 }), indexed: { yes, no, unknown: 120 - yes - no }, indexed_rate: yes / 120 },
  })
const CHECKS = listOf([
  check('job_1', NASTY, 81, 35),
  check('job_2', 'Harbour', 120, 0),
  job({ ...check('job_3', 'Now', 0, 0), status: 'checking' }),
])

const REFUSED = 'Location pages · November: The job is still sending. Cancel it first, or wait until it is over.'
const picked = (more: Pick<BulkProgress, 'left' | 'done' | 'refused'>) =>
  inApp(
    'Partly done',
    <>
      <PageHead title="Partly done" crumbs={[{ label: 'Pushes', href: at('/jobs') }]} />
      <PickedPage to={ENGLISH} act="delete" self={at('/jobs')} {...more} />
    </>,
    'Jobs',
  )

const FLAGGED = [
  { flag: 'noindex', status: 200, urls: [1, 2, 3, 4].map((n) => `https://bakery.example/${NASTY}/${n}`), fix: NASTY },
  { flag: 'http_4xx', status: 410, urls: ['https://bakery.example/gone'], fix: null },
]
const USUAL = [
  { day: 1, share: 0.3 },
  { day: 3, share: 0.52 },
  { day: 7, share: 0.78 },
]

const ORCHARD = {
  id: 'ten_orchard',
  name: 'Orchard Outdoor',
  effect: {
    links: 120,
    credits: [
      { kind: 'index' as const, reserved: 40, used: 63, available: 1200, missing: 0 },
      { kind: 'check' as const, reserved: 0, used: 120, available: 150, missing: 0 },
    ],
    reports: [
      { tenant_id: 'ten_bakery', tenant_name: 'Bakery', period: '2026-10', corrected: true },
      { tenant_id: 'ten_orchard', tenant_name: 'Orchard Outdoor', period: '2026-Q4', corrected: false },
    ],
    shared: true,
  },
}
const MOVE: MoveProps = {
  reader: READER,
  job: job(),
  self: at('/jobs/1'),
  choices: [ORCHARD, { id: 'ten_nasty', name: NASTY }],
  tiles: new Map(),
  to: ORCHARD,
  suggested: 'ten_orchard',
  giver: null,
  transfer_href: null,
  idempotency_key: 'one',
  issues: [],
}
const SHORT_OF_CREDITS: Partial<MoveProps> = {
  to: {
    id: 'ten_nasty',
    name: NASTY,
    effect: { ...ORCHARD.effect, credits: [{ kind: 'index', reserved: 40, used: 63, available: 3, missing: 100 }] },
  },
  transfer_href: at('/clients'),
  issues: [{ path: '', message: NASTY }],
}

const jobPage = (one: JobDetail, day: number, more: Partial<JobProps> = {}, move?: MoveProps) => {
  const list = { items: links(12, day), total: 120, page: 1, page_size: 12 }
  const rest = {
    query: {},
    can_write: true,
    can_tell: true,
    can_share: true,
    can_delete: true,
    base: at(''),
    now: NOW,
    zone: READER,
  }
  const props: JobProps = { job: one, facts: jobFacts(), flagged: FLAGGED, usual: USUAL, links: list, ...rest, ...more }
  const head = headOf(props)
  const content = (
    <Split panel={move && <MovePanel {...move} />}>
      <JobPage {...props} />
    </Split>
  )
  return inApp(one.name, content, '', { kind: head.kind, head: <HeadOf title={one.name} {...head} /> })
}

const sending = job({
  name: 'Location pages · November',
  tenant_name: 'Bakery',
  status: 'sending',
  sent_at: NOW,
  outcome: { ...outcome({ queued: 204, sent: 30, flagged: 6 }), indexed: { yes: 0, no: 0, unknown: 240 } },
  comparison: { before: 19, after: 19, gained: 0, lost: 0 },
})
const dripping = job({
  ...sending,
  name: 'Citations over a fortnight',
  drip_days: 14,
  outcome: outcome({ sent: 215, scheduled: 2785 }),
  comparison: { before: null, after: null, gained: null, lost: null },
})
const dripFacts = jobFacts({
  timeline: timeline(215, [0, 0, 0], [215, 215, 215]),
  leaving: { today: 0, later: 2785, last_at: plus(NOW, 13 * DAY) },
  crawl: null,
  available: { index: 0, check: 0 },
})
const settled = jobFacts({ timeline: timeline(112, [50, 70, 86], [0, 0, 0], 2) })
const finished = job({
  status: 'done',
  simulated: true,
  sent_at: plus(NOW, -8 * DAY),
  note: 'Waits for a supplier: both <routes> & their breaker.',
  outcome: outcome({ indexed: 88, not_indexed: 24, failed: 3, flagged: 5 }),
  share_url: 'https://signal.northwind.example/r/6f1d3f0c2b9a4e77',
})
const ELSEWHERE = Array.from({ length: 12 }, (_, i) => `shop-${i}.orchard-outdoor.example`)
const LEFT_OUT = (
  <LeftOut
    of={[
      { tenant_id: 'ten_orchard', tenant_name: 'Orchard Outdoor', links: 40, hosts: ELSEWHERE },
      { tenant_id: 'ten_nasty', tenant_name: NASTY, links: 1, hosts: ['nasty.example'] },
    ]}
    client="Bakery"
    href={(host) => at(`/jobs/job_done?q=${host}`)}
    move={({ links }) => (links > 1 ? at('/jobs/job_done?move=1') : null)}
  />
)
const checked = job({
  type: 'check',
  name: 'Check of 120 links',
  status: 'done',
  outcome: { ...outcome({ checked: 120 }), indexed: { yes: 81, no: 35, unknown: 4 }, indexed_rate: 81 / 120 },
  indexnow: pings({}),
  progress: { stage: 'done', done: 120, total: 120 },
})

const answers = {
  items: links(12, 1).map((link, i) => ({
    ...link,
    ...{ state: 'checked' as const, flags: [], fix: null, credit: null, place: i % 3 ? 'DE/de/mobile' : 'DE/de' },
    indexed: (['yes', 'no', 'unknown'] as const)[i % 3]!,
  })),
  total: 120,
  page: 1,
  page_size: 12,
}

export const jobGallery = [
  { name: 'jobs', page: () => jobList(pushList) },
  { name: 'jobs-picked-refused', page: () => picked({ left: [], done: 38, refused: [REFUSED, NASTY] }) },
  { name: 'jobs-viewer', page: () => jobList(pushList, undefined, QUERY, false) },
  { name: 'jobs-empty', page: () => jobList(pushList, NO_ROWS, {}) },
  { name: 'jobs-nothing-found', page: () => jobList(pushList, NO_ROWS, { q: '"><b>nothing', status: 'done' }) },
  { name: 'checks', page: () => jobList(checkList, CHECKS) },
  { name: 'checks-viewer', page: () => jobList(checkList, CHECKS, {}, false) },
  { name: 'checks-none', page: () => jobList(checkList, NO_ROWS, {}) },
  {
    name: 'job-undo',
    page: () =>
      jobPage(job({ status: 'queued', sent_at: null }), 0, { undo: { action: at('/jobs/1/undo'), seconds: 9 } }),
  },
  { name: 'job-sending', page: () => jobPage(sending, 0, { progress: '/gallery/progress', ptag: 'v1' }) },
  { name: 'job-dripping', page: () => jobPage(dripping, 0, { facts: dripFacts, credits_href: at('/packs') }) },
  { name: 'job-watching', page: () => jobPage(job(), 3) },
  { name: 'job-done', page: () => jobPage(finished, 7, { facts: settled, sections: LEFT_OUT }) },
  { name: 'job-move', page: () => jobPage(job(), 3, {}, MOVE) },
  { name: 'job-move-short', page: () => jobPage(job(), 3, {}, { ...MOVE, ...SHORT_OF_CREDITS }) },
  {
    name: 'job-viewer',
    page: () => jobPage(finished, 7, { facts: settled, can_write: false, can_tell: false, can_delete: false }),
  },
  { name: 'job-check', page: () => jobPage(checked, 0, { links: answers }) },
]
