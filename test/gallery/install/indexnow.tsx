/** IndexNow sites in their states, and one that is not verified, found wanting, and at work. */
import { newSite, type SiteAnswer, SitePage, type SiteRow, siteList } from '../../../views/indexnow/sites.tsx'
import { inApp, inPage, NO_ROWS } from '../frames.tsx'
import { at, NASTY, NOW } from '../samples.ts'

const site = (id: string, more: Partial<SiteRow> = {}): SiteRow => ({
  id,
  tenant_id: 'ten_bakery',
  host: 'bakery.example',
  key: '3f1d0c5b9a8e4d7f6c2b1a0e9d8c7b6a',
  key_location: null,
  key_url: 'https://bakery.example/3f1d0c5b9a8e4d7f6c2b1a0e9d8c7b6a.txt',
  covers: '/',
  enabled: true,
  status: 'pending',
  pinged: false,
  verified_at: null,
  checked_at: null,
  failing_since: null,
  last_check: null,
  created_at: NOW,
  updated_at: NOW,
  ...more,
})

const CHECK = {
  at: NOW,
  verified: false,
  url: 'https://shop.bakery.example/key.txt',
  http_status: 200,
  bytes: 4312,
  message: 'The file contains something other than the key.',
  found: NASTY,
  warnings: ['The file is served as text/html.'],
}
const FAILING = site('ins_2', { host: 'shop.bakery.example', status: 'failing', checked_at: NOW, last_check: CHECK })
const VERIFIED = site('ins_3', {
  host: 'blog.bakery.example',
  status: 'verified',
  pinged: true,
  checked_at: NOW,
  covers: '/blog/',
  last_check: { ...CHECK, verified: true, message: 'The key is there.', found: null, warnings: [] },
})
export const ROWS = [
  site('ins_1'),
  FAILING,
  VERIFIED,
  site('ins_4', { host: `${'long-'.repeat(12)}.example`, enabled: false }),
]

const submission = {
  id: 'ins_s1',
  site_id: 'ins_3',
  tenant_id: 'ten_bakery',
  job_id: 'job_1',
  host: 'blog.bakery.example',
  status: 'received' as const,
  url_count: 240,
  attempts: 1,
  next_attempt_at: null,
  answer_status: 200,
  answer: '',
  explanation: 'The engines have the URLs.',
  log: [],
  created_at: NOW,
  finished_at: NOW,
  sent_at: NOW,
}

const list = { items: ROWS, total: ROWS.length, page: 1, page_size: 50 }
const sites = (more: object = {}) =>
  inApp(
    'IndexNow sites',
    <siteList.View list={list} query={{}} self={at('/indexnow')} below={newSite(at('/indexnow'))} {...more} />,
  )
const sitePage = (row: SiteRow, submissions: SiteAnswer['submissions'] = [], changes = true) =>
  inPage(
    row.host,
    'settings',
    <SitePage
      site={{ ...row, submissions }}
      base={at('')}
      list={at('/indexnow')}
      verifies={changes}
      changes={changes}
    />,
  )

export const indexnowGallery = [
  { name: 'indexnow', page: () => sites() },
  { name: 'indexnow-none', page: () => sites({ list: NO_ROWS }) },
  { name: 'indexnow-site', page: () => sitePage(ROWS[0]!) },
  { name: 'indexnow-site-failing', page: () => sitePage(FAILING) },
  { name: 'indexnow-site-verified', page: () => sitePage(VERIFIED, [submission]) },
  { name: 'indexnow-site-viewer', page: () => sitePage(ROWS[0]!, [], false) },
]
