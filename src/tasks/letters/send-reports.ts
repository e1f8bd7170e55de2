import { SEND_REPORTS, sendNextReport, settleDeliveries } from '../../domains/deliveries/index.ts'
import { untilIdle } from '../../kernel/scheduling/steps.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const sendReportsTask = task({
  name: SEND_REPORTS,
  every: MINUTE,
  summary: 'Writes the letters of approved reports whose time has come, and notes what became of those handed over.',

  async run(app, signal) {
    const settled = await untilIdle(signal, () => settleDeliveries(app))
    return settled + (await untilIdle(signal, () => sendNextReport(app, signal)))
  },
})
