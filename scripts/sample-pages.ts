/** The five pages that carry the day, in the sample agency: for the pictures in the docs and for the test of looks. */
import type { Page } from 'playwright-core'
import { CAST } from '../test/world.ts'
import { AGENCY, type SampleAgency } from './sample-agency.ts'

type SamplePage = {
  path: (agency: SampleAgency) => string | Promise<string>
  before?: (page: Page, agency: SampleAgency) => Promise<unknown>
}

async function screened(page: Page, { list }: SampleAgency): Promise<void> {
  await page.fill('[name=urls]', list.join('\n'))
  await page.waitForFunction(() => document.querySelector('#preflight')?.textContent?.includes('Ready'))
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => {
    scrollTo(0, 0)
    document.querySelector('[name=urls]')!.scrollTop = 0
  })
}

async function monthOf({ call }: SampleAgency): Promise<string> {
  const asked = { id: CAST.vera.tenant_id, month: '2026-11' }
  const { url } = await call<{ url: string }>('ada', 'share_month_report', asked)
  return new URL(url).pathname
}

export const SAMPLE_PAGES: Record<string, SamplePage> = {
  today: { path: () => AGENCY },
  'new-push': { path: () => `${AGENCY}/push`, before: screened },
  push: { path: ({ jobs }) => `${AGENCY}/jobs/${jobs.get('Bakery 30')}` },
  clients: { path: () => `${AGENCY}/clients` },
  month: { path: monthOf },
}

export const THEMES = ['light', 'dark'] as const
