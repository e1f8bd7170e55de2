/** Where a platform admin arrives: a quiet install, one in trouble, a new one; and the plans on offer. */
import { BUILT_IN } from '../../../src/domains/plans/index.ts'
import { count, Overview, type OverviewProps } from '../../../views/attention/operator.tsx'
import { partOf } from '../../../views/billing/operator-part.tsx'
import { PlansOnOffer } from '../../../views/billing/plans-on-offer.tsx'
import { inOperator } from '../frames.tsx'
import { desk, INSTALL } from '../pushes/dashboard.tsx'
import { NASTY } from '../samples.ts'
import { overview as BILLING } from './billing.tsx'
import { TOTALS } from './margin.tsx'
import { CRAWL, engine } from './suppliers.tsx'
import { bad, system } from './system.tsx'

const parts = (margin = TOTALS) => [
  partOf(margin, BILLING, 3),
  { asking: [count('Requests on the waitlist', '/waitlist', 230)] },
]

const NONE = { scan_standard: null, scan_live: null, scan_bing: null, upstream: null }

const overview = (more: Partial<OverviewProps> = {}) =>
  inOperator(
    'Overview',
    <Overview
      today={{
        cases: [],
        queue: { jobs_open: 43, links_watched: 1386, batches_waiting: 2, looks_open: 310 },
        sent: { links: 1840, batches: 23 },
        looks: 2755,
        pack_requests: 2,
      }}
      system={system()}
      crawl={{ ...CRAWL, routes: { primary: CRAWL.routes.fallback, fallback: null } }}
      engines={{ ...NONE, scan_standard: engine({ used_today: 1450, spent_today_usd: 0.87 }) }}
      people={{ users: 148, pending: 0, workspaces: 96, agencies: 17 }}
      more={parts()}
      desk={desk()}
      {...more}
    />,
  )

const plans = (file: string | null) =>
  inOperator('Plans', <PlansOnOffer plans={BUILT_IN.plans} subscriptions={BILLING.subscriptions} file={file} />)

export const platformGallery = [
  { name: 'overview', page: () => overview() },
  {
    name: 'overview-bad',
    page: () =>
      overview({
        today: {
          cases: INSTALL.map((one) => (one.kind === 'request' ? { ...one, tenant_name: NASTY } : one)),
          queue: { jobs_open: 12_430, links_watched: 1_200_386, batches_waiting: 412, looks_open: 100_000 },
          sent: { links: 184_000, batches: 1230 },
          looks: 275_500,
          pack_requests: 2,
        },
        system: bad,
        crawl: CRAWL,
        engines: { ...NONE, scan_standard: engine(), scan_live: engine({ adapter: 'serpapi', enabled: false }) },
        people: { users: 12_480, pending: 12, workspaces: 4096, agencies: 1 },
        more: parts({ ...TOTALS, margin_usd: -312.4 }),
      }),
  },
  {
    name: 'overview-new',
    page: () =>
      overview({
        today: {
          cases: [],
          queue: { jobs_open: 0, links_watched: 0, batches_waiting: 0, looks_open: 0 },
          sent: { links: 0, batches: 0 },
          looks: 0,
          pack_requests: 0,
        },
        crawl: { ...CRAWL, routes: { primary: null, fallback: null } },
        engines: NONE,
        people: { users: 1, pending: 0, workspaces: 1, agencies: 1 },
        more: parts(Object.fromEntries(Object.keys(TOTALS).map((name) => [name, 0])) as typeof TOTALS),
      }),
  },
  { name: 'plans', page: () => plans(null) },
  { name: 'plans-own', page: () => plans('/etc/signalpost/catalog.json') },
]
