/** The dashboard of an agency at work, of a fresh install, and as a viewer sees it. */
import { DAY, plus } from '../../src/kernel/clock.ts'
import { Dashboard, type DashboardProps } from '../../views/dashboard/dashboard.tsx'
import { inApp } from './frames.tsx'
import { at, jobs, NOW } from './samples.ts'

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
  age_days: 400,
  curve: Array.from({ length: 30 }, (_, i) => ({
    day: plus(NOW, (i - 29) * DAY),
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
  base: at(''),
  now: NOW,
}

const dashboard = (more: Partial<DashboardProps> = {}) => inApp('Dashboard', <Dashboard {...DASHBOARD} {...more} />)

export const dashboardGallery = [
  { name: 'dashboard', page: () => dashboard() },
  {
    name: 'dashboard-new',
    page: () =>
      dashboard({
        summary: 'Nothing pushed yet.',
        numbers: { ...DASHBOARD.numbers, indexed_30d: 0, indexed_change: null, runway_days: null },
        age_days: 0,
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
]
