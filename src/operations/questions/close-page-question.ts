import Type from 'typebox'
import { closePageQuestion as close, findPageQuestion } from '../../domains/reports/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const closePageQuestion = write({
  name: 'close_page_question',
  route: 'DELETE /questions/{id}',
  role: 'member',
  instead: 'get_today, which lists open questions',
  summary:
    'Close a question that a reader of a portal or a report asked about a page, after you answered it by e-mail.',
  description: 'The question and the e-mail address of the reader are deleted.',
  input: Type.Object({ id: Type.String({ title: 'Question', minLength: 1, maxLength: 60 }) }),
  output: Type.Object({ closed: Type.Literal(true), email: Type.String({ description: 'Reader who asked' }) }),
  example: { id: 'que_bakery' },
  subject: (tx, caller, { id }) => findPageQuestion(tx, caller, id!),

  handle({ tx, subject, changed }) {
    close(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { url: subject.url } })
    return { closed: true as const, email: subject.email }
  },
})
