import type { Tx } from '../../kernel/database/database.ts'

/** Every check is planned; the job ends with the result of the last one. */
export const startChecking = (tx: Tx, job_id: string): number =>
  tx.run("update jobs set status = 'checking', updated_at = ? where id = ? and status = 'queued'", tx.now, job_id)
