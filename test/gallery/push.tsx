/** A push on its way: empty, reviewed, refused, and without the credits it needs. */

import { NewPush } from '../../views/push/new-push.tsx'
import { PAGE } from '../../views/push/pages.tsx'
import type { NewPushProps, PushValues } from '../../views/push/push-props.ts'
import { inPage } from './frames.tsx'
import { ADDRESSES, at, NASTY, preflight, quote } from './samples.ts'

const VALUES: PushValues = {
  urls: ADDRESSES.map((path) => `https://bakery.example${path}`).join('\n'),
  name: NASTY,
  tenant_id: 'bakery',
  client: '',
  sitemap: '',
  page: 'page_1',
  smart: true,
  pre_check: false,
  drip_days: 0,
  push_anyway: ['https://bakery.example/blog/old-offer'],
  anyway_flag: [],
  force_refresh: false,
  indexnow_force: false,
}
const PUSH: NewPushProps = {
  values: VALUES,
  quote: quote(),
  preflight,
  limit: 10_000,
  clients: [
    { id: 'northwind', name: 'Northwind Agency', left: 11_147 },
    { id: 'bakery', name: 'Bakery', left: 96 },
  ],
  guessed: { host: 'shop.bakery.example', name: NASTY },
  suggested: 'bakery.example, 22 Nov 2026, 12 pages',
  past: [{ id: 'job_1', name: NASTY, missing: 12 }],
  idempotency_key: '0193f0a2-7777-7000-8000-000000000001',
  hrefs: { action: at('/push'), preflight: '/gallery/preflight' },
}

const OUTLOOK = {
  giver_available: 1240,
  refund: { credits: 9, by: '2026-11-28T09:00:00.000Z' },
  lasts: { now: '2027-01-03T09:00:00.000Z', after: '2026-12-23T09:00:00.000Z' },
}
const MISSING = { kind: 'index', need: 39, have: 12, missing: 27 } as const

const push = (more: Partial<NewPushProps> = {}) =>
  inPage(PAGE.title, PAGE.kind, <NewPush {...PUSH} {...more} />, PAGE.sub)

export const pushGallery = [
  {
    name: 'push',
    page: () =>
      push({
        quote: null,
        preflight: null,
        past: [],
        hosts: ['bakery.example', NASTY],
        guessed: null,
        values: { ...VALUES, urls: '', push_anyway: [] },
      }),
  },
  { name: 'push-review', page: () => push() },
  {
    name: 'push-refused',
    page: () =>
      push({
        quote: null,
        preflight: null,
        limit: 50,
        plan_note: '10 free links with this plan.',
        values: { ...VALUES, client: 'Bakkery' },
        guessed: null,
        issues: [
          { path: '/urls', message: 'None of these is an http(s) address.' },
          { path: 'client', message: 'There is no workspace of that name. Choose one of the list.' },
          { path: 'sitemap', message: 'https://bakery.example/ is a page, not a sitemap.' },
        ],
      }),
  },
  {
    name: 'push-looking',
    page: () => {
      const slow = ['https://shop.bakery.example/a', 'https://slow.example/b']
      const pending = [...slow, ...Array.from({ length: 117 }, (_, i) => `https://bakery.example/${NASTY}/${i}`)]
      return push({ preflight: { ...preflight, pending, slow }, quote: quote({ ready: 20, pending: 119 }) })
    },
  },
  {
    name: 'push-no-credits',
    page: () => push({ quote: quote({ missing: [MISSING], affordable: 12, giver: NASTY, ...OUTLOOK }) }),
  },
  { name: 'push-poor', page: () => push({ quote: quote({ missing: [MISSING], affordable: 0 }), news: NASTY }) },
  {
    name: 'push-unconnected-asks',
    page: () => push({ unconnected: { href: null, runner: { name: 'Northwind', email: 'hello@florist.example' } } }),
  },
  { name: 'push-unconnected', page: () => push({ unconnected: { href: '/app/platform/suppliers', runner: null } }) },
]
