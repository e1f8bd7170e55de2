import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { SEND_REPORTS, sendNextReport, settleDeliveries } from './deliveries/index.ts'

export const sendReportsTask = task({
  name: SEND_REPORTS,
  every: MINUTE,
  summary: 'Writes the e-mails of approved reports that are due, and records whether they were delivered.',

  async run(app, signal) {
    const settled = await untilIdle(signal, () => settleDeliveries(app))
    return settled + (await untilIdle(signal, () => sendNextReport(app, signal)))
  },
})
