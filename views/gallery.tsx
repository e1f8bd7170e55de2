/** Every view over sample data: for looking at, for the snapshot test, and for accessibility runs. */
import { DAY, plus } from '../src/kernel/clock.ts'
import { Dashboard, type DashboardProps } from './dashboard/dashboard.tsx'
import { DEFAULT_PREFERENCES } from './document.tsx'
import { accountGallery } from './gallery/account.tsx'
import { keyGallery } from './gallery/api-keys.tsx'
import { partsPage } from './gallery/parts.tsx'
import { planGallery } from './gallery/plans.tsx'
import { pushGallery } from './gallery/push.tsx'
import { at, job, jobs, links, NASTY, NOW, outcome, pings, shell } from './gallery/samples.ts'
import { JobPage } from './jobs/job.tsx'
import type { JobHrefs, JobProps } from './jobs/job-props.ts'
import { Jobs, type JobsProps } from './jobs/jobs.tsx'
import type { JobDetail } from './jobs/shapes.ts'
import type { Html } from './jsx/html.ts'
import { AppPage, PublicPage } from './layout.tsx'
import { type PageStatus, StatusPage, statusTitle } from './parts/status-pages.tsx'
import { Report } from './reports/report.tsx'
import { SetupAccount, SetupSuppliers } from './setup/setup.tsx'
import { SignIn } from './sign-in/sign-in.tsx'

const preferences = DEFAULT_PREFERENCES

const dashboard = (more: Partial<DashboardProps> = {}) => (
  <AppPage shell={shell('Dashboard')} title="Dashboard">
    <Dashboard {...DASHBOARD} {...more} />
  </AppPage>
)

const DASHBOARD: DashboardProps = {
  workspace: 'Northwind',
  summary: '6 clients, 43 pushes being watched, 3 things need you.',
  numbers: {
    indexed_30d: 1912,
    indexed_change: 18,
    credits_returned: 214,
    index_credits: 1284,
    runway_days: 19,
    settling_this_week: 386,
  },
  curve: Array.from({ length: 30 }, (_, i) => ({
    day: new Array(30)
      .fill(0)
      .map((_, d) => `2026-${d < 9 ? '10' : '11'}-${String(d < 9 ? d + 23 : d - 8).padStart(2, '0')}T12:00:00.000Z`)[
      i
    ]!,
    indexed: 30 + ((i * 17) % 31) + Math.round(i / 2),
    sent: 55 + ((i * 29) % 47) + Math.round(i / 3),
  })),
  needs: [
    {
      icon: 'triangle-alert',
      tone: 'bad',
      text: 'Alder & Sons has 12 index credits left.',
      action: { label: 'Give credits', href: at('/clients') },
    },
    {
      icon: 'globe',
      text: 'kettle.example: IndexNow key file changed.',
      action: { label: 'Verify again', href: at('/indexnow') },
    },
    {
      icon: 'ban',
      text: '9 pages of bakery.example carry noindex.',
      action: { label: 'See pages', href: at('/links') },
    },
  ],
  in_progress: jobs(8).filter((one) => one.status === 'sending' || one.status === 'watching'),
  can_write: true,
  hrefs: { jobs: at('/jobs'), new_push: at('/push'), job: (id) => at(`/jobs/${id}`) },
  now: NOW,
}

const jobList = (more: Partial<JobsProps> = {}) => (
  <AppPage shell={shell('Jobs')} title="Jobs">
    <Jobs {...JOBS} {...more} />
  </AppPage>
)

const JOBS: JobsProps = {
  list: { items: jobs(15), total: 148, page: 1, page_size: 15 },
  query: { sort: 'created_at', dir: 'desc', page_size: '15' },
  can_write: true,
  hrefs: {
    self: at('/jobs'),
    new_push: at('/push'),
    csv: at('/jobs.csv'),
    job: (id) => at(`/jobs/${id}`),
    remove: (id) => at(`/jobs/${id}/delete`),
  },
  now: NOW,
}

const jobPage = (one: JobDetail, day: number, more: Partial<JobProps> = {}) => (
  <AppPage shell={shell('Jobs')} title={one.name}>
    <JobPage
      job={one}
      links={{ items: links(12, day), total: 120, page: 1, page_size: 12 }}
      query={{}}
      can_write
      hrefs={JOB_HREFS}
      now={NOW}
      {...more}
    />
  </AppPage>
)

const self = at('/jobs/0193f0a2-1145-7000-8000-000000000001')
const JOB_HREFS: JobHrefs = {
  self,
  jobs: at('/jobs'),
  csv: `${self}/csv`,
  share: `${self}/share`,
  stop_share: `${self}/stop-share`,
  cancel: `${self}/cancel`,
  rename: `${self}/rename`,
  retry: `${self}/retry`,
  send_unindexed: `${self}/send-unindexed`,
  remove: `${self}/delete`,
  check: `${self}/check`,
}

const sending = job({
  name: 'Location pages · November',
  tenant_name: 'Bakery',
  status: 'sending',
  sent_at: NOW,
  outcome: outcome({ queued: 204, sent: 30, flagged: 6 }),
  comparison: { before: 19, after: 19, gained: 0, lost: 0 },
})
const finished = job({
  status: 'done',
  simulated: true,
  sent_at: plus(NOW, -8 * DAY),
  note: 'Waits for a supplier: both <routes> & their breaker.',
  outcome: outcome({ indexed: 88, not_indexed: 24, failed: 3, flagged: 5 }),
  share_url: 'https://signal.northwind.example/r/6f1d3f0c2b9a4e77',
})
const checked = job({
  type: 'check',
  name: 'Check of 120 links',
  status: 'done',
  outcome: { ...outcome({ checked: 120 }), indexed: { yes: 81, no: 35, unknown: 4 }, indexed_rate: 81 / 120 },
  indexnow: pings({}),
  progress: { stage: 'done', done: 120, total: 120 },
})

const report = (
  <Report
    job={{ name: NASTY, type: 'index', status: 'watching', simulated: false }}
    client={{ name: 'Hazel <studio>' }}
    prepared_by="Northwind Agency"
    at={NOW}
    outcome={outcome({ indexed: 71, sent: 44, flagged: 5 })}
    comparison={{ before: 9, after: 71, gained: 62, lost: 0 }}
    curve={[0, 10, 20, 30, 41, 51, 61, 71].map((visible, day) => ({ day, visible }))}
    links={{ items: links(8, 3), total: 120, page: 1, page_size: 8 }}
    query={{}}
    hrefs={{ self: '/r/6f1d3f0c2b9a4e77', csv: '/r/6f1d3f0c2b9a4e77/csv' }}
  />
)

const status = (code: PageStatus) => (
  <PublicPage title={statusTitle(code)} preferences={preferences}>
    <StatusPage status={code} request_id="0193f0a2-5555" home="/app" retry_after={code === 429 ? 30 : undefined} />
  </PublicPage>
)

const EMPTY = { items: [], total: 0, page: 1, page_size: 50 }

export const gallery: { name: string; page: () => Html }[] = [
  { name: 'dashboard', page: () => dashboard() },
  {
    name: 'dashboard-new',
    page: () =>
      dashboard({
        summary: 'Nothing pushed yet.',
        numbers: { ...DASHBOARD.numbers, indexed_30d: 0, indexed_change: null, runway_days: null },
        curve: [],
        needs: [],
        in_progress: [],
        simulated: true,
        checklist: [
          { label: 'Admin account', done: true },
          { label: 'No supplier is connected.', done: false, href: at('/suppliers'), action: 'Connect one' },
        ],
      }),
  },
  { name: 'dashboard-viewer', page: () => dashboard({ can_write: false, needs: [] }) },
  { name: 'jobs', page: () => jobList() },
  { name: 'jobs-viewer', page: () => jobList({ can_write: false }) },
  { name: 'jobs-empty', page: () => jobList({ list: EMPTY, query: {} }) },
  { name: 'jobs-nothing-found', page: () => jobList({ list: EMPTY, query: { q: '"><b>nothing', status: 'done' } }) },
  {
    name: 'job-sending',
    page: () => jobPage(sending, 0, { hrefs: { ...JOB_HREFS, progress: '/gallery/progress' }, ptag: 'v1' }),
  },
  { name: 'job-watching', page: () => jobPage(job(), 3) },
  { name: 'job-done', page: () => jobPage(finished, 7) },
  { name: 'job-viewer', page: () => jobPage(finished, 7, { can_write: false }) },
  { name: 'job-check', page: () => jobPage(checked, 0) },
  ...pushGallery,
  {
    name: 'report',
    page: () => (
      <PublicPage
        title={NASTY}
        preferences={preferences}
        width="wide"
        bare
        brand={{ name: 'Northwind', css_href: '/gallery/brand.css' }}
      >
        {report}
      </PublicPage>
    ),
  },
  {
    name: 'setup-account',
    page: () => (
      <PublicPage title="Set up" preferences={preferences}>
        <SetupAccount action="/setup" />
      </PublicPage>
    ),
  },
  {
    name: 'setup-account-422',
    page: () => (
      <PublicPage title="Set up" preferences={preferences}>
        <SetupAccount
          action="/setup"
          values={{ workspace: `A&amp;B <i>"x"'`, name: 'Ada', email: 'ada' }}
          issues={[
            { path: '/email', message: 'Enter an e-mail address.' },
            { path: '/password', message: 'At least 12 characters.' },
          ]}
        />
      </PublicPage>
    ),
  },
  {
    name: 'setup-suppliers',
    page: () => (
      <PublicPage title="Suppliers" preferences={preferences}>
        <SetupSuppliers action="/setup/suppliers" later_href="/app" />
      </PublicPage>
    ),
  },
  {
    name: 'sign-in',
    page: () => (
      <PublicPage title="Sign in" preferences={preferences}>
        <SignIn
          action="/app/sign-in"
          error="This e-mail and password do not belong together."
          email="ada@northwind.example"
        />
      </PublicPage>
    ),
  },
  ...([403, 404, 410, 429, 500] as const).map((code) => ({ name: `status-${code}`, page: () => status(code) })),
  ...planGallery,
  ...keyGallery,
  ...accountGallery,
  { name: 'parts', page: () => partsPage() },
]
