/** Questions about a page from readers of a portal or a report: they wait on Today until somebody answers them. */

import Type from 'typebox'
import { unlinked } from '../../../domains/accounts/index.ts'
import type { MailApp } from '../../../domains/mail/index.ts'
import { namedWorkspace, rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { said } from '../../../kernel/language/say.ts'
import { type Caller, treeOf } from '../../../kernel/operation/caller.ts'
import { Fault, notFound } from '../../../kernel/operation/fault.ts'
import { Email } from '../../../kernel/operation/shape.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { tellReaders } from '../../notices/index.ts'
import type { PageQuestionRow } from '../tables.ts'

export const QuestionForm = Type.Object({
  url: Type.String({ title: 'Page', pattern: '^\\S+$', maxLength: 2048 }),
  text: Type.String({ title: 'Question', minLength: 1, maxLength: 1000 }),
  email: Email('Your e-mail'),
})

/** Open questions of one workspace: a list that somebody fills stops only later questions. */
const MOST_OPEN = 50

type NewQuestion = Pick<PageQuestionRow, 'tenant_id' | 'url' | 'text' | 'email'>

/** Keeps the question, and writes about it to the agency. @throws Fault conflict where too many wait */
export function askAboutPage(tx: Tx, app: MailApp, { tenant_id, url, text, email }: NewQuestion): string {
  if (tx.number('select count(*) from page_questions where tenant_id = ?', tenant_id) >= MOST_OPEN)
    throw new Fault('conflict', said('Too many questions wait for an answer. Write to your agency directly.'))
  const id = newId()
  askAgain(tx, { id, tenant_id, url, text, email, asked_at: tx.now })
  tellReaders(tx, app, namedWorkspace(tx, rootOf(tx, tenant_id)), 'question_asked', {
    ref: `question ${id}`,
    facts: { client: namedWorkspace(tx, tenant_id).name, url, email, text: unlinked(text) },
    under: '',
  })
  return id
}

/** Opens a question whose answer was taken back. */
export const askAgain = (tx: Tx, { id, tenant_id, url, text, email, asked_at }: PageQuestionRow): number =>
  tx.run(
    'insert or ignore into page_questions (id, tenant_id, url, text, email, asked_at) values (?, ?, ?, ?, ?, ?)',
    ...[id, tenant_id, url, text, email, asked_at],
  )

export function findPageQuestion(tx: ReadTx, caller: Caller, id: string): PageQuestionRow {
  const tree = treeOf(caller)
  const found = tx.row<PageQuestionRow>(`select * from page_questions where id = ? and ${tree.sql}`, id, ...tree.params)
  if (!found) throw notFound('question')
  return found
}

/** An answered question is deleted: its address is of somebody who may have no account. */
export const closePageQuestion = (tx: Tx, id: string): number => tx.run('delete from page_questions where id = ?', id)
