import type { Tx } from '../../kernel/database/database.ts'

/** With nothing left to do for a move, its row goes. */
export const forgetDone = (tx: Tx, job_id: string): number =>
  tx.run('delete from job_moves where job_id = ? and next_link is null and count_at is null', job_id)
