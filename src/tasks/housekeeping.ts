import { forgetDrafts } from '../domains/drafts/index.ts'
import { noteSize } from '../domains/system/index.ts'
import { nameRun } from '../kernel/database/data-folder.ts'
import { forgetErrorDays } from '../kernel/environment/errors.ts'
import { forgetAudit } from '../kernel/operation/audit.ts'
import { forgetOld } from '../kernel/operation/idempotency.ts'
import { forgetDays } from '../kernel/scheduling/limits.ts'
import { inSteps } from '../kernel/scheduling/steps.ts'
import { pruneRuns, task, taskName, tasksThatRan } from '../kernel/scheduling/task.ts'
import { DAY, dayOf, HOUR, plus } from '../kernel/time/clock.ts'

const DAYS_KEPT = 90

/** Drops what the kernel keeps for a while only. */
export const housekeepingTask = task({
  name: taskName('housekeeping'),
  every: HOUR,
  summary:
    'Forget old idempotency keys, runs of tasks, daily counters, old drafts, and audit lines beyond SIGNALPOST_AUDIT_DAYS',
  async run(app, signal) {
    const { db, config } = app

    let gone = await inSteps(db, signal, forgetOld)
    for (const name of db.read(tasksThatRan))
      gone += await inSteps(db, signal, (tx, limit) => pruneRuns(tx, name, limit))
    if (config.audit_days)
      gone += await inSteps(db, signal, (tx, limit) => forgetAudit(tx, plus(tx.now, -config.audit_days * DAY), limit))
    noteSize(app)
    nameRun(db, app.log)
    return (
      gone +
      db.write((tx) => {
        const day = dayOf(plus(tx.now, -DAYS_KEPT * DAY))
        return forgetDays(tx, day) + forgetErrorDays(tx, day) + forgetDrafts(tx)
      })
    )
  },
})
