import Type from 'typebox'
import { findMail, letterOf, MailWithBody, readMail, shownLink } from '../../domains/mail/index.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getEmail = read({
  name: 'get_email',
  route: 'GET /emails/{id}',
  role: 'admin',
  summary: 'One e-mail with its text.',
  description: 'A one-time link is left out: it belongs to the recipient of the e-mail.',
  input: Type.Object({ id: Type.String({ title: 'E-mail' }) }),
  output: MailWithBody,
  example: { id: 'mai_vera' },
  subject: (tx, caller, { id }) => findMail(tx, caller, id!),

  handle({ tx, app, subject }) {
    const { html, text } = letterOf(app, subject, shownLink(tx, app, subject))
    return { ...readMail(tx, subject.id), html, text }
  },
})
