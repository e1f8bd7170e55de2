import type { Adapter } from '../../kernel/adapter.ts'
import type { Time } from '../../kernel/clock.ts'

/** A batch of links for a crawl supplier. `ref` is ours and travels inside the request, so that a lost answer can be looked up. */
export type CrawlBatch = { ref: string; urls: string[] }

/** What the supplier took. `task_id` is its name for the batch. Rejected links are not billed. */
export type CrawlReceipt = { task_id: string; rejected: { url: string; reason: string }[] }

/** A batch that the supplier took, as our rows know it. */
export type CrawlSent = { task_id: string; urls: string[]; sent_at: Time }

/** What the supplier says of a batch so far. Self-reported: never moves a credit by itself. */
export type CrawlReport = {
  done: boolean
  /** `failed` and `refunded`: the supplier gave up on the whole batch. */
  status: 'pending' | 'running' | 'done' | 'failed' | 'refunded'
  indexed: string[]
  unindexed: { url: string; reason: string }[]
}

export type CrawlBalance = { ok: boolean; message: string; credits?: number }

/** The port that every crawl supplier implements (one adapter a file in `upstream/`). */
export type CrawlRoute = {
  adapter: string
  simulated: boolean
  /** Links the supplier takes in one batch. */
  batch: number
  /**
   * Orders the batch. Throws `UpstreamError`: after `unknown` and `transient` the supplier may have it all the same, so
   * `find` before sending again; any other class took no effect.
   */
  send(batch: CrawlBatch, signal: AbortSignal): Promise<CrawlReceipt>
  /** The batch with our reference, when the supplier has it; null when it surely has not. */
  find(ref: string, signal: AbortSignal): Promise<CrawlReceipt | null>
  /** Null when the supplier cannot say yet (Rapid URL Indexer answers 425 for about four days). */
  report(sent: CrawlSent, signal: AbortSignal): Promise<CrawlReport | null>
  /** A free, read-only call that says what it saw. Never throws. */
  balance(signal: AbortSignal): Promise<CrawlBalance>
}

/** Settings of a route, secrets opened. */
export type RouteSettings = { adapter: string; base_url?: string; api_key?: string }

declare module '../../kernel/app.ts' {
  interface Install {
    crawl_adapters: ReadonlyMap<string, Adapter<CrawlRoute, RouteSettings>>
  }
}
