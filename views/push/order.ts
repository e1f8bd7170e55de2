/** The two orders of the form, push and check: their fields and what is known of them so far. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { ForeignPart } from '../../src/doors/pages/foreign-links.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import type { Preflight, PreflightRow } from './causes.ts'
import type { OrderClient } from './client-of-order.ts'

export const PUSH = {
  name: 'push',
  title: 'New push',
  sub: 'Paste links. Screening them before the push is free.',
  at: '/push',
  live: '/push/preflight',
  /** Kind of credits that pays the order. */
  pays: 'index' as CreditKind,
  operation: submitIndexJob,
  icon: 'send',
  verb: 'Push',
  done: 'pushed',
} as const

export const CHECK = {
  name: 'check',
  title: 'New check',
  sub: 'Paste links. A search engine is asked for each; nothing is pushed.',
  at: '/checks/new',
  live: '/checks/bill',
  pays: 'check' as CreditKind,
  operation: checkIndex,
  icon: 'scan-search',
  verb: 'Check',
  done: 'checked',
} as const

export type OrderKind = typeof PUSH | typeof CHECK

/** The form's fields, with the API's names. `urls` is the text as typed; `push_anyway` are the ticked URLs. */
export type OrderValues = {
  urls: string
  name: string
  tenant_id: string
  /** Typed name of the workspace; blank means a guess from the hosts. */
  client: string
  /** A sitemap whose links are added. */
  sitemap: string
  /** Id of this page: a visitor may have several open. */
  page: string
  /** Engine of a check; blank means the first available. */
  engine: EngineSlot | ''
  smart: boolean
  pre_check: boolean
  drip_days: number
  push_anyway: readonly string[]
  /** Flags whose links are all pushed despite them. */
  anyway_flag: readonly string[]
  force_refresh: boolean
  indexnow_force: boolean
}

/** Length limits of a page's id, and of other fields, which are sent back in the page. */
const MOST_PAGE = 64
const MOST_FIELD = 4096

export function valuesOf({ form, all, query }: SignedInCall): OrderValues {
  const field = (name: string): string => (form[name] ?? query[name] ?? '').slice(0, MOST_FIELD)
  return {
    urls: form.urls ?? query.urls ?? '',
    name: field('name'),
    tenant_id: field('tenant_id'),
    client: field('client').trim(),
    sitemap: (form.sitemap ?? '').slice(0, MOST_FIELD).trim(),
    page: (form.page ?? newId()).slice(0, MOST_PAGE),
    engine: field('engine') as EngineSlot | '',
    smart: form.smart !== undefined,
    pre_check: form.pre_check !== undefined,
    drip_days: Number(form.drip_days ?? 0) || 0,
    push_anyway: all('push_anyway'),
    anyway_flag: all('anyway_flag'),
    force_refresh: form.force_refresh !== undefined,
    indexnow_force: form.indexnow_force !== undefined,
  }
}

/** A parsed form: its list of links and its client. Made once for a form; its polls use it again. */
export type Order = {
  kind: OrderKind
  values: OrderValues
  whose: OrderClient
  urls: string[]
  dropped: Preflight['dropped']
  duplicates: number
  /** Entries of the list, and how it was read, where that is news. */
  entries: number
  reading: string | null
  pings: Pings
  /** `Bakery received 12 index credits for this push`. */
  transferred?: string
  /** The links of other clients that the visitor was asked about, as `foreignKey`. */
  asked?: string
}

/** Number of links that go to IndexNow: of the whole list, and of the links left out so far. */
type Pings = { of_all: number | null; left: Set<string>; of_left: number }

export type MissingCredits = { kind: CreditKind; need: number; have: number; missing: number }

export type Bill = {
  ready: number
  /** Links whose pages have not answered yet; they are sent unless a fault is found. */
  pending: number
  /** Links that the pre-flight leaves out, at no cost. */
  skipped: number
  /** Entries that are duplicates, and entries that are no URL. */
  duplicates: number
  invalid: number
  /** Links that also go to the IndexNow engines. */
  to_indexnow: number
  index_credits: number
  check_credits: number
  /** The workspace's credits of the kind that pays, now and after the order. */
  available: number
  balance_after: number
  /** The workspace that pays, and its name. */
  tenant_id: string
  purse: string
  missing: readonly MissingCredits[]
  /** Links on hosts of other clients, most first. */
  foreign: readonly ForeignPart[]
  /** Link limit of one order. */
  limit: number
  /** Links from the top of the list that credits and limit allow. */
  affordable: number
  /** The workspace that can transfer the missing credits; null if none can, or the visitor may not. */
  giver: string | null
  giver_available?: number
  /** Usual refund of such a push, and its date. */
  refund?: { credits: number; by: string } | null
  /** Dates on which the available credits run out: without this push, and with it. */
  lasts?: { now: string; after: string } | null
}

/** An order with its screening and its bill. `urls` are sent; `all` also has the flagged links. */
export type OrderReview = {
  order: Order
  bill: Bill
  preflight: Preflight
  urls: string[]
  all: string[]
  rows: ReadonlyMap<string, PreflightRow>
}
