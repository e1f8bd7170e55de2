import { MINUTE } from '../../kernel/clock.ts'
import { type Job, job } from '../../kernel/job.ts'
import type { AnyOperation } from '../../kernel/operation.ts'
import { sendMails } from './delivery.ts'
import { getEmail } from '../../operations/emails/get-email.ts'
import { getEmailSettings } from '../../operations/emails/get-email-settings.ts'
import { getEmailTemplate } from '../../operations/emails/get-email-template.ts'
import { listEmailTemplates } from '../../operations/emails/list-email-templates.ts'
import { listEmails } from '../../operations/emails/list-emails.ts'
import { resendEmail } from '../../operations/emails/resend-email.ts'
import { sendEmailTemplate } from '../../operations/emails/send-email-template.ts'
import { testEmail } from '../../operations/emails/test-email.ts'
import { updateEmailSettings } from '../../operations/emails/update-email-settings.ts'

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
