import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { SEND_REPORTS, sendNextReport } from './deliveries/sending.ts'
import { settleDeliveries } from './deliveries/settling.ts'
import { advanceNext, draftNext } from './issues/drafting.ts'

export const draftReportsTask = task({
  name: taskName('draft_reports'),
  every: MINUTE,
  summary: 'Drafts the reports of clients, freezes their figures, reminds approvers and expires what nobody approved.',

  async run(app, signal) {
    const drafted = await untilIdle(signal, () => draftNext(app))
    return drafted + (await untilIdle(signal, () => advanceNext(app)))
  },
})

export const sendReportsTask = task({
  name: SEND_REPORTS,
  every: MINUTE,
  summary: 'Writes the e-mails of approved reports that are due, and records whether they were delivered.',

  async run(app, signal) {
    const settled = await untilIdle(signal, () => settleDeliveries(app))
    return settled + (await untilIdle(signal, () => sendNextReport(app, signal)))
  },
})
