import Type from 'typebox'
import { reportOf, yesterdayOf } from '../index.ts'
import { Mail, sendNow } from '../../../domains/mail/index.ts'
import { outbound } from '../../../kernel/operation/operation.ts'
import { Email } from '../../../kernel/operation/shape.ts'
import { newId } from '../../../kernel/secrets/ids.ts'

export const sendFreeCheckReport = outbound({
  name: 'send_free_check_report',
  route: 'POST /admin/free-checks/report',
  role: 'platform',
  summary: 'Send the report about yesterday’s free checks now.',
  description:
    'Without `to` it goes to you. `status` is `sent` when the mail server accepted it; otherwise `error` says why not. The report is sent automatically every morning after a day with free checks.',
  input: Type.Object({ to: Type.Optional(Email('To')) }),
  output: Mail,
  example: { to: 'pat@platform.example' },

  handle: (call, { to }) =>
    sendNow(call, to, (address) => {
      const { facts, link } = call.read((tx) => reportOf(tx, call.app, yesterdayOf(tx.now)))
      const ref = `free checks ${facts.day} ${newId()}`
      return { ref, tenant_id: null, template: 'free_check_report', to: address, facts, link }
    }),
})
