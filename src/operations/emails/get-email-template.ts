import Type from 'typebox'
import { findTemplate, previewOf, TemplatePreview } from '../../domains/mail/index.ts'
import { read } from '../../kernel/operation/operation.ts'

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
