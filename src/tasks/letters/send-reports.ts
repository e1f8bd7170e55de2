import { SEND_REPORTS, sendNextReport, settleDeliveries } from '../../domains/deliveries/index.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'

export const sendReportsTask = task({
  name: SEND_REPORTS,
  every: MINUTE,
  summary: 'Writes the letters of approved reports whose time has come, and notes what became of those handed over.',

  async run(app, signal) {
    let done = 0
    for (let settled = 1; settled > 0 && !signal.aborted; done += settled) {
      settled = settleDeliveries(app)
      await pause()
    }
    while (!signal.aborted && (await sendNextReport(app, signal))) {
      done++
      await pause()
    }
    return done
  },
})
