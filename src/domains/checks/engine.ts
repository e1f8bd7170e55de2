import type { Adapter } from '../../kernel/adapter.ts'
import type { Time } from '../../kernel/clock.ts'
import { words } from '../../kernel/named.ts'
import type { FailureClass } from '../../kernel/upstream-error.ts'
import type { Indexed } from '../jobs/index.ts'

/** How we know: the owner's inspection tool, an exact match among search results, the crawl supplier's report, or the simulation. */
export const METHODS = words('CheckMethod', ['inspection', 'search_result', 'supplier_report', 'simulated'])
export type Method = (typeof METHODS)[number]

/**
 * One URL to look at. `ref` is ours, unique for ever, and travels inside the request wherever the vendor has a field
 * for it; a new attempt takes a new one. `sent_at` is when the URL was last pushed: only the simulation reads it.
 */
export type LookOrder = {
  ref: string
  url: string
  sent_at?: Time
  /** The answer to the same question was lost a moment ago: a vendor that still has it may give it again, unbilled. */
  again?: boolean
}

/**
 * An order that waits at the vendor. A null `handle` says that it is in doubt: the call that posted it failed with
 * `unknown`. `ready` says that a callback announced the result, so it is fetched without looking at the ready list.
 */
export type LookWaiting = {
  ref: string
  url: string
  handle: string | null
  asked_at: Time
  ready?: boolean
  /** The handle came by a callback to an order in doubt: its price was never told. */
  unpriced?: boolean
}

/** What one look found, with what proves it. */
export type Sighting = {
  indexed: Indexed
  method: Method
  /** One line for a person: the matched result, or why there is none. */
  evidence: string
  /** The vendor's answer as text, secrets stripped; kept and read back by `rid`. */
  raw: string
  /** What the vendor billed for it, USD. */
  cost_usd: number
  /** What it took of the vendor's account, in the unit of `Billing`. */
  units?: number
}

/**
 * An order either was answered at once, waits at the vendor under a handle, or failed. With an engine that queues, an
 * order that failed with `unknown` may be at the vendor: it goes to `collect` with a null handle, never to `look`
 * again. `auth`, `quota`, `rate` and `transient` may be ordered anew under a new `ref`; `invalid`
 * would fail again. `retry_after` is in milliseconds; `cost_usd` is there when the vendor billed the failure, and `lost`
 * when it may have: no answer of its own says that it did not.
 */
export type LookAnswer =
  | { ref: string; state: 'seen'; sighting: Sighting }
  | { ref: string; state: 'queued'; handle: string; cost_usd: number }
  | {
      ref: string
      state: 'failed'
      failure: FailureClass
      message: string
      retry_after?: number
      cost_usd?: number
      lost?: boolean
    }

export const BALANCE_UNITS = words('BalanceUnit', ['USD', 'searches', 'credits'])

/** A free call that says what it saw. Never throws: a failure is in `ok` and `message`. */
export type EngineReport = {
  ok: boolean
  message: string
  balance?: { amount: number; unit: (typeof BALANCE_UNITS)[number] }
}

/** A call whose answer was lost, by our reference. */
export type LostCall = { ref: string; lost_at: Time }

/**
 * How an engine that is paid by the call tells what became of calls whose answer was lost: it finds them by our
 * reference, or its account only has a meter. Both calls are free and throw `UpstreamError`.
 */
export type Billing = {
  /** Names the account without giving its key away; slots with the same key share it. */
  account: string
  /** The most that one look takes, in the vendor's unit, and what the unit costs, USD. */
  units: number
  unit_usd: number
} & (
  | { by: 'meter'; left(signal: AbortSignal): Promise<number> }
  /** What the vendor billed, USD, for each of the calls that it knows. */
  | { by: 'reference'; billed(lost: LostCall[], signal: AbortSignal): Promise<Map<string, number>> }
)

/** A question as a person would ask it. `near` is whose pages are looked for among the results: only the simulation reads it. */
export type SearchQuestion = { ref: string; query: string; near: string }

/** The first page of results: each with its address, unless it came without one that can be read. */
export type SearchFound = {
  results: { url: string | null; title?: string | null }[]
  cost_usd: number
  /** What it took of the vendor's account, in the unit of `Billing`. */
  units?: number
}

/** The port that every check engine implements (one adapter a file in `upstream/`). */
export type Engine = {
  adapter: string
  simulated: boolean
  /** Orders taken by one `look` call, and calls that may be under way at once. */
  per_call: number
  concurrency: number
  /** Looks at each URL. One answer for each order; throws `UpstreamError` only when all failed alike. */
  look(orders: LookOrder[], signal: AbortSignal): Promise<LookAnswer[]>
  /**
   * Only for engines that queue: answers for those of the given orders that are ready now; one without an answer still
   * waits. Orders in doubt are found by `ref`, and are `queued` under their handle before they are fetched, since a vendor
   * may list a result only until it was fetched once; those that the vendor surely has not fail with `transient`. Throws
   * `UpstreamError` when nothing could be asked.
   */
  collect?(waiting: LookWaiting[], signal: AbortSignal): Promise<LookAnswer[]>
  /** Only for live engines: what is shown for a question. Throws `UpstreamError`. */
  search?(question: SearchQuestion, signal: AbortSignal): Promise<SearchFound>
  /** Only for engines that answer at once and are paid by the call. */
  billing?: Billing
  report(signal: AbortSignal): Promise<EngineReport>
}

/** Settings of an engine slot, secrets opened. */
export type EngineSettings = {
  adapter: string
  base_url?: string
  login?: string
  password?: string
  api_key?: string
  /** What one look costs where the vendor's answer does not say. */
  cost_usd?: number
  /** DataForSEO: our callback for finished tasks; the vendor fills in `$id` and `$tag`. It holds a secret path. */
  postback_url?: string
  /** Search Console: the key file of the service account. */
  service_account?: ServiceAccount
  /** Search Console and Bing: the verified properties, `sc-domain:site.example` or a URL prefix that ends in `/`. */
  properties?: string[]
}

/** The fields of a Google service account's key file that we use. */
export type ServiceAccount = { client_email: string; private_key: string; private_key_id?: string; token_uri?: string }

declare module '../../kernel/app.ts' {
  interface Install {
    engines: ReadonlyMap<string, Adapter<Engine, EngineSettings>>
  }
}
