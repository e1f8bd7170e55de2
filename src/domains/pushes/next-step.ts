import type { Static } from 'typebox'
import { counted } from '../../kernel/operation/wording.ts'
import type { JobRow, Outcome } from '../jobs/index.ts'

/** The next step for a job, in one sentence. Operations in it are named as tools. */
export function nextStepOf({ status, type, outcome }: JobRow): string {
  const { next_look_at, indexed } = JSON.parse(outcome) as Static<typeof Outcome>
  if (status === 'cancelled') return 'Cancelled: nothing more will happen.'
  if (status === 'watching')
    return next_look_at
      ? `Sent. The next check is at ${next_look_at}: call get_job_status then, not before.`
      : 'Sent. The last checks are under way: call get_job_status in an hour.'
  if (status !== 'done') return 'Under way: call get_job_status in a minute.'
  const unseen = indexed.no + indexed.unknown
  if (unseen === 0) return 'Done: share_job_report shows it to the client.'
  const again = `send_unindexed_to_indexer pushes the ${counted(unseen, 'page')} not shown, 1 index credit each`
  return type === 'check'
    ? `Done: list_job_urls with indexed no; ${again}.`
    : `Done, and links not shown are refunded. share_job_report shows the result to the client; once the pages are fixed, ${again}.`
}
