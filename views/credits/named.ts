import type { LedgerEntry } from '../../src/domains/credits/index.ts'
import { jobNames } from '../../src/domains/jobs/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { LedgerRow } from './credits.tsx'

/** Lines with the names of their jobs. */
export function named(call: SignedInCall, lines: readonly LedgerEntry[]): LedgerRow[] {
  const ids = lines.map(({ job_id }) => job_id)
  const names = call.read((tx) => jobNames(tx, ids))
  return lines.map((line) => ({ ...line, job_name: names.get(line.job_id ?? '') ?? null }))
}
