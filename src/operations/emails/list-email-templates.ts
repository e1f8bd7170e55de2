import Type from 'typebox'
import { allTemplates, TemplateShape } from '../../domains/mail/index.ts'
import { ListOf, wholeListInput, wholeOrPageOf } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

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
