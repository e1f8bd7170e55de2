/** The port to Google for owners of sites: their consent, its tokens, and their properties in Search Console. */
import type { AdapterContext } from '../../../kernel/web-fetch/adapter.ts'

/** The client that the operator registered at Google. */
export type GoogleClient = { client_id: string; client_secret: string; base_url: string | null }

export const READ_SCOPE = 'https://www.googleapis.com/auth/webmasters.readonly'
export const WRITE_SCOPE = 'https://www.googleapis.com/auth/webmasters'

export const INDEXING_SCOPE = 'https://www.googleapis.com/auth/indexing'

export type Consent = { redirect_uri: string; state: string; challenge: string; scope: string }
export type Code = { code: string; verifier: string; redirect_uri: string }

/** An answer of the token endpoint. Google leaves the refresh token out where the old one stays in force. */
export type Tokens = {
  access_token: string
  expires_in: number
  refresh_token: string | null
  /** As granted, which may be less than what was asked for. */
  scopes: string[]
  email: string | null
  /** Seconds that the consent lasts, where it ends on a day: a consent screen in Testing gives seven days. */
  lasts: number | null
}

export type Notice = { url: string; type: 'URL_UPDATED' | 'URL_DELETED' }

export type Site = { site_url: string; permission: string }

/** The record of a sitemap at Google. */
export type SitemapRecord = {
  last_submitted: string | null
  last_downloaded: string | null
  is_pending: boolean
  errors: number
  warnings: number
  submitted: number
}

/** Each call throws `UpstreamError`: `auth` for a token or client that is refused, `invalid` for a grant that is gone. */
export type Google = {
  consentUrl(asked: Consent): string
  redeem(code: Code, signal: AbortSignal): Promise<Tokens>
  refresh(refresh_token: string, signal: AbortSignal): Promise<Tokens>
  /** Ends a consent. A token that Google no longer knows counts as ended. */
  revoke(token: string, signal: AbortSignal): Promise<void>
  /** Asks Google about the client, without a person: its word of refusal, or null for a client that it knows. */
  refusalOfClient(redirect_uri: string, signal: AbortSignal): Promise<string | null>
  sites(token: string, signal: AbortSignal): Promise<Site[]>
  /** Asks Google to read a sitemap again; empty answer, and the same again changes nothing. */
  submitSitemap(token: string, site_url: string, feed: string, signal: AbortSignal): Promise<void>
  sitemap(token: string, site_url: string, feed: string, signal: AbortSignal): Promise<SitemapRecord>
  /** Says to the Indexing API that a page changed or is gone. */
  publish(token: string, notice: Notice, signal: AbortSignal): Promise<void>
  /** When it was last said of a page; null: never. */
  notified(token: string, url: string, signal: AbortSignal): Promise<Record<Notice['type'], string | null>>
}

declare module '../../../kernel/operation/app.ts' {
  interface App {
    google(client: GoogleClient, context: AdapterContext): Google
  }
}
