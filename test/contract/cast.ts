/** The cast behind doors that are open on loopback: of this process, or of the executable. */

import { rmSync } from 'node:fs'
import { serve } from '../../src/doors/server.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { SafeFetchError } from '../../src/kernel/web-fetch/safe-fetch-error.ts'
import { UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'
import { engineAdapters } from '../../src/upstream/index.ts'
import { runOn, seededFolder } from '../e2e/seeded.ts'
import { world } from '../world.ts'
import { keepRows } from './kept-rows.ts'
import { seedCast } from './seed-cast.ts'

const KNOWN: Record<string, string> = {
  'https://bakery.example/sitemap.xml':
    '<urlset><url><loc>https://bakery.example/bread</loc><lastmod>2026-11-01</lastmod></url></urlset>',
  'https://bakery.example/jobs/baker': '<p itemscope itemtype="https://schema.org/JobPosting">Baker</p>',
}

/** Where no name is known: nothing that a user names is ever fetched. */
export const offline: App['fetch'] = async (address, { take } = {}) => {
  const found = KNOWN[String(address)]
  if (found) {
    const file = new TextEncoder().encode(found)
    await take?.(file, 200)
    return {
      url: String(address),
      status: 200,
      headers: { get: () => null, all: () => [] },
      body: take ? new Uint8Array() : file,
      truncated: false,
      head_ms: 1,
      hops: [],
    }
  }
  throw new SafeFetchError('dns', 'there is no such name')
}

/** Google for owners of sites: it knows the client, and every token. */
export const agreeing: ReturnType<App['google']> = {
  consentUrl: () => 'https://accounts.google.example/o/oauth2/v2/auth',
  redeem: async () => {
    throw new UpstreamError('invalid', 'Google knows no such code')
  },
  refresh: async () => ({
    ...{ access_token: 'ya29.example', expires_in: 3599, refresh_token: null, email: null, lasts: null },
    scopes: ['https://www.googleapis.com/auth/webmasters', 'https://www.googleapis.com/auth/indexing'],
  }),
  revoke: async () => {},
  refusalOfClient: async () => null,
  sites: async () => [{ site_url: 'sc-domain:bakery.example', permission: 'siteOwner' }],
  submitSitemap: async () => {},
  publish: async () => {},
  notified: async () => ({ URL_UPDATED: null, URL_DELETED: null }),
  sitemap: async () => ({
    ...{ last_submitted: '2026-11-02T09:00:00.000Z', last_downloaded: null, is_pending: true },
    ...{ errors: 0, warnings: 0, submitted: 1 },
  }),
}

/** A supplier that waits for somebody to approve: no endpoint that an input names is ever called. */
export const patient: ReturnType<App['signIn']> = {
  start: async () => ({
    device_code: 'device',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://supplier.example/approve',
    verification_uri_complete: null,
    expires_in: 900,
    interval: 5,
  }),
  poll: async () => ({ state: 'pending' }),
  refresh: async () => ({ access_token: 'access', refresh_token: null, expires_in: null }),
}

/** A Stripe that opens every page, with what it was asked for, and calls nobody. */
export const generous: App['payments'] = {
  openPage: async ({ ref, cents }) => ({
    kind: 'session',
    session_id: `cs_test_${ref}`,
    ref,
    payment_id: ref,
    url: 'https://checkout.stripe.example/c/pay/cs_test',
    state: 'open',
    cents,
    discount_cents: 0,
    currency: 'usd',
    customer_id: null,
    payment_intent: null,
  }),
  findPage: async () => {
    throw new UpstreamError('transient', 'Stripe gave no answer')
  },
  openPortal: async () => 'https://billing.stripe.example/p/session',
  findSubscription: async (subscription_id) => subscribed(subscription_id, 'agency_starter', 'month'),
  changePlan: async ({ subscription_id, plan, interval }) => subscribed(subscription_id, plan, interval),
  refund: async () => {
    throw new UpstreamError('transient', 'Stripe gave no answer')
  },
  findRefund: async () => null,
  customerOf: async () => null,
  read: async () => null,
}

const subscribed = (
  subscription_id: string,
  plan: 'agency_starter' | 'agency_pro' | 'agency_scale',
  interval: 'month' | 'year',
) => ({
  kind: 'subscription' as const,
  subscription_id,
  customer_id: 'cus_northwind',
  tenant_id: 'ten_northwind',
  status: 'active',
  plan,
  interval,
  cents: 14_900,
  item_id: 'si_northwind',
  begun_at: '2026-11-02T09:00:00.000Z',
  period_end: '2026-12-02T09:00:00.000Z',
  cancels_at: null,
})

/** Takes payments, as the examples do. */
export const WITH_STRIPE = { SIGNALPOST_STRIPE_SECRET_KEY: 'sk_test_examples' }

/** Thousands of requests in a moment of one clock; limits have tests of their own. */
export const unlimited: App['limits'] = { take: () => 600, save() {} }

/** `more` adds what no other test needs, before the rows are kept. */
export async function openCast(more?: (w: ReturnType<typeof world>) => Promise<void>) {
  const w = world({
    env: {
      SIGNALPOST_LISTEN: '127.0.0.1:0',
      SIGNALPOST_PASSIVE: '1',
      // The passkey of the examples was made for it.
      SIGNALPOST_SITE_URL: 'https://push.northwind.example',
      ...WITH_STRIPE,
    },
    fetch: offline,
    signIn: () => patient,
    payments: generous,
    google: () => agreeing,
    engines: takingUrls,
    limits: unlimited,
  })
  const seeded = await seedCast(w)
  await more?.(w)
  const kept = keepRows(w.db)
  const running = serve(w.app)
  return {
    ...w,
    ...seeded,
    ...kept,
    url: running.address,
    async close() {
      kept.forget()
      await running.stop()
      rmSync(w.folder, { recursive: true, force: true })
    },
  }
}

/** The same behind the compiled binary, where limits hold: `of_each` of every key take turns. */
export async function openInstalled() {
  const seeded = await seededFolder({ of_each: 40 })
  const install = await runOn(seeded.folder)
  const untouched = install.rows()
  let peak = 0
  const measure = () => {
    peak = Math.max(peak, install.peakMemory())
  }
  return {
    ...seeded,
    get url() {
      return install.url
    },
    ids: install.ids,
    rows: install.rows,
    async reset() {
      if (install.rows() === untouched) return
      measure()
      await install.renew()
    },
    async close() {
      measure()
      console.log(`The executable held ${Math.ceil(peak / 2 ** 20)} MiB at most`)
      await install.close()
      seeded.forget()
    },
  }
}

export type Cast = Awaited<ReturnType<typeof openCast>>

/** Engines of which the simulated one takes URLs of the Bakery, as Bing does. */
export const takingUrls: App['engines'] = new Map(
  [...engineAdapters].map(([name, adapter]) => [
    name,
    name !== 'simulated'
      ? adapter
      : {
          ...adapter,
          create: (settings, context) => ({
            ...adapter.create(settings, context),
            own_sites: {
              list: async () => ['https://bakery.example/'],
              siteOf: async () => 'https://bakery.example/',
              left: async () => ({ day: 100, month: 800 }),
              submit: async () => {},
            },
          }),
        },
  ]),
)
