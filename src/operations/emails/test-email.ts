import Type from 'typebox'
import { Mail, sendNow } from '../../domains/mail/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Email } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const testEmail = outbound({
  name: 'test_email',
  route: 'POST /settings/email/test',
  role: 'platform',
  summary: 'Send a test e-mail and report the answer of the mail server.',
  description:
    '`status` is `sent` when the server accepted it; otherwise `error` says why not. Without `to` it goes to yourself.',
  input: Type.Object({ to: Type.Optional(Email('To')) }),
  output: Mail,
  example: { to: 'pat@platform.example' },

  handle: (call, { to }) =>
    sendNow(call, to, (address) => ({
      ref: `test ${newId()}`,
      tenant_id: null,
      template: 'test',
      to: address,
      facts: { by: call.caller.label },
      link: call.app.config.site_url,
    })),
})
