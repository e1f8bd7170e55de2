import { DAY, dayOf, HOUR, plus } from '../kernel/clock.ts'
import { forgetOld } from '../kernel/idempotency.ts'
import { job, pruneRuns } from '../kernel/job.ts'
import { forgetDays } from '../kernel/limits.ts'

const DAYS_KEPT = 90

/** Drops what the kernel keeps for a while only. */
export const housekeeping = job({
  name: 'housekeeping',
  every: HOUR,
  summary: 'Forget old idempotency keys, runs of jobs and daily counters',
  async run({ db }) {
    return db.write((tx) => forgetOld(tx) + pruneRuns(tx) + forgetDays(tx, dayOf(plus(tx.now, -DAYS_KEPT * DAY))))
  },
})
