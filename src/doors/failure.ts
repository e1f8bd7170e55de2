import type { App } from '../kernel/app.ts'
import { type Seen, trackError } from '../kernel/errors.ts'
import { codeOf, Fault } from '../kernel/fault.ts'
import { UpstreamError } from '../kernel/upstream-error.ts'

/** What was thrown, as something that may be said aloud. A bug is logged and tracked, and answered as `internal`. */
export function faultOf(app: App, error: unknown, seen: Seen): Fault {
  if (error instanceof Fault) return error
  if (error instanceof UpstreamError)
    return new Fault('upstream_unavailable', error.message, { failure: error.failure }, retryAfter(error))
  reportFailure(app, error, seen)
  return new Fault(
    'internal',
    codeOf(error) === 'SQLITE_FULL'
      ? 'The disk of this install is full: nothing was changed.'
      : 'Something went wrong here. It has been recorded.',
  )
}

/** Logs an unexpected failure and keeps it for the list of errors. After a lost disk the process ends at once. */
export function reportFailure(app: App, error: unknown, seen: Seen): void {
  app.log.error('unexpected failure', { ...seen, error })
  if (codeOf(error).startsWith('SQLITE_IOERR')) die(app)
  try {
    trackError(app, error, seen, app.clock.now())
  } catch (second) {
    app.log.error('the failure could not be recorded', { ...seen, error: second })
    if (codeOf(second).startsWith('SQLITE_IOERR')) die(app)
  }
}

/** Whether the last commit reached the disk is unknown: only a fresh start from the disk can tell. */
function die(app: App): never {
  app.log.error('the disk failed; ending, so that the next start reads what was really written')
  process.exit(1)
}

const retryAfter = ({ retryAfter: ms }: UpstreamError): number | undefined =>
  ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1000))
