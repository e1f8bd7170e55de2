import { UpstreamError } from '../../src/kernel/web-fetch/upstream-error.ts'

/** The `UpstreamError` with which a call must fail. */
export async function failureOf(call: Promise<unknown>): Promise<UpstreamError> {
  const outcome = await call.then(
    (value) => new Error(`expected a failure, got ${JSON.stringify(value)}`),
    (error: unknown) => error,
  )
  if (outcome instanceof UpstreamError) return outcome
  throw outcome
}
