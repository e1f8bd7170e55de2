/** URLs of one host under one key, at most `MOST_URLS`. */
export type IndexNowSubmission = { host: string; key: string; key_location: string; urls: string[] }

/**
 * The endpoint's answer. `retry_after` is in milliseconds, when it asked for a pause. `page`: the body is a web page, so
 * something before the endpoint answered. `location` is where a redirect leads.
 */
export type IndexNowAnswer = {
  status: number
  body: string
  retry_after?: number
  page?: boolean
  location?: string | null
}

/** The port to the IndexNow engines: one endpoint shares the URLs with the others (indexnow.org/faq). */
export type IndexNowEndpoint = {
  /**
   * Submits URLs and returns the answer, whatever its status. Throws `UpstreamError` without one: with `transient`
   * nothing was sent, with `unknown` it may have been received.
   */
  submit(submission: IndexNowSubmission, signal: AbortSignal): Promise<IndexNowAnswer>
}

/** URLs in one submission (indexnow.org/documentation). */
export const MOST_URLS = 10_000

declare module '../../kernel/operation/app.ts' {
  interface App {
    indexnow: IndexNowEndpoint
  }
}
