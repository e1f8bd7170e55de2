import type { Time } from '../../kernel/time/clock.ts'
import type { Adapter } from '../../kernel/web-fetch/adapter.ts'

/** A batch for a crawl supplier. `ref` is ours and sent with the request, so that a lost answer can be found. */
export type CrawlBatch = {
  ref: string
  urls: string[]
  /** No call for it is older. */
  planned_at?: Time
  /** Looks for another order than this task. */
  beside?: string
}

/** The supplier's receipt. `task_id` is its name for the batch. Rejected links are not billed. */
export type CrawlReceipt = { task_id: string; rejected: { url: string; reason: string }[] }

/** A sent batch as our rows have it. */
export type CrawlSent = { task_id: string; urls: string[]; sent_at: Time }

/** The supplier's progress report on a batch, in links. It is self-reported, so it never moves a credit. */
export type CrawlReport = {
  done: boolean
  /** `failed`: the supplier gave up the whole batch. */
  status: 'pending' | 'running' | 'done' | 'failed'
  /** Links that the supplier counts as indexed or crawled, and as failed. */
  indexed: number
  unindexed: number
  /** Links that it bills, unless these are the indexed ones. */
  billed?: number
}

type CrawlBalance = { ok: boolean; message: string; credits?: number }

/** The port that every crawl supplier implements (one adapter a file in `upstream/`). */
export type CrawlRoute = {
  adapter: string
  simulated: boolean
  /** Most links in one batch. */
  batch: number
  /** Its reports need the links of the batch. */
  asks_by_url?: boolean
  /**
   * Orders the batch. Throws `UpstreamError`: after `unknown` and `transient` the supplier may have it, so `find`
   * before sending again; every other class had no effect.
   */
  send(batch: CrawlBatch, signal: AbortSignal): Promise<CrawlReceipt>
  /** The batch, by our reference or its links; null when the supplier certainly does not have it. */
  find(batch: CrawlBatch, signal: AbortSignal): Promise<CrawlReceipt | null>
  /** Null while the supplier has no report. `urls` is empty unless the route asks by URL. */
  report(sent: CrawlSent, signal: AbortSignal): Promise<CrawlReport | null>
  /** A free, read-only call for a test. Never throws. */
  balance(signal: AbortSignal): Promise<CrawlBalance>
}

/** Settings of a route, with decrypted secrets. */
export type RouteSettings = { adapter: string; base_url?: string; api_key?: string }

declare module '../../kernel/operation/app.ts' {
  interface Install {
    crawl_adapters: ReadonlyMap<string, Adapter<CrawlRoute, RouteSettings>>
  }
}
