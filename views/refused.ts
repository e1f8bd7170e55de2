import { Fault, type FaultCode } from '../src/kernel/fault.ts'
import type { Issue } from './parts/form.tsx'

/**
 * What was wrong with a form, for the form to say; anything else that was thrown goes on. Faults of the codes named in
 * `also` are about the whole of it.
 */
export function issuesIn(error: unknown, also: readonly FaultCode[] = []): Issue[] {
  if (error instanceof Fault && error.code === 'validation_failed') return error.details.issues as Issue[]
  if (error instanceof Fault && also.includes(error.code)) return [{ path: '', message: error.message }]
  throw error
}
