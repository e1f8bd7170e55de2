import type { Static } from 'typebox'
import { counted } from '../../kernel/wording.ts'
import type { JobRow, Outcome } from '../jobs/index.ts'

/** What to do now about a job, in a sentence. Names of operations in it are those of tools. */
export function nextOf({ status, type, outcome }: JobRow): string {
  const { next_look_at, indexed } = JSON.parse(outcome) as Static<typeof Outcome>
  if (status === 'cancelled') return 'Nothing more happens to it.'
  if (status === 'watching')
    return next_look_at
      ? `Sent. The next look is at ${next_look_at}: get_job_status then, not before.`
      : 'Sent. The last looks are being taken: get_job_status in an hour.'
  if (status !== 'done') return 'Under way: get_job_status in a minute.'
  const unseen = indexed.no + indexed.unknown
  if (unseen === 0) return 'Done: share_job_report shows it to the client.'
  const again = `send_unindexed_to_indexer pushes the ${counted(unseen, 'page')} not shown, 1 index credit each`
  return type === 'check'
    ? `Done: list_job_urls with indexed no; ${again}.`
    : `Done, and what is not shown gave its credit back. share_job_report shows it to the client; once mended, ${again}.`
}
