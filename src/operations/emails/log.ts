import Type from 'typebox'
import { findLetter, takeLetterBack } from '../../domains/accounts/index.ts'
import {
  canSend,
  findMail,
  forgetRefused,
  type LetterFacts,
  letterOf,
  limitLetters,
  linkOf,
  MAIL_COLUMNS,
  Mail,
  MailStatus,
  MailWithBody,
  queueMail,
  reachOf,
  readMail,
  shownLink,
  storedEmail,
  TemplateName,
} from '../../domains/mail/index.ts'
import { rootOf } from '../../domains/tenants/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { newId } from '../../kernel/secrets/ids.ts'

export const listEmails = read({
  name: 'list_emails',
  route: 'GET /emails',
  role: 'admin',
  summary: 'E-mails of your workspace and those below it, the newest first.',
  description: '`q` searches address and subject. The platform admin also sees those of the platform itself.',
  input: Type.Object({
    ...listInput('created_at', 'to'),
    q: Search,
    status: Type.Optional(MailStatus),
    template: Type.Optional(TemplateName),
  }),
  output: ListOf(Mail),
  example: { status: 'suppressed' },

  handle({ tx, caller }, { q, status, template, ...page }) {
    const tree = reachOf(caller)
    // For the whole log the index of a status finds its letters. For one tree the tree's own index also holds the
    // status; the index of a status would read the letters of all trees.
    const by_status = !tree && !q && page.sort !== 'to'
    return searchList(
      tx,
      {
        select: MAIL_COLUMNS,
        from: 'mails',
        core: { table: 'mails', id: 'id' },
        where: [
          tree,
          status && looseCondition(by_status ? 'status = ?' : '+status = ?', status),
          template && looseCondition('template = ?', template),
        ],
        sought: { q, columns: ['to_address', 'subject'] },
        sorts: { created_at: 'id', to: 'to_address, id' },
      },
      page,
    )
  },
})

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

/** Letters that one address can be resent in a day. */
const A_DAY = 5

export const resendEmail = write({
  name: 'resend_email',
  route: 'POST /emails/{id}/resend',
  role: 'admin',
  summary: 'Send an e-mail of the log again, as a new one.',
  description:
    'An e-mail that waits to be sent is refused; without a mail server the new one is kept as `suppressed` too. An address that the mail server refused gets notices again.',
  input: Type.Object({ id: Type.String({ title: 'E-mail' }) }),
  output: Mail,
  example: { id: 'mai_vera' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findMail(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }) {
    if (subject.status === 'queued' && canSend(storedEmail(tx)))
      throw conflict('This e-mail is waiting to be sent already.')
    const link = linkOf(app, subject)
    if (link === null)
      throw conflict(
        'The link of this e-mail can no longer be read, so it cannot be sent again. Invite the person again, or repeat the request.',
      )
    const { tenant_id, template, to_address: to } = subject
    for (const one of app.followers) one.assertWanted(tx, subject.id)
    const message = `An e-mail can be resent to one address ${A_DAY} times a day. Try again tomorrow.`
    if (!caller.platform) limitLetters(tx, `resend:${rootOf(tx, caller.tenant_id)}:${to}`, A_DAY, message)
    forgetRefused(tx, to)
    // It keeps its language: older facts are in English.
    const facts = { language: 'en', ...(JSON.parse(subject.facts) as LetterFacts) }
    const id = queueMail(tx, app, { ref: `resend ${newId()}`, tenant_id, template, to, facts, link })!
    for (const one of app.followers) one.resent(tx, subject.id, id)
    changed({ target: subject.id, tenant_id: tenant_id ?? undefined, after: { resent_as: id } })
    return readMail(tx, id)
  },
})

export const takeBackEmail = write({
  name: 'take_back_email',
  route: 'POST /emails/{id}/take-back',
  role: 'member',
  instead: 'the pages of the web interface',
  summary: 'Take back an e-mail that `send_email` wrote less than ten seconds ago, for all its recipients.',
  description: 'It is not sent, and a question that it answered is open again. The address of a report stays shared.',
  input: Type.Object({ id: Type.String({ title: 'E-mail', maxLength: 60 }) }),
  output: Type.Object({ to: Type.Array(Type.String()), subject: Type.String(), text: Type.String() }),
  example: { id: 'mai_letter' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findLetter(tx, caller, id!),

  handle({ tx, app, subject, changed }) {
    const letter = takeLetterBack(tx, app, subject)
    changed({ tenant_id: subject.tenant_id, target: subject.id, before: { to: letter.to } })
    return letter
  },
})
