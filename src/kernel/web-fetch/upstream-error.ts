import { namedEnum } from '../operation/schema-names.ts'

/**
 * Why a call to an outside service did not give an answer.
 * Only `transient` and `rate` count towards the circuit breaker; `auth` and `quota` open it at once; `unknown` says
 * that the call may have taken effect (a time-out after sending), so it must be looked up before it is made again.
 */
export const FAILURE_CLASSES = namedEnum('FailureClass', [
  'auth',
  'quota',
  'rate',
  'pending',
  'invalid',
  'transient',
  'unknown',
])
export type FailureClass = (typeof FAILURE_CLASSES)[number]

/** A failed call to an outside service. The message is safe to show: no secrets, at most a few hundred characters. */
export class UpstreamError extends Error {
  constructor(
    readonly failure: FailureClass,
    message: string,
    /** From `Retry-After`, in milliseconds, when the service sent one. */
    readonly retryAfter?: number,
    /** False: no connection came about, so that nothing can have taken effect. */
    readonly reached = true,
    /** True: the service itself answered that it did not do it. Nothing of the call is still under way there. */
    readonly declined = false,
  ) {
    super(message)
    this.name = 'UpstreamError'
  }
}

/** Whether the call surely took no effect, since it never got through. */
export const isUnreached = (error: unknown): boolean => error instanceof UpstreamError && !error.reached

/** Whether the service answered with a failure of its own, so that nothing of the call can turn up there later. */
export const isDeclined = (error: unknown): boolean => error instanceof UpstreamError && error.declined

/** Whether the call may have taken effect, and been billed, although no answer says so. */
export const mayHaveCounted = (error: UpstreamError): boolean =>
  error.failure === 'unknown' || (error.failure === 'transient' && error.reached && !error.declined)
