import { advanceNext, draftNext } from '../../features/reports/issues/index.ts'
import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const draftReportsTask = task({
  name: taskName('draft_reports'),
  every: MINUTE,
  summary: 'Drafts the reports of clients, freezes their figures, reminds approvers and expires what nobody approved.',

  async run(app, signal) {
    const drafted = await untilIdle(signal, () => draftNext(app))
    return drafted + (await untilIdle(signal, () => advanceNext(app)))
  },
})
