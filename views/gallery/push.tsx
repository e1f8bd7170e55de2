/** A push on its way: empty, reviewed, refused, and without the credits it needs. */

import type { QuoteData } from '../parts/quote.tsx'
import { NewPush } from '../push/new-push.tsx'
import type { NewPushProps, PushValues } from '../push/push-props.ts'
import { inApp } from './frames.tsx'
import { ADDRESSES, at, NASTY, preflight } from './samples.ts'

const VALUES: PushValues = {
  urls: ADDRESSES.map((path) => `https://bakery.example${path}`).join('\n'),
  name: NASTY,
  tenant_id: 'bakery',
  smart: true,
  pre_check: false,
  drip_days: 0,
  push_anyway: ['https://bakery.example/blog/old-offer'],
  force_refresh: false,
  indexnow_force: false,
}
const QUOTE: QuoteData = {
  ready: 39,
  skipped: 1,
  dropped: 2,
  to_indexnow: 31,
  index_credits: 39,
  check_credits: 39,
  balance_after: 1245,
  available: 1284,
}
const PUSH: NewPushProps = {
  values: VALUES,
  quote: QUOTE,
  preflight,
  limit: 10_000,
  clients: [
    { id: 'northwind', name: 'Northwind Agency' },
    { id: 'bakery', name: 'Bakery' },
  ],
  idempotency_key: '0193f0a2-7777-7000-8000-000000000001',
  hrefs: { action: at('/push'), preflight: '/gallery/preflight', credits: at('/credits') },
}

const push = (more: Partial<NewPushProps> = {}) => inApp('New push', <NewPush {...PUSH} {...more} />)

export const pushGallery = [
  {
    name: 'push',
    page: () => push({ quote: null, preflight: null, values: { ...VALUES, urls: '', push_anyway: [] } }),
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
        issues: [{ path: '/urls', message: 'None of these is an http(s) address.' }],
      }),
  },
  { name: 'push-no-credits', page: () => push({ shortfall: { kind: 'index', need: 39, have: 12 } }) },
]
