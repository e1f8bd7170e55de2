import Type from 'typebox'
import { findTemplate, Mail, sampleOf, sendNow } from '../../domains/mail/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'
import { Email } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const sendEmailTemplate = outbound({
  name: 'send_email_template',
  route: 'POST /settings/email/templates/{name}/send',
  role: 'platform',
  summary: 'Send an e-mail with sample facts, to yourself unless `to` is given.',
  input: Type.Object({ name: Type.String({ title: 'Template', minLength: 1 }), to: Type.Optional(Email('To')) }),
  output: Mail,
  example: { name: 'verify_email', to: 'pat@platform.example' },
  subject: (_tx, _caller, { name }) => findTemplate(name!),

  handle: (call, { to }) =>
    sendNow(call, to, (address) => ({
      ref: `preview ${newId()}`,
      tenant_id: null,
      template: call.subject,
      to: address,
      facts: sampleOf(call.subject),
      link: call.app.config.site_url,
    })),
})
