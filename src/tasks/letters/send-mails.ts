import { SEND_MAILS, sendMails } from '../../domains/mail/index.ts'
import { task } from '../../kernel/scheduling/task.ts'
import { SECOND } from '../../kernel/time/clock.ts'

export const sendMailsTask = task({
  name: SEND_MAILS,
  every: 10 * SECOND,
  summary: 'Sends the e-mails that are due.',

  async run(app, signal) {
    const sent = await sendMails(app, signal)
    if (sent > 0) for (const { task } of app.followers) app.wake(task)
    return sent
  },
})
