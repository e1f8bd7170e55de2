import Type from 'typebox'
import { userById } from '../../../domains/accounts/index.ts'
import { limitLetters } from '../../../domains/mail/index.ts'
import { text } from '../../../kernel/language/say.ts'
import { write } from '../../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../../kernel/operation/shape.ts'
import {
  askAboutPage as ask,
  closePageQuestion as close,
  findPageQuestion,
  QuestionForm,
} from '../portal/page-questions.ts'

/** Questions of one person in a day. */
const A_DAY = 20

export const askAboutPage = write({
  name: 'ask_about_page',
  route: 'POST /questions',
  role: null,
  person: true,
  instead: 'the overview of a client in the web interface',
  summary:
    'Ask the agency about a page. The question waits on Today, is sent to the agency’s recipients of such e-mails, and is answered by e-mail.',
  input: Type.Object({
    tenant_id: Type.Optional(OwnTenantId),
    url: Type.With(QuestionForm.properties.url, { description: text('Its address, without spaces') }),
    text: QuestionForm.properties.text,
  }),
  output: Type.Object({ id: Type.String({ description: 'The question' }) }),
  example: { tenant_id: 'ten_bakery', url: 'https://bakery.example/rye', text: 'Why is it not in Google yet?' },
  faults: ['conflict', 'rate_limited'],

  handle({ tx, app, caller, changed }, { tenant_id = caller.tenant_id, url, text }) {
    const message = `You can ask ${A_DAY} questions a day, and this limit is reached. Ask again tomorrow.`
    limitLetters(tx, `questions:${caller.user_id}`, A_DAY, message)
    const { email } = userById(tx, caller.user_id!)!
    const id = ask(tx, app, { tenant_id, url, text, email })
    changed({ tenant_id, target: id, after: { url } })
    return { id }
  },
})

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
