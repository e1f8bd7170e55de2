import { forgetDrafts } from '../domains/drafts/index.ts'
import { DAY, dayOf, HOUR, plus } from '../kernel/clock.ts'
import { forgetOld } from '../kernel/idempotency.ts'
import { forgetDays } from '../kernel/limits.ts'
import { inSteps } from '../kernel/steps.ts'
import { pruneRuns, task, taskName, tasksThatRan } from '../kernel/task.ts'

const DAYS_KEPT = 90

/** Drops what the kernel keeps for a while only. */
export const housekeepingTask = task({
  name: taskName('housekeeping'),
  every: HOUR,
  summary: 'Forget old idempotency keys, runs of tasks, daily counters and old drafts',
  async run({ db }, signal) {
    let gone = await inSteps(db, signal, forgetOld)
    for (const name of db.read(tasksThatRan))
      gone += await inSteps(db, signal, (tx, limit) => pruneRuns(tx, name, limit))
    return gone + db.write((tx) => forgetDays(tx, dayOf(plus(tx.now, -DAYS_KEPT * DAY))) + forgetDrafts(tx))
  },
})
