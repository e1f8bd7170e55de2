/** Samples of events with the values of the caller's own last push and check. */
import { listOfJobs } from '../../domains/jobs/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Listed } from '../../kernel/database/list.ts'
import { type Caller, isNowhere } from '../../kernel/operation/caller.ts'
import type { EventType } from './catalog.ts'
import type { NewsApp } from './link-news.ts'
import { bodyAbout } from './news.ts'

const KINDS = { push: 'index', check: 'check' } as const

/** By type; a type without a subject of its own is missing. */
export function ownSamples(
  tx: ReadTx,
  app: NewsApp,
  caller: Caller,
  types: readonly EventType[],
): Map<EventType, object> {
  const found = new Map<EventType, object>()
  if (isNowhere(caller)) return found
  for (const [group, type] of Object.entries(KINDS)) {
    // Without a search it is a list at once.
    const { items } = listOfJobs(tx, caller, { type }, { page_size: 1 }) as Listed<{ id: string; tenant_id: string }>
    const [job] = items
    if (!job) continue
    for (const event of types.filter((one) => one.startsWith(`${group}.`))) {
      const body = bodyAbout(tx, app, { type: event, tenant_id: job.tenant_id, subject: job.id })
      if (body) found.set(event, body)
    }
  }
  return found
}
