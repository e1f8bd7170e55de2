/** Overview of a client's own people. */

import type { LinkDetail } from '../../src/domains/links/index.ts'
import { ENGLISH, readerOf } from '../../src/kernel/language/reader.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { Portal, type PortalProps } from '../../views/reports/portal/portal.tsx'
import { inPage } from './frames.tsx'
import { at, job, links, NASTY, NOW } from './samples.ts'

const SENT = plus(NOW, -3 * DAY)
const check = (day: number, indexed: 'yes' | 'no'): LinkDetail['checks'][number] => ({
  ...{
    rid: day,
    engine: 'scan_standard',
    purpose: 'guarantee',
    day,
    counted_day: day,
    indexed,
    method: 'search_result',
    evidence: null,
  },
  ...{
    place: 'US/en',
    failed: false,
    confirms: false,
    credits: 0,
    has_raw: true,
    created_at: SENT,
    checked_at: plus(SENT, day * DAY),
  },
})

const FOUND: LinkDetail = {
  link: {
    ...links(1, 3)[0]!,
    ...{ url: `https://hazel.example/${NASTY}`, state: 'sent', indexed: 'no', sent_at: SENT },
    ...{
      push_anyway: false,
      is_covered: false,
      preflight: null,
      batch_links: null,
      settled_at: null,
      answers: null,
      host: null,
      watch: null,
      last_shown: null,
    },
  },
  job: job(),
  last_pushed_at: SENT,
  why: [],
  indexnow: [],
  checks: [check(1, 'no'), check(3, 'no')],
  ledger: [],
}

const OF_JOB = {
  ...{ at: SENT, sent_at: SENT, settled_at: null, job_id: 'job_1', job_name: 'Autumn', job_type: 'index' as const },
  ...{ ordered_at: SENT, tenant_id: 'ten_hazel', tenant_name: 'Hazel', simulated: false, checks: [] },
}

const PORTAL: PortalProps = {
  still_there: {
    ...{ days: 60, links: 120, there: 112 },
    causes: [
      { cause: 'http_4xx', links: 5 },
      { cause: 'crawled_not_indexed', links: 3 },
    ],
  },
  missing_at_google: [
    { cause: 'other_canonical', pages: 34 },
    { cause: 'not_crawled', pages: 1 },
  ],
  asked: `hazel.example/${NASTY}`,
  found: FOUND,
  figures: { found: 204, waiting: 34, sent_30d: 49, by_day7: { rate: 0.83, links: 64, until: '2026-11-14' } },
  report: {
    ...{ tenant_id: 'a', month: '2026-10', state: 'shared', comment: '', contact: '' },
    ...{ opened: 1, opened_at: NOW, shared_at: NOW },
  },
  recent: links(3, 0).map((link) => ({ ...link, ...OF_JOB })),
  attention: { count: 2, href: at('/today') },
  check: null,
  engine: 'Google',
  self: at(''),
  linkHref: (uid) => at(`/links/${uid}`),
  report_href: at('/reports/2026-10'),
  ask: null,
  to: ENGLISH,
}

const drawn = (more: Partial<PortalProps> = {}) =>
  inPage('Is my page in Google?', 'portal', <Portal {...PORTAL} {...more} />)

export const portalGallery = [
  { name: 'portal', page: () => drawn() },
  {
    name: 'portal-unknown',
    page: () => drawn({ found: null, report: null, attention: null, ask: { agency: NASTY, href: () => at('/ask') } }),
  },
  { name: 'portal-long', page: () => drawn({ to: readerOf('UTC', 'qps') }) },
  { name: 'portal-empty', page: () => drawn({ asked: '', found: null }) },
]
