/** The two orders that the form makes, links to push and links to check: their fields, and what of them is known so far. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { checkIndex } from '../../src/operations/checks/check-index.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import type { Preflight, PreflightRow } from './causes.ts'
import type { Whose } from './whose.ts'

export const PUSH = {
  name: 'push',
  title: 'New push',
  sub: 'Paste links. Screening them before the push is free.',
  at: '/push',
  live: '/push/preflight',
  /** The credits that the order is paid with. */
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

export type Kind = typeof PUSH | typeof CHECK

/** The form's fields, in the API's names. `urls` is text as typed; `push_anyway` are the addresses ticked. */
export type OrderValues = {
  urls: string
  name: string
  /** The workspace that pays. */
  tenant_id: string
  /** Its name as typed; blank is a guess from the hosts. */
  client: string
  /** The address of a sitemap whose links are wanted. */
  sitemap: string
  /** This page of those that the person has open. */
  page: string
  /** The engine that a check asks; blank is the first there is. */
  engine: EngineSlot | ''
  smart: boolean
  pre_check: boolean
  drip_days: number
  push_anyway: readonly string[]
  /** Flags whose links are all pushed anyway. */
  anyway_flag: readonly string[]
  force_refresh: boolean
  indexnow_force: boolean
}

/** Letters of the id that a page goes by. */
const MOST_PAGE = 64

export function valuesOf({ form, all, query }: SignedInCall): OrderValues {
  return {
    urls: form.urls ?? query.urls ?? '',
    name: form.name ?? query.name ?? '',
    tenant_id: form.tenant_id ?? query.tenant_id ?? '',
    client: (form.client ?? query.client ?? '').trim(),
    sitemap: (form.sitemap ?? '').trim(),
    page: (form.page ?? newId()).slice(0, MOST_PAGE),
    engine: (form.engine ?? query.engine ?? '') as EngineSlot | '',
    smart: form.smart !== undefined,
    pre_check: form.pre_check !== undefined,
    drip_days: Number(form.drip_days ?? 0) || 0,
    push_anyway: all('push_anyway'),
    anyway_flag: all('anyway_flag'),
    force_refresh: form.force_refresh !== undefined,
    indexnow_force: form.indexnow_force !== undefined,
  }
}

/** A form, read: its list taken apart, and for whom it is. Made once for a form; its polls go on with it. */
export type Order = {
  kind: Kind
  values: OrderValues
  whose: Whose
  urls: string[]
  dropped: Preflight['dropped']
  duplicates: number
  pings: Pings
  /** `Bakery received 12 index credits for this push`. */
  transferred?: string
}

/** How many links go to IndexNow: of the whole list, less those that are left out so far. */
type Pings = { of_all: number | null; left: Set<string>; of_left: number }

/** Credits of a kind that the workspace lacks. */
export type Missing = { kind: CreditKind; need: number; have: number; missing: number }

export type Bill = {
  ready: number
  /** Links that will be sent unless something is found: their pages have not answered yet. */
  pending: number
  /** Links that the pre-flight takes out, at no cost. */
  skipped: number
  /** Entries that are in the list already, and those that are no address. */
  duplicates: number
  invalid: number
  /** How many of the links also go to the IndexNow engines. */
  to_indexnow: number
  index_credits: number
  check_credits: number
  /** What the workspace has of the credits that the order is paid with, now and after it. */
  available: number
  balance_after: number
  /** The workspace whose credits pay, and its name. */
  tenant_id: string
  purse: string
  missing: readonly Missing[]
  /** Links that one order may have. */
  limit: number
  /** Links that can be paid, from the top of the list, within the limit. */
  affordable: number
  /** The workspace that could transfer what is missing, where it can and the visitor may. */
  giver: string | null
  giver_available?: number
  /** Credits that are usually refunded of such a push, and by when. */
  refund?: { credits: number; by: string } | null
  /** Days on which the available credits are used up: without this push, and with it. */
  lasts?: { now: string; after: string } | null
}

/** An order with its screening and its bill. `urls` will be sent; `all` are those and the flagged ones. */
export type Reviewed = {
  order: Order
  bill: Bill
  preflight: Preflight
  urls: string[]
  all: string[]
  rows: ReadonlyMap<string, PreflightRow>
}
