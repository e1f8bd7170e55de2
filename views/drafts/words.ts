import { text } from '../../src/kernel/language/say.ts'

/** Names of operations that spend credits. */
export const DRAFT_WORDS: Record<string, string> = {
  submit_index_job: text('Push'),
  check_index: text('Check'),
  recheck_job: text('Check again'),
  retry_job: text('Push failed links again'),
  send_unindexed_to_indexer: text('Push unindexed links again'),
}
