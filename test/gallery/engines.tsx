/** Search engines of an agency: properties with their day at Google, and what a push says of it. */
import { LOOK_CLASSES } from '../../src/domains/checks/index.ts'
import { readerOf } from '../../src/kernel/language/reader.ts'
import { BingAccount, bingForm } from '../../views/evidence/bing.tsx'
import { Engines, type EnginesProps } from '../../views/evidence/engines.tsx'
import { GoogleChecks } from '../../views/evidence/job.tsx'
import { Postings, postingForm } from '../../views/evidence/postings.tsx'
import { inPage } from './frames.tsx'
import { at, NASTY } from './samples.ts'

const SITES = [
  'sc-domain:kestrel-insurance.example',
  'https://quay-hotels.example/',
  `sc-domain:${'long-'.repeat(12)}name.example`,
]
const USED = [
  [420, 60, 0, 140, 40, 140],
  [96, 28, 12, 40, 0, 24],
  [800, 100, 0, 570, 0, 30],
] as const

type Property = EnginesProps['properties'][number]
type Quota = EnginesProps['quotas'][number]

const properties: Property[] = SITES.map((site_url, i) => ({
  ...{ id: `gpr_${i}`, account_id: 'gac_1', email: 'seo@northwind.example', site_url, permission: 'siteOwner' },
  ...{
    usable: true,
    tenant_ids: ['bakery'],
    links: [1204, 118, 3][i]!,
    inspect: true,
    impressions: i !== 1,
    sitemaps: false,
    indexing: false,
  },
  reserve_pct: 25,
}))

const quotas: Quota[] = SITES.map((property, i) => {
  const used = USED[i]!.reduce((sum: number, n) => sum + n, 0)
  const ours = i === 2 ? used : 1500
  return {
    ...{ property, day: '2026-12-01', resets_at: '2026-12-02T08:00:00.000Z', per_day: 2000, kept: 500, ours, used },
    ...{ limited: i === 2 ? 'closed' : null, left: ours - used, next_at: null, workspaces: [], others: 0 },
    shown_until: '2026-11-28',
    classes: LOOK_CLASSES.map((of, at_) => ({ class: of, used: USED[i]![at_]!, waiting: 0, done_by: null })),
  }
})

const PROPS: EnginesProps = {
  coverage: {
    ...{ links: 5300, covered: 4120, clients: 30, connected: 5, closed: null, invitations: 2 },
    not_connected: [{ tenant_id: 'ten_a', name: NASTY, links: 410 }],
  },
  accounts: [
    {
      ...{
        id: 'gac_1',
        tenant_id: 'ten_northwind',
        workspace: NASTY,
        email: 'seo@northwind.example',
        state: 'ok',
        why: null,
      },
      ...{
        ends_at: null,
        may_submit_sitemaps: false,
        may_publish_jobs: false,
        properties: 5,
        used: 3,
        connected_by: 'Ada',
        read_at: null,
      },
      connected_at: '2026-11-20T09:00:00.000Z',
    },
  ],
  ...{ properties, quotas, self: at('/engines'), zone: 'Europe/Berlin', operator: false },
}

const BING = {
  ...{ connected: true, asked_at: '2026-12-01T08:00:00.000Z', more: 2 },
  sites: [
    { site_url: 'https://kestrel-insurance.example/', day: 8412, month: 120_000, key_file: true },
    { site_url: `https://${'long-'.repeat(12)}name.example/`, day: 0, month: 3, key_file: false },
  ],
}
const form = bingForm(() => inPage('Search engines', 'settings', null)).form(at('/engines/bing'))
const bing = <BingAccount quota={BING} form={form} ask={at('/engines/bing/quota')} zone="Europe/Berlin" />

type Posted = Parameters<typeof Postings>[0]['postings'][number]
const posted = (path: string, more: Partial<Posted>): Posted => ({
  ...{ id: path, tenant_id: 'ten_a', url: `https://quay-hotels.example/jobs/${path}`, type: 'URL_UPDATED', why: null },
  ...{ state: 'published', asked_at: '2026-12-01T08:00:00.000Z', published_at: null },
  ...more,
})
const POSTED = [
  posted('night-porter', {}),
  posted('baker', { state: 'queued' }),
  posted(`old-${'long-'.repeat(12)}job`, { type: 'URL_DELETED', state: 'sending' }),
  posted(NASTY, { state: 'refused', why: 'not_allowed_by_google: Google’s Indexing API takes pages with JobPosting' }),
]
const posting = postingForm(() => inPage('Connect Google', 'settings', null)).form(at('/engines/gac_1/postings'))

const CHECKS = { inspected: 68, shown: 12, waiting: 40, inspected_by: '2026-12-03T11:00:00.000Z', causes: [] }

export const engineGallery = [
  { name: 'engines', page: () => inPage('Search engines', 'settings', <Engines {...PROPS} />) },
  {
    name: 'engines-bing-sites',
    page: () => inPage('Search engines', 'settings', <Engines {...PROPS} accounts={[]} properties={[]} bing={bing} />),
  },
  {
    name: 'engines-postings',
    page: () =>
      inPage('Connect Google', 'settings', <Postings postings={POSTED} form={posting} zone="Europe/Berlin" />),
  },
  {
    name: 'engines-push',
    page: () => inPage('Push', 'job', <GoogleChecks checks={CHECKS} zone={readerOf('Europe/Berlin', 'en')} />),
  },
]
