import Type from 'typebox'
import {
  allTemplates,
  findTemplate,
  Mail,
  previewOf,
  sampleOf,
  sendNow,
  TemplatePreview,
  TemplateShape,
} from '../../domains/mail/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { outbound, read } from '../../kernel/operation/operation.ts'
import { Email } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const listEmailTemplates = read({
  name: 'list_email_templates',
  route: 'GET /settings/email/templates',
  role: 'platform',
  summary: 'The e-mails that are sent, and when.',
  input: Type.Object(wholeListInput('name')),
  output: ListOf(TemplateShape),
  example: {},

  handle({ app }, page) {
    const sorted = allTemplates(app).sort((a, b) => (a.name < b.name ? -1 : 1))
    return wholeOrPageOf(page.dir === 'desc' ? sorted.reverse() : sorted, page)
  },
})

export const getEmailTemplate = read({
  name: 'get_email_template',
  route: 'GET /settings/email/templates/{name}',
  role: 'platform',
  summary: 'An e-mail with sample facts, as HTML and as text.',
  input: Type.Object({ name: Type.String({ title: 'Template', minLength: 1 }) }),
  output: TemplatePreview,
  example: { name: 'verify_email' },
  subject: (_tx, _caller, { name }) => findTemplate(name!),

  handle: ({ app, subject }) => previewOf(app, subject),
})

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
      facts: sampleOf(call.app, call.subject),
      link: call.app.config.site_url,
    })),
})
