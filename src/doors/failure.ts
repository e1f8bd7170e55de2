import { isOfStorage } from '../kernel/database/storage.ts'
import { type ErrorContext, trackError } from '../kernel/environment/errors.ts'
import type { App } from '../kernel/operation/app.ts'
import { Fault } from '../kernel/operation/fault.ts'
import { UpstreamError } from '../kernel/web-fetch/upstream-error.ts'

/** The thrown error as a fault that may be shown. A bug is logged and tracked, and answered as `internal`. */
export function faultOf(app: App, error: unknown, seen: ErrorContext): Fault {
  if (error instanceof Fault) return error
  if (error instanceof UpstreamError)
    return new Fault('upstream_unavailable', error.message, { failure: error.failure }, retryAfter(error))
  // The client has disconnected: nothing failed, and nobody reads the answer.
  if (error instanceof DOMException && error.name === 'AbortError')
    return new Fault('internal', 'The client ended the request before it was answered.')
  reportFailure(app, error, seen)
  return new Fault('internal', 'Something went wrong here. It has been recorded.')
}

/** Logs an unexpected failure and keeps it for the list of errors. Failures of the disk are logged where they begin. */
export function reportFailure(app: App, error: unknown, seen: ErrorContext): void {
  if (isOfStorage(error)) return
  app.log.error('unexpected failure', { ...seen, error })
  try {
    trackError(app, error, seen, app.clock.now())
  } catch (second) {
    if (!isOfStorage(second)) app.log.error('the failure could not be recorded', { ...seen, error: second })
  }
}

const retryAfter = ({ retryAfter: ms }: UpstreamError): number | undefined =>
  ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1000))
