import type { FailureClass } from '../kernel/upstream-error.ts'

/** What a search engine was seen to show: `unknown` whenever the look itself did not succeed. */
export type Indexed = 'yes' | 'no' | 'unknown'

/** How we know: the owner's inspection tool, an exact match among search results, the crawl supplier's report, or the simulation. */
export type Method = 'inspection' | 'search_result' | 'supplier_report' | 'simulated'

/** One URL to look at. `ref` is ours, unique for ever, and travels inside the request wherever the vendor has a field for it. */
export type LookOrder = { ref: string; url: string }

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
}

/** An order either was answered at once, waits at the vendor under a handle, or failed. */
export type LookAnswer =
  | { ref: string; state: 'seen'; sighting: Sighting }
  | { ref: string; state: 'queued'; handle: string; cost_usd: number }
  | { ref: string; state: 'failed'; failure: FailureClass; message: string; retry_after?: number }

/** A free call that says what it saw. Never throws: a failure is in `ok` and `message`. */
export type EngineReport = {
  ok: boolean
  message: string
  balance?: { amount: number; unit: 'USD' | 'searches' | 'credits' }
}

/** The port that every check engine implements (one adapter a file in `upstream/`). */
export type Engine = {
  adapter: string
  simulated: boolean
  /** Orders taken by one `look` call, and calls that may be under way at once. */
  batch: number
  concurrency: number
  /** Looks at each URL. One answer for each order; throws `UpstreamError` only when the whole batch failed alike. */
  look(orders: LookOrder[], signal: AbortSignal): Promise<LookAnswer[]>
  /**
   * Only for engines that queue: what is ready now, among the given ones. Orders whose `handle` is null are in doubt
   * (the call that posted them timed out); the engine finds them by `ref`.
   */
  collect?(waiting: { ref: string; url: string; handle: string | null }[], signal: AbortSignal): Promise<LookAnswer[]>
  report(signal: AbortSignal): Promise<EngineReport>
}

/** Settings of an engine slot, secrets opened. */
export type EngineSettings = {
  adapter: string
  base_url?: string
  login?: string
  password?: string
  api_key?: string
  cost_usd?: number
}
