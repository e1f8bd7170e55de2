/** The letter of a report: its facts are those that were frozen, so that it can be written again. */

import { siteOf } from '../../../domains/branding/index.ts'
import { type LetterFacts, letterBrand, type MailApp, REPORT_PLACE } from '../../../domains/mail/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Issue } from '../issues/issue-states.ts'
import { figuresOf, isCorrection } from '../issues/read.ts'
import { scheduleOf } from '../issues/schedules.ts'
import type { FrozenReport } from '../issues/shapes.ts'
import type { ReportLetter } from './shapes.ts'

const ADDRESS = /[^\s<>,;:"()@]+@[^\s<>,;:"()@]+\.[^\s<>,;:"().@]+/

/** `own_sender`: whether mail servers accept the workspace's own domain as its sender. */
export function letterFacts(tx: ReadTx, issue: Issue, { own_sender }: { own_sender: boolean }): LetterFacts {
  return {
    ...factsOf(figuresOf(tx, issue.id).figures, issue),
    issue: issue.id,
    ...(isCorrection(tx, issue) ? { correction: issue.reason ?? '' } : {}),
    ...(own_sender ? {} : { own_sender: 'no' }),
  }
}

type LetterWords = Pick<Issue, 'comment' | 'contact' | 'frozen_at' | 'language' | 'zone'>

/** Facts of a report from its figures and words, stored or not. */
function factsOf(
  { client, period, document: { engine, ordered, pages }, summary }: FrozenReport,
  { comment, contact, frozen_at, language, zone }: LetterWords,
): LetterFacts {
  const [reply_to] = ADDRESS.exec(contact) ?? []
  return {
    client,
    period,
    at: frozen_at,
    comment,
    contact,
    news: JSON.stringify({ engine, ordered, pages }),
    summary: JSON.stringify(summary),
    ...(language === null ? { language: 'en' } : { language, zone }),
    ...(reply_to ? { reply_to } : {}),
  }
}

/** The number of people who get the letter of a report now, and of those who get the PDF. */
export function readersOf(
  tx: ReadTx,
  tenant_id: string,
  attach = scheduleOf(tx, tenant_id).attach_pdf,
): { recipients: number; with_pdf: number } {
  const { recipients, asked } = tx.row<{ recipients: number; asked: number }>(
    `select count(*) as recipients, coalesce(sum(pdf), 0) as asked from report_recipients
     where tenant_id = ? and status = 'active' and removed_at is null`,
    tenant_id,
  )!
  return { recipients, with_pdf: attach ? recipients : asked }
}

/** In the place of the address that differs for each recipient. */
const STOP = '/unsubscribe/reports'

/** The letter as its recipients get it; the one of those with the PDF, where there are some. */
export const letterPreview = (tx: ReadTx, app: MailApp, issue: Issue, note = '', attach_pdf?: boolean): ReportLetter =>
  drawnFor(
    tx,
    app,
    issue.tenant_id,
    { ...letterFacts(tx, issue, { own_sender: true }), ...noted(note) },
    readersOf(tx, issue.tenant_id, attach_pdf),
  )

export const noted = (note: string): LetterFacts => (note.trim() ? { note: note.trim() } : {})

/** The letter that a schedule would send, with the present figures. */
export function letterOfSchedule(
  tx: ReadTx,
  app: MailApp,
  { tenant_id, attach_pdf }: { tenant_id: string; attach_pdf: boolean },
  report: FrozenReport,
  words: LetterWords,
  note = '',
): ReportLetter {
  const facts = { ...factsOf(report, words), ...noted(note) }
  return drawnFor(tx, app, tenant_id, facts, readersOf(tx, tenant_id, attach_pdf))
}

function drawnFor(
  tx: ReadTx,
  app: MailApp,
  tenant_id: string,
  given: LetterFacts,
  readers: { recipients: number; with_pdf: number },
): ReportLetter {
  const site = siteOf(tx, app, tenant_id)
  const brand = letterBrand(tx, app, tenant_id)
  const facts: LetterFacts = { ...given, ...(readers.with_pdf > 0 ? { pdf: 'yes' } : {}) }
  return {
    ...app.letters('client_report', brand, facts, site + REPORT_PLACE, site + STOP),
    ...readers,
    from_name: brand.name,
    reply_to: facts.reply_to ?? null,
  }
}
