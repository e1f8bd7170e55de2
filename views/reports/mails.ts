/** E-mails about a client's report: to its recipients, and to the agency when an address is refused. */

import type { LetterFacts } from '../../src/domains/mail/index.ts'
import type { ReportSummary } from '../../src/features/reports/index.ts'
import type { LetterText } from '../mail/letter.tsx'
import type { Figures } from '../mail/letter-parts.tsx'
import { number, signed } from '../parts/text/format.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { correctedOn, headlineOf, ledeOf } from './document.tsx'

type ReportNews = Parameters<typeof headlineOf>[0]

export function clientReport(facts: LetterFacts, href: string): LetterText {
  const { client = '', period = '', correction, at = '', note, comment, contact, pdf } = facts
  const news = JSON.parse(facts.news!) as ReportNews
  const isCorrection = correction !== undefined
  const corrected = [`${correctedOn(at, correction)} It replaces the report that you have.`]
  return {
    subject: `${headlineOf(news)}: ${client}, ${periodWord(period)}${isCorrection ? ', corrected' : ''}`,
    title: { of: `${client}, ${periodWord(period)}`, news: headlineOf(news) },
    paragraphs: [
      ...paragraphsOf(note),
      ...(news.pages.total > 0 ? [] : [ledeOf(news)]),
      ...(isCorrection ? corrected : []),
      ...paragraphsOf(comment),
    ],
    figures: figuresOf(periodWord(period), news.engine, JSON.parse(facts.summary!) as ReportSummary),
    button: { label: 'Open report', href },
    footer: [
      ...(pdf ? ['The report is attached as a PDF.'] : []),
      ...(contact ? [`Questions? ${contact}.`] : []),
      `You receive this because you get the reports of ${client}.`,
    ].join(' '),
  }
}

/** Paragraphs of a text as a person typed it: browsers send lines with a carriage return. */
const paragraphsOf = (text = ''): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')

/** The five figures of the report, with their changes since the previous period. */
function figuresOf(period: string, engine: string, { before, ...now }: ReportSummary): Figures {
  const row = (label: string, name: keyof NonNullable<typeof before>) => ({
    label,
    value: number(now[name]),
    change: before ? signed(now[name] - before[name]) : '',
  })
  return {
    head: [period, before ? 'Change' : ''],
    rows: [
      row('Pages pushed', 'pushed'),
      row(`In ${engine}`, 'visible'),
      row(`New in ${engine}`, 'gained'),
      row('Blocked by the site', 'blocked'),
      row('Credits refunded', 'refunded'),
    ],
  }
}

export const reportBounced = ({ client, email, name, answer, paused }: LetterFacts, href: string): LetterText => ({
  subject: `${client}: reports do not reach ${email}`,
  paragraphs: [
    `The report of ${client} to ${name ? `${name} (${email})` : email} was refused: ${answer}`,
    paused
      ? 'The address gets no further reports until you correct it or try it again.'
      : 'The mail server refused the e-mail by a rule, not the address. The next report is sent there again.',
  ],
  button: { label: 'Open recipients', href },
  footer: 'You receive this because you are in charge of this workspace.',
})

/** A letter that a person wrote: their words alone, and who they are. */
export const personalLetter = (
  { by, workspace, subject = '', text = '', reply_to, report }: LetterFacts,
  href: string,
): LetterText => ({
  subject,
  paragraphs: paragraphsOf(text),
  ...(report ? { button: { label: 'Open report', href } } : {}),
  footer: [`${by} wrote this to you about ${workspace}.`, ...(reply_to ? [`Answers go to ${reply_to}.`] : [])].join(
    ' ',
  ),
})
