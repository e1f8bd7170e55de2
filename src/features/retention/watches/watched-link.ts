/** The state of one watched link, for its page. */
import type { WatchedLink } from '../../../domains/links/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'

export const watchedLink = (tx: ReadTx, link_id: number): WatchedLink | null =>
  tx.row<WatchedLink>('select state, last_yes_at, first_no_at from watches where link_id = ?', link_id)
