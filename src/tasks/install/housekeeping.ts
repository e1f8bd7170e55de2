import { forgetTallies } from '../../domains/jobs/index.ts'
import { noteSize } from '../../domains/system/index.ts'
import { forgetAudit } from '../../kernel/audit/upkeep.ts'
import { numberRun } from '../../kernel/database/data-folder.ts'
import { forgetErrorDays } from '../../kernel/environment/errors.ts'
import type { App } from '../../kernel/operation/app.ts'
import { writeSystemAudit } from '../../kernel/operation/audit.ts'
import { forgetOld } from '../../kernel/operation/idempotency.ts'
import { forgetDays } from '../../kernel/scheduling/limits.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { pruneRuns, task, taskName, tasksThatRan } from '../../kernel/scheduling/task.ts'
import { DAY, dayOf, HOUR, plus } from '../../kernel/time/clock.ts'

const DAYS_KEPT = 90

/** Deletes the kernel's expired records. */
export const housekeepingTask = task({
  name: taskName('housekeeping'),
  every: HOUR,
  summary:
    'Deletes old idempotency keys, task runs, daily counters, sign-ups, drafts and webhook events, and audit lines beyond SIGNALPOST_AUDIT_DAYS.',
  async run(app, signal) {
    const { db, config } = app

    let gone = await inSteps(db, signal, forgetOld)
    for (const name of db.read(tasksThatRan))
      gone += await inSteps(db, signal, (tx, limit) => pruneRuns(tx, name, limit))
    if (config.audit_days) gone += await forgetOldAudit(app, signal)
    for (const expired of app.expired) gone += await inSteps(db, signal, expired)
    gone += await inSteps(db, signal, (tx, limit) =>
      forgetTallies(tx, dayOf(plus(tx.now, -(DAYS_KEPT + 1) * DAY)), limit),
    )
    noteSize(app)
    numberRun(db, app.log)
    return (
      gone +
      db.write((tx) => {
        const day = dayOf(plus(tx.now, -DAYS_KEPT * DAY))
        return forgetDays(tx, day) + forgetErrorDays(tx, day)
      })
    )
  },
})

/** The audit trail records how many of its rows were deleted, and by which rule. */
async function forgetOldAudit({ db, clock, config }: App, signal: AbortSignal): Promise<number> {
  const run = clock.now()
  const before = plus(run, -config.audit_days * DAY)
  const rule = `SIGNALPOST_AUDIT_DAYS=${config.audit_days}`
  const removed = await inSteps(db, signal, (tx, limit) => forgetAudit(tx, run, before, rule, limit))
  if (removed)
    db.write((tx) => writeSystemAudit(tx, 'forget_audit', { after: { rows: removed, before, rule } }) as undefined)
  return removed
}
