import { MINUTE } from '../kernel/clock.ts'
import { type Job, job } from '../kernel/job.ts'
import type { AnyOperation } from '../kernel/operation.ts'
import { sendMails } from './delivery.ts'
import { getEmail } from './operations/get-email.ts'
import { getEmailSettings } from './operations/get-email-settings.ts'
import { getEmailTemplate } from './operations/get-email-template.ts'
import { listEmailTemplates } from './operations/list-email-templates.ts'
import { listEmails } from './operations/list-emails.ts'
import { resendEmail } from './operations/resend-email.ts'
import { sendEmailTemplate } from './operations/send-email-template.ts'
import { testEmail } from './operations/test-email.ts'
import { updateEmailSettings } from './operations/update-email-settings.ts'

export type { Courier } from './courier.ts'
export type { DrawLetter } from './letters.ts'
export { limitLetters } from './limit-letters.ts'
export { LINKS, queueMail } from './outbox.ts'

export const operations: readonly AnyOperation[] = [
  getEmailSettings,
  updateEmailSettings,
  testEmail,
  listEmailTemplates,
  getEmailTemplate,
  sendEmailTemplate,
  listEmails,
  getEmail,
  resendEmail,
]

export const sendMailsJob = job({
  name: 'send_mails',
  every: MINUTE,
  summary: 'Sends the e-mails that are due.',
  run: sendMails,
})

export const jobs: readonly Job[] = [sendMailsJob]
