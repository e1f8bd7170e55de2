/** The main pages of the torture agency, and who opens them. */
import type { Page } from 'playwright-core'
import type { Person } from '../world.ts'
import { AGENCY, addresses, type TortureAgency } from './agency.ts'

export type TorturePage = {
  who: Person | null
  path: (agency: TortureAgency) => string
  /** What is done on the page before it is judged. */
  before?: (page: Page) => Promise<unknown>
}

const ada = (path: string, before?: TorturePage['before']): TorturePage => ({
  who: 'ada',
  path: () => AGENCY + path,
  before,
})

async function withBill(page: Page): Promise<void> {
  await page.fill('[name=urls]', addresses(0, 30, 120).join('\n'))
  await page.waitForFunction(() => document.querySelector('#preflight')?.textContent?.includes('Ready'))
  await page.waitForLoadState('networkidle')
}

export const TORTURE_PAGES: Record<string, TorturePage> = {
  today: ada(''),
  clients: ada('/clients'),
  client: { who: 'ada', path: ({ ids }) => `${AGENCY}/clients/${ids[0]}` },
  'new-push': ada('/push', withBill),
  pushes: ada('/jobs'),
  push: { who: 'ada', path: ({ ids, jobs }) => `/app/w/${ids[0]}/jobs/${jobs.get('0 25')}` },
  links: ada('/links'),
  results: ada('/cohorts'),
  'results-hosts': ada('/cohorts?by=host&last_weeks=52'),
  credits: ada('/credits'),
  ledger: ada('/credits/ledger'),
  'credits-clients': ada('/credits/clients'),
  margin: { who: 'pat', path: () => '/app/platform/revenue/margin' },
  reports: ada('/reports'),
  'reports-clients': ada('/reports/clients'),
  'report-schedule': { who: 'ada', path: ({ ids }) => `/app/w/${ids[0]}/reports/schedule` },
  letter: { who: 'ada', path: ({ ids }) => `/app/w/${ids[0]}/write?about=month&ref=2026-11` },
  move: { who: 'ada', path: ({ ids, jobs }) => `/app/w/${ids[3]}/jobs/${jobs.get('3 7')}?move=1&to=${ids[0]}` },
  bell: ada('', async (page) => {
    await page.locator('.bell:visible').first().click()
    await page.waitForSelector('.bell-list > a')
  }),
  members: ada('/members'),
  notifications: ada('/notifications'),
  report: { who: null, path: ({ report }) => report },
  'push-report': { who: null, path: ({ push_report }) => push_report },
  portal: { who: 'vera', path: ({ ids }) => `/app/w/${ids[0]}` },
  'portal-public': { who: null, path: ({ portal }) => portal },
}
