import type { Tx } from '../../kernel/database.ts'

/** The last look of a check was planned: it is done with the last that is taken. */
export const startChecking = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'checking', updated_at = ? where id = ? and status = 'queued'", tx.now, job_id)
