import { advanceNext, draftNext } from '../../domains/issues/index.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const draftReportsTask = task({
  name: taskName('draft_reports'),
  every: MINUTE,
  summary: 'Drafts the reports of clients, freezes their figures, reminds approvers and expires what nobody approved.',

  async run(app, signal) {
    let done = 0
    for (const step of [draftNext, advanceNext])
      while (!signal.aborted && (await step(app))) {
        done++
        await pause()
      }
    return done
  },
})
