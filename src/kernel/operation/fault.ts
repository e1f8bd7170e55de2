import { ENGLISH } from '../language/reader.ts'
import { type Said, sayStored } from '../language/say.ts'

/** Every deliberate failure and its HTTP status. Anything else that is thrown is a bug: logged, tracked, answered as `internal`. */
const STATUS = {
  unauthorized: 401,
  insufficient_credits: 402,
  over_max_credits: 402,
  forbidden: 403,
  read_only_key: 403,
  awaiting_approval: 403,
  plan_required: 403,
  approval_required: 403,
  proof_required: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  too_many_urls: 413,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  rate_limited: 429,
  plan_limit: 429,
  daily_cap: 429,
  internal: 500,
  upstream_unavailable: 502,
  busy: 503,
  storage: 503,
} as const

export type FaultCode = keyof typeof STATUS
export const FAULT_CODES = Object.keys(STATUS) as FaultCode[]

/** One thing wrong with the input: `path` names the field (`urls.3`), '' the body as a whole. */
export type Issue = { path: string; message: string }

export class Fault extends Error {
  /** The message as a text with its values, for pages in other languages. */
  readonly said: Said

  constructor(
    readonly code: FaultCode,
    message: string | Said,
    readonly details: Record<string, unknown> = {},
    /** Seconds, for `Retry-After`. */
    readonly retry_after?: number,
  ) {
    super(inEnglish(message))
    this.said = typeof message === 'string' ? [message] : message
    this.name = 'Fault'
  }

  get status(): number {
    return STATUS[this.code]
  }
}

export const inEnglish = (message: string | Said): string =>
  typeof message === 'string' ? message : sayStored(ENGLISH, message)

export const statusOf = (code: FaultCode): number => STATUS[code]

/** The same error for a missing row and for one outside the caller's reach. */
export const notFound = (what = 'resource'): Fault =>
  new Fault('not_found', `There is no such ${what}, or it is not yours to see.`)

export const conflict = (message: string | Said, details: Record<string, unknown> = {}): Fault =>
  new Fault('conflict', message, details)

export const forbidden = (message: string | Said): Fault => new Fault('forbidden', message)

/** Refuses the input, naming each field. */
export const invalid = (...issues: Issue[]): Fault =>
  new Fault('validation_failed', issues[0] ? sentence(issues[0]) : 'The input is not valid.', { issues })

export const sentence = ({ path, message }: Issue): string => (path ? `${path}: ${message}` : message)

/** The code of an error (`ENOENT`), if it has one. */
export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '')
