import { noteAnchor } from '../../kernel/audit/anchor.ts'
import { linkOldRows } from '../../kernel/audit/upkeep.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const anchorAuditTask = task({
  name: taskName('anchor_audit'),
  every: 10 * MINUTE,
  summary:
    'Writes number and hash of the newest audit line to the log, once a day and every 1,000 lines, and chains old lines.',
  in_doubt: true,

  async run({ db, log }, signal) {
    const linked = await inSteps(db, signal, linkOldRows)
    const anchor = db.write((tx) => noteAnchor(tx) as never) as ReturnType<typeof noteAnchor>
    // The log is stored elsewhere, so it shows whether the audit trail was cut or rewritten.
    if (anchor) log.info('audit anchor', { ...anchor })
    return linked + (anchor ? 1 : 0)
  },
})
