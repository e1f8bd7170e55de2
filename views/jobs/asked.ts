import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { askedOf } from '../parts/list.ts'
import { ATTENTION_FILTER, OPEN_FILTER } from './jobs.tsx'

const WHICHEVER: Record<string, { attention?: true; open?: true }> = {
  [ATTENTION_FILTER]: { attention: true },
  [OPEN_FILTER]: { open: true },
}

/** The jobs that the address asks for; among the states stands what asks for somebody, whichever state it is in. */
export function jobsPage(call: SignedInCall, more: { page?: number; page_size?: number } = {}) {
  const { status, ...given } = askedOf(listJobs, call.query)
  const asked = { ...given, ...(WHICHEVER[call.query.status ?? ''] ?? { status }) }
  return call.call(listJobs, { ...asked, ...more }, { here: true })
}
