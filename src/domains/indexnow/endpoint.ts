/** URLs of one host under one key, at most `MOST_URLS`. */
export type IndexNowSubmission = { host: string; key: string; key_location: string; urls: string[] }

/** What the endpoint answered. `retry_after` is in milliseconds, when it asked for a pause. */
export type IndexNowAnswer = { status: number; body: string; retry_after?: number }

/** The port to the IndexNow engines: one endpoint shares what it gets with the others (indexnow.org/faq). */
export type IndexNowEndpoint = {
  /**
   * Hands over URLs and returns the answer, whatever its status. Throws `UpstreamError` when there was none: with
   * `transient` nothing was sent, with `unknown` it may have been received.
   */
  submit(submission: IndexNowSubmission, signal: AbortSignal): Promise<IndexNowAnswer>
}

/** URLs that one submission may carry (indexnow.org/documentation). */
export const MOST_URLS = 10_000

declare module '../../kernel/app.ts' {
  interface App {
    /** Where pushed URLs are announced to the IndexNow engines. */
    indexnow: IndexNowEndpoint
  }
}
