import Type from 'typebox'
import { notFound } from '../../kernel/fault.ts'
import { read } from '../../kernel/operation.ts'
import { TEMPLATES } from '../../domains/mail/letters.ts'
import { previewOf, TemplatePreview } from '../../domains/mail/templates.ts'

export const findTemplate = (name: string) => {
  const found = TEMPLATES.find((one) => one === name)
  if (!found) throw notFound('e-mail template')
  return found
}

export const getEmailTemplate = read({
  name: 'get_email_template',
  route: 'GET /settings/email/templates/{name}',
  role: 'platform',
  summary: 'An e-mail with sample facts, as HTML and as text.',
  input: Type.Object({ name: Type.String({ title: 'Template' }) }),
  output: TemplatePreview,
  example: { name: 'verify_email' },
  subject: (_tx, _caller, { name }) => findTemplate(name!),

  handle: ({ app, subject }) => previewOf(app, subject),
})
