import type { AdapterContext } from '../../../kernel/web-fetch/adapter.ts'

/** The port of a supplier sign-in by the OAuth 2.0 device flow (RFC 8628). */

/** The supplier's two endpoints and our client id. */
export type SignInSettings = { device_endpoint: string; token_endpoint: string; client_id: string; scope?: string }

/** Instructions for the person, and the code for our polling. Times in seconds. */
export type DeviceGrant = {
  device_code: string
  user_code: string
  verification_uri: string
  verification_uri_complete: string | null
  expires_in: number
  interval: number
}

export type Tokens = { access_token: string; refresh_token: string | null; expires_in: number | null }

/** `slow_down` asks for five more seconds between polls. */
export type SignInAnswer =
  | { state: 'granted'; tokens: Tokens }
  | { state: 'pending' | 'slow_down' | 'denied' | 'expired' }

export type SignIn = {
  start(signal: AbortSignal): Promise<DeviceGrant>
  /** Polls once. Throws `UpstreamError` when there is no answer. */
  poll(device_code: string, signal: AbortSignal): Promise<SignInAnswer>
  refresh(refresh_token: string, signal: AbortSignal): Promise<Tokens>
}

declare module '../../../kernel/operation/app.ts' {
  interface App {
    /** Signs in at a supplier with the device flow. */
    signIn(settings: SignInSettings, context: AdapterContext): SignIn
  }
}
