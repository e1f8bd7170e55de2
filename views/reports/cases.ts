/** Cases of reports: questions of readers, reports that wait or expired, readers that they do not reach. */
import type { CaseKind } from '../../src/domains/figures/index.ts'
import { closePageQuestion } from '../../src/features/reports/operations/questions.ts'
import { type ActCall, type CaseSentences, opens, there, when } from '../kit/case-line.ts'
import { letterHref } from '../letters/drafts.ts'
import { many } from '../parts/text/format.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { oneCall } from '../screens/act.ts'

export const REPORT_WORDS: CaseSentences<Extract<CaseKind, 'question' | 'report' | 'report_expired' | 'reader'>> = {
  question: (one, { base, may, of }) => ({
    icon: 'message-circle',
    tone: 'info',
    text: `Question about ${one.name}`,
    sub: one.note,
    href: `${base}/links?${new URLSearchParams({ q: one.name })}`,
    act: when(may.answer, { verb: 'Reply', href: letterHref(base, 'question', one.id, of), shows: '#letter' }),
    also: when(may.answer, { verb: 'Close question', act: 'answer', fields: {} }),
  }),
  report: (one, { base }) => ({
    icon: 'file-text',
    tone: 'info',
    text: `${many(one.count, 'report waits', 'reports wait')} for approval`,
    sub: `Latest: ${periodWord(one.name)}`,
    ...opens('Review reports', `${base}/reports/desk?state=waiting`),
  }),
  report_expired: (one, { base }) => ({
    icon: 'file-text',
    tone: 'warn',
    text: `${many(one.count, 'report')} expired without approval`,
    sub: 'Nothing was sent. Reissue a report to send it',
    ...opens('See reports', `${base}/reports/desk?state=expired`),
  }),
  reader: (one, { may }) => ({
    icon: 'bell',
    tone: 'warn',
    text: `The reports do not reach ${one.name}`,
    sub: one.note,
    href: there(one, may.packs ? '/reports/recipients' : '/reports'),
    act: when(may.packs, { verb: 'Correct address', href: there(one, `/reports/recipients/${one.id}`) }),
  }),
}

export const REPORT_ACTS: Readonly<Record<string, ActCall>> = {
  answer: (_, id) =>
    oneCall(closePageQuestion, { id }, ({ email }) => ({ text: `The question of ${email} is closed.` })),
}
