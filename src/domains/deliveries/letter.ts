/** The letter of a report: its facts are those that were frozen, so that it can be written again. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { figuresOf, type Issue } from '../issues/index.ts'
import type { Facts } from '../mail/index.ts'

const ADDRESS = /[^\s<>,;:"()]+@[^\s<>,;:"()]+\.[^\s<>,;:"().]+/

/** `own_sender`: whether mail servers accept the workspace's own domain as its sender. */
export function letterFacts(tx: ReadTx, issue: Issue, { own_sender }: { own_sender: boolean }): Facts {
  const { client, document, summary } = figuresOf(tx, issue.id).figures
  const { engine, ordered, pages } = document
  const [reply_to] = ADDRESS.exec(issue.contact) ?? []
  return {
    client,
    period: issue.period,
    revision: String(issue.revision),
    at: issue.frozen_at,
    comment: issue.comment,
    contact: issue.contact,
    news: JSON.stringify({ engine, ordered, pages }),
    summary: JSON.stringify(summary),
    issue: issue.id,
    ...(reply_to ? { reply_to } : {}),
    ...(own_sender ? {} : { own_sender: 'no' }),
  }
}
