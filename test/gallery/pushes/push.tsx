/** The form of an order, of a push and of a check: empty, reviewed, refused, and without the credits it needs. */
import { foreignKey } from '../../../views/push/foreign.tsx'
import { CHECK, type OrderValues, PUSH } from '../../../views/push/order.ts'
import { OrderForm } from '../../../views/push/order-form.tsx'
import type { OrderProps } from '../../../views/push/order-props.ts'
import { inPage } from '../frames.tsx'
import { ADDRESSES, at, bill, NASTY, preflight } from '../samples.ts'

const VALUES: OrderValues = {
  urls: ADDRESSES.map((path) => `https://bakery.example${path}`).join('\n'),
  name: NASTY,
  tenant_id: 'bakery',
  client: '',
  sitemap: '',
  page: 'page_1',
  engine: '',
  smart: true,
  pre_check: false,
  drip_days: 0,
  push_anyway: ['https://bakery.example/blog/old-offer'],
  anyway_flag: [],
  force_refresh: false,
  indexnow_force: false,
}
const FORM: OrderProps = {
  kind: PUSH,
  values: VALUES,
  bill: bill(),
  preflight,
  limit: 10_000,
  list: {
    links: 37,
    entries: 41,
    reading: 'Column “Top pages” read; 4 other columns ignored; 3 lines without a link.',
  },
  clients: [
    { id: 'northwind', name: 'Northwind Agency', left: 11_147 },
    { id: 'bakery', name: 'Bakery', left: 96 },
  ],
  guessed: { host: 'shop.bakery.example', name: NASTY },
  suggested: 'bakery.example, 22 Nov 2026, 12 pages',
  past: [{ id: 'job_1', name: NASTY, missing: 12 }],
  idempotency_key: '0193f0a2-7777-7000-8000-000000000001',
  hrefs: { action: at('/push'), live: '/gallery/preflight' },
}

const OUTLOOK = {
  giver_available: 1240,
  refund: { credits: 9, by: '2026-11-28T09:00:00.000Z' },
  lasts: { now: '2027-01-03T09:00:00.000Z', after: '2026-12-23T09:00:00.000Z' },
}
const MISSING = { kind: 'index', need: 39, have: 12, missing: 27 } as const

const FOREIGN = {
  tenant_id: 'orchard',
  tenant_name: NASTY,
  links: 38,
  hosts: ['orchard.example', 'shop.orchard.example'],
  held_out: 38,
  examples: ['https://orchard.example/a', `https://orchard.example/${NASTY}`, 'https://shop.orchard.example/c'],
}

const push = (more: Partial<OrderProps> = {}) =>
  inPage(PUSH.title, 'new-push', <OrderForm {...FORM} {...more} />, PUSH.sub)

const CHECKED = bill({ index_credits: 0, check_credits: 10, ready: 10, skipped: 0, affordable: 10, available: 500 })
const SHORT = { missing: [{ kind: 'check', need: 10, have: 3, missing: 7 }], affordable: 3, available: 3 } as const
const check = (more: Partial<OrderProps> = {}) => {
  const engines = [
    { engine: 'scan_standard', credits: 1 },
    { engine: 'scan_live', credits: 5 },
    { engine: 'scan_bing', credits: 1 },
  ] as const
  const list = { rows: [], dropped: [{ entry: NASTY, reason: 'is in the list already' }], duplicates: 1 }
  const screened = { ...list, pending: [], slow: [] }
  const props = { ...FORM, kind: CHECK, bill: CHECKED, engines, preflight: screened, ...more }
  return inPage(
    CHECK.title,
    'new-push',
    <OrderForm {...props} hrefs={{ ...FORM.hrefs, credits: at('/packs') }} />,
    CHECK.sub,
  )
}

export const pushGallery = [
  {
    name: 'push',
    page: () =>
      push({
        bill: null,
        preflight: null,
        past: [],
        hosts: ['bakery.example', NASTY],
        guessed: null,
        values: { ...VALUES, urls: '', push_anyway: [] },
      }),
  },
  { name: 'push-review', page: () => push() },
  { name: 'push-foreign', page: () => push({ bill: bill({ foreign: [FOREIGN] }) }) },
  {
    name: 'push-foreign-asked',
    page: () => {
      const odd = {
        ...FOREIGN,
        links: 1,
        held_out: 0,
        hosts: ['orchard.example'],
        examples: FOREIGN.examples.slice(0, 1),
      }
      const mixed = bill({ foreign: [odd, { ...odd, tenant_id: 'b', tenant_name: 'Orchard Outdoor' }] })
      return push({ bill: mixed, asked: foreignKey(mixed) })
    },
  },
  {
    name: 'push-refused',
    page: () =>
      push({
        bill: null,
        preflight: null,
        limit: 50,
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
      return push({ preflight: { ...preflight, pending, slow }, bill: bill({ ready: 20, pending: 119 }) })
    },
  },
  {
    name: 'push-no-credits',
    page: () => push({ bill: bill({ missing: [MISSING], affordable: 12, giver: NASTY, ...OUTLOOK }) }),
  },
  { name: 'push-poor', page: () => push({ bill: bill({ missing: [MISSING], affordable: 0 }), news: NASTY }) },
  {
    name: 'push-unconnected-asks',
    page: () => push({ unconnected: { href: null, runner: { name: 'Northwind', email: 'hello@florist.example' } } }),
  },
  { name: 'push-unconnected', page: () => push({ unconnected: { href: '/app/platform/suppliers', runner: null } }) },
  { name: 'check-new', page: () => check({ bill: null, preflight: null, values: { ...VALUES, urls: '' } }) },
  { name: 'check-bill', page: () => check() },
  { name: 'check-give', page: () => check({ bill: { ...CHECKED, ...SHORT, giver: NASTY } }) },
  { name: 'check-short', page: () => check({ bill: { ...CHECKED, ...SHORT } }) },
  {
    name: 'check-refused',
    page: () =>
      check({
        engines: [],
        unconnected: { href: '/app/platform/suppliers/scan_standard', runner: null },
        issues: [{ path: 'urls', message: NASTY }],
        news: NASTY,
      }),
  },
]
