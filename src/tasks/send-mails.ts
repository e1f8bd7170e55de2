import { SEND_MAILS, sendMails } from '../domains/mail/index.ts'
import { MINUTE } from '../kernel/clock.ts'
import { task } from '../kernel/task.ts'

export const sendMailsTask = task({
  name: SEND_MAILS,
  every: MINUTE,
  summary: 'Sends the e-mails that are due.',
  run: sendMails,
})
