import { inPlainEnglish, type Stored } from '../language/say.ts'

/** Why a guarded fetch gave no answer; `host_name`, `port` and `address` mean that the guard refused to connect. */
export const SAFE_FETCH_CODES = [
  'bad_url',
  'scheme',
  'userinfo',
  'port',
  'host_name',
  'dns',
  'address',
  'redirects',
  'timeout',
  'too_large',
  'bad_encoding',
  'headers',
  'network',
  'tls',
  'busy',
] as const
export type SafeFetchCode = (typeof SAFE_FETCH_CODES)[number]

/** One request of a chain; fields that are not known yet, or never came, are null. */
export type Hop = { url: string; ip: string | null; status: number | null; location: string | null }

/** A guarded fetch that failed, in one line for a person; `hops` is the chain so far, the failed hop last. */
export class SafeFetchError extends Error {
  constructor(
    readonly code: SafeFetchCode,
    readonly said: Stored,
    readonly hops: Hop[] = [],
  ) {
    super(inPlainEnglish(said))
    this.name = 'SafeFetchError'
  }
}
