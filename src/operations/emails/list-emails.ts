import Type from 'typebox'
import { MAIL_COLUMNS, Mail, MailStatus, reachOf, TemplateName } from '../../domains/mail/index.ts'
import { ListOf, listInput, looseCondition, Search } from '../../kernel/database/list.ts'
import { searchList } from '../../kernel/database/search.ts'
import { read } from '../../kernel/operation/operation.ts'

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
