import type { ReadTx } from '../../kernel/database/database.ts'
import { namedEnum } from '../../kernel/operation/schema-names.ts'
import type { Time } from '../../kernel/time/clock.ts'
import type { Adapter } from '../../kernel/web-fetch/adapter.ts'
import type { FailureClass } from '../../kernel/web-fetch/upstream-error.ts'
import type { Indexed } from '../jobs/index.ts'
import type { Place } from '../tenants/index.ts'
import type { GoogleFinding } from './google/google-causes.ts'

/**
 * Source of a result: the owner's inspection tool, an exact match among search results, the crawl supplier's report, the
 * simulation, or that the engine showed the page to people.
 */
export const METHODS = namedEnum('CheckMethod', [
  'inspection',
  'search_result',
  'supplier_report',
  'simulated',
  'impression',
])
export type Method = (typeof METHODS)[number]

/**
 * One URL to check. `ref` is ours, unique for ever, and sent with the request wherever the vendor has a field for it;
 * each new attempt has a new one. `sent_at` is when the URL was last pushed; only the simulation reads it.
 */
export type LookOrder = {
  ref: string
  url: string
  sent_at?: Time
  /** The country, language and device of the results; adapters without a place ignore it. */
  place?: Place
  /** The answer to the same question was just lost: a vendor that still has it may return it again, unbilled. */
  again?: boolean
}

/**
 * An order that waits at the vendor. A null `handle` means in doubt: the call that posted it failed with `unknown`.
 * `ready` means that a callback announced the result, so it is fetched without reading the ready list.
 */
export type LookWaiting = {
  ref: string
  url: string
  handle: string | null
  asked_at: Time
  ready?: boolean
  /** The handle came by a callback to an order in doubt, so its price is unknown. */
  unpriced?: boolean
}

/** The result of one check, with its evidence. */
export type Sighting = {
  indexed: Indexed
  method: Method
  /** One line for people: the matched result, or why there is none. */
  evidence: string
  /** The vendor's answer as text, without secrets; stored and read by `rid`. */
  raw: string
  /** Billed by the vendor. */
  cost_usd: number
  /** Use of the vendor's account, in the unit of `Billing`. */
  units?: number
  /** Set by a URL inspection. */
  google?: GoogleFinding
  /** The search found nothing at all, which Google sometimes shows although it has the page. */
  empty?: boolean
}

/**
 * An order is answered at once, waits at the vendor under a handle, or failed. With an engine that queues, an order
 * that failed with `unknown` may be at the vendor: it goes to `collect` with a null handle, never to `look` again.
 * `auth`, `quota`, `rate` and `transient` may be ordered again under a new `ref`; `invalid` would fail again.
 * `retry_after` is in milliseconds. `cost_usd` is set when the vendor billed the failure, and `lost` when it may have
 * billed it: no answer says otherwise. `unasked`: the engine cannot ask about this URL, so nothing was sent.
 */
export type LookAnswer =
  | { ref: string; state: 'seen'; sighting: Sighting }
  | { ref: string; state: 'queued'; handle: string; cost_usd: number }
  /** It was announced as finished and is not. */
  | { ref: string; state: 'waiting' }
  | {
      ref: string
      state: 'failed'
      failure: FailureClass
      message: string
      retry_after?: number
      cost_usd?: number
      lost?: boolean
      /** Use of the vendor's account, in the unit of `Billing`. */
      units?: number
      unasked?: boolean
    }

export const BALANCE_UNITS = namedEnum('BalanceUnit', ['USD', 'RUB', 'searches', 'credits', 'tokens'])

/** Limits that the vendor tells for this account. */
export type AccountLimits = { per_minute?: number; per_hour?: number }

/** A vendor's account: the units left, and its limits where it tells them. */
export type AccountReading = { left: number; limits?: AccountLimits }

/** The result of a free test call. The test never throws: a failure is in `ok` and `message`. */
export type EngineReport = {
  ok: boolean
  message: string
  balance?: { amount: number; unit: (typeof BALANCE_UNITS)[number] }
  limits?: AccountLimits
}

/** A call whose answer was lost, by our reference. */
export type LostCall = { ref: string; lost_at: Time }

/**
 * For engines that are paid by the call: finds out whether calls with lost answers were billed, by our reference or by
 * the account's meter. Both calls are free and throw `UpstreamError`.
 */
export type Billing = {
  /** Identifies the account without revealing its key; slots with the same key share it. */
  account: string
  /** The most that one check uses, in the vendor's unit, and the price of the unit, USD. */
  units: number
  unit_usd: number
} & (
  | { by: 'meter'; reading(signal: AbortSignal): Promise<AccountReading> }
  /** Amounts billed by the vendor, in USD, for each of the calls that it knows. */
  | { by: 'reference'; billed(lost: LostCall[], signal: AbortSignal): Promise<Map<string, number>> }
)

/** A search as a person would type it. `near` is the site that is searched for; only the simulation reads it. */
export type SearchQuestion = { ref: string; query: string; near: string; place?: Place }

/** The first page of results, each with its address unless that cannot be read; or the sources of an answer. */
export type SearchFound = {
  /** The answer to the question comes from Google's AI Mode, and `results` are its sources. */
  surface?: 'google_ai_mode'
  results: { url: string | null; title?: string | null }[]
  cost_usd: number
  /** Use of the vendor's account, in the unit of `Billing`. */
  units?: number
}

/** A page as the engine spells it, and how often it was shown to people. */
export type ShownPage = { url: string; impressions: number }

/** Sites of the vendor's account, and the URLs that it takes of them. Each call throws `UpstreamError`. */
export type OwnSites = {
  /** Verified ones, as the vendor spells them. */
  list(signal: AbortSignal): Promise<string[]>
  /** The narrowest of them that covers the URL. */
  siteOf(url: string, signal: AbortSignal): Promise<string | null>
  /** URLs that it takes on the rest of the day, and of the month. */
  left(site: string, signal: AbortSignal): Promise<{ day: number; month: number }>
  /** More than are left fail as a whole. */
  submit(site: string, urls: readonly string[], signal: AbortSignal): Promise<void>
}

/** The port that every check engine implements (one adapter a file in `upstream/`). */
export type Engine = {
  adapter: string
  simulated: boolean
  /** Orders in one `look` call, and parallel calls. */
  per_call: number
  concurrency: number
  /** Checks each URL. Returns one answer for each order; throws `UpstreamError` only when all failed alike. */
  look(orders: LookOrder[], signal: AbortSignal): Promise<LookAnswer[]>
  /**
   * Only for engines that queue: answers for those of the given orders that are ready; an order without an answer still
   * waits. Orders in doubt are found by `ref`, and become `queued` under their handle before they are fetched, because
   * a vendor may list a result only until its first fetch; those that the vendor certainly does not have fail with
   * `transient`. Throws `UpstreamError` when nothing could be asked.
   */
  collect?(waiting: LookWaiting[], signal: AbortSignal): Promise<LookAnswer[]>
  /** It asks by `site:`, which some accounts may not: a test asks one such question. */
  by_search?: true
  /** The vendor searches as a desktop browser only. */
  desktop_only?: true
  /** Only for live engines without `answer`: the results of a search. Throws `UpstreamError`. */
  search?(question: SearchQuestion, signal: AbortSignal): Promise<SearchFound>
  /** Only for live engines that can ask Google's AI Mode: the sources of its answer. Throws `UpstreamError`. */
  answer?(question: SearchQuestion, signal: AbortSignal): Promise<SearchFound>
  /**
   * Only for Search Console: the pages of a property that were shown on a finished day, in parts. A page that is missing
   * may have been shown. Throws `UpstreamError`, also between parts.
   */
  shown?(property: string, day: string, signal: AbortSignal): AsyncIterable<ShownPage[]>
  /** Only for Bing, which takes URLs of the sites of the account. */
  own_sites?: OwnSites
  /** Only for engines that answer at once and are paid by the call. */
  billing?: Billing
  report(signal: AbortSignal): Promise<EngineReport>
}

/** Settings of an engine slot, with decrypted secrets. */
export type EngineSettings = {
  adapter: string
  base_url?: string
  login?: string
  password?: string
  api_key?: string
  /** Cost of one check where the vendor's answer does not give it. */
  cost_usd?: number
  /** DataForSEO: our callback for finished tasks; the vendor fills in `$id` and `$tag`. It contains a secret path. */
  postback_url?: string
  /** Search Console: an access token, `fresh` where the last one was refused. Instead of a service account. */
  token?: AccessToken
  /** Search Console: the key file of the service account. */
  service_account?: ServiceAccount
  /** Search Console and Bing: the verified properties, `sc-domain:site.example` or a URL prefix that ends in `/`. */
  properties?: string[]
}

/** The fields that we use of a Google service account's key file. */
export type ServiceAccount = { client_email: string; private_key: string; private_key_id?: string; token_uri?: string }

/** Throws `UpstreamError`, of class `auth` once the owner's consent is gone. */
export type AccessToken = (signal: AbortSignal, fresh: boolean) => Promise<string>

/** How a property is read by the consent of its owner. */
export type PropertyAccess = { token: AccessToken; base_url: string | null }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    engines: ReadonlyMap<string, Adapter<Engine, EngineSettings>>
  }
  interface App {
    /** Access to a property of Search Console by the consent of its owner; null where there is none. */
    propertyAccess(tx: ReadTx, app: App, property: string): PropertyAccess | null
  }
}
