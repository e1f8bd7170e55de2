/** E-mails about a client's report: to its recipients, and to the agency when an address is refused. */

import type { LetterFacts, LetterFigures, LetterKinds, LetterText, Wording } from '../../src/domains/mail/index.ts'
import type { ReportSummary } from '../../src/features/reports/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { enginesIn } from '../jobs/engine-words.ts'
import { momentOfLetter } from '../mail/letter-dates.ts'
import { paragraphsOf } from '../mail/letters.ts'
import { noticeOf } from '../mail/notice-letters.ts'
import { number, signed } from '../parts/text/format.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { correctedOn, headlineOf, ledeOf } from './document.tsx'

type ReportNews = Omit<Parameters<typeof headlineOf>[0], 'to'>

function clientReport(facts: LetterFacts, href: string, to: Reader): LetterText {
  const { client = '', period = '', correction, at = '', note, comment, contact, pdf } = facts
  const kept = JSON.parse(facts.news!) as ReportNews
  const news = { ...kept, engine: enginesIn(to, kept.engine), to }
  const isCorrection = correction !== undefined
  const corrected = [`${correctedOn(to, at, correction)} ${say(to, 'It replaces the report that you have.')}`]
  const of = `${client}, ${periodWord(period, to)}`
  const headline = headlineOf(news)
  return {
    subject: isCorrection ? say(to, '{headline}: {of}, corrected', { headline, of }) : `${headline}: ${of}`,
    title: { of, news: headline },
    paragraphs: [
      ...paragraphsOf(note),
      ...(news.pages.total > 0 ? [] : [ledeOf(news)]),
      ...(isCorrection ? corrected : []),
      ...paragraphsOf(comment),
    ],
    figures: figuresOf(to, periodWord(period, to), news.engine, JSON.parse(facts.summary!) as ReportSummary),
    button: { label: say(to, 'Open report'), href },
    footer: [
      ...(pdf ? [say(to, 'The report is attached as a PDF.')] : []),
      ...(contact ? [`${say(to, 'Questions?')} ${contact}.`] : []),
      say(to, 'You receive this because you get the reports of {client}.', { client }),
    ].join(' '),
  }
}

/** The five figures of the report, with their changes since the previous period. */
function figuresOf(to: Reader, period: string, engine: string, { before, ...now }: ReportSummary): LetterFigures {
  const row = (label: string, name: keyof NonNullable<typeof before>) => ({
    label,
    value: number(now[name], to),
    change: before ? signed(now[name] - before[name], to) : '',
  })
  return {
    head: [period, before ? say(to, 'Change') : ''],
    rows: [
      row(say(to, 'Pages pushed'), 'pushed'),
      row(say(to, 'In {engine}', { engine }), 'visible'),
      row(say(to, 'New in {engine}', { engine }), 'gained'),
      row(say(to, 'Blocked by the site'), 'blocked'),
      row(say(to, 'Credits refunded'), 'refunded'),
    ],
  }
}

const reportBounced: Wording = ({ client = '', email = '', name, answer = '', paused }, href, to) => ({
  subject: say(to, '{client}: reports do not reach {email}', { client, email }),
  paragraphs: [
    say(to, 'The report of {client} to {who} was refused: {answer}', {
      ...{ client, who: name ? `${name} (${email})` : email, answer },
    }),
    paused
      ? say(to, 'The address gets no further reports until you correct it or try it again.')
      : say(to, 'The mail server refused the e-mail by a rule, not the address. The next report is sent there again.'),
  ],
  button: { label: say(to, 'Open recipients'), href },
  footer: say(to, 'You receive this because you are in charge of this workspace.'),
})

const APPROVER = text('You receive this because you approve the reports of this workspace.')

const reportSkipped: Wording = ({ workspace = '', period = '' }, href, to) => ({
  subject: say(to, '{workspace}: no report of {period}', { workspace, period: periodWord(period, to) }),
  paragraphs: [
    say(to, 'Nothing was pushed for {workspace} in {period}, and no result changed. The report was skipped.', {
      workspace,
      period: periodWord(period, to),
    }),
    say(to, 'To send one anyway, reissue it.'),
  ],
  button: { label: say(to, 'Open report'), href },
  footer: say(to, APPROVER),
})

const reportWaiting: Wording = (facts, href, to) => {
  const { workspace = '', occasion, due = '', expires = '', pushed, visible, gained } = facts
  const of = { workspace, period: periodWord(facts.period!, to) }
  return {
    subject:
      occasion === 'reminder'
        ? say(to, '{workspace}: the report of {period} still waits for approval', of)
        : say(to, '{workspace}: the report of {period} waits for approval', of),
    paragraphs: [
      say(to, '{visible} of {pushed} pushed pages are indexed, {gained} of them new.', {
        ...{ visible: Number(visible), pushed: Number(pushed), gained: Number(gained) },
      }),
      say(to, 'It is due on {due}. It is sent only after approval, and expires on {expires}.', {
        ...{ due: momentOfLetter(due, to), expires: momentOfLetter(expires, to) },
      }),
    ],
    button: { label: say(to, 'Review report'), href },
    footer: say(to, APPROVER),
  }
}

export const REPORT_MAILS: LetterKinds = {
  question_asked: {
    sent_when: 'A reader of a portal or report asked about a page (to the agency)',
    sample: {
      ...{ workspace: 'Northwind', client: 'Bakery', url: 'https://bakery.example/rye', email: 'vera@bakery.example' },
      text: 'Why is it not in Google yet?',
    },
    words: ({ workspace = '', client = '', url = '', email = '', text = '' }, href, to) => ({
      subject: say(to, '{client}: a question about {url}', { client, url }),
      paragraphs: [
        say(to, '{email} asked about {url} ({client}):', { email, url, client }),
        ...paragraphsOf(text),
        say(to, 'Answer it from the dashboard, which shows what is known about the page.'),
      ],
      button: { label: say(to, 'Open the dashboard'), href },
      footer: noticeOf(to, workspace),
    }),
  },

  report_waiting: {
    sent_when:
      'A client’s report waits for approval, still waits a day before its hour, or was skipped (to its approvers)',
    sample: {
      workspace: 'Bakery',
      period: '2026-10',
      occasion: 'waiting',
      due: '2026-11-04T09:00:00.000Z',
      expires: '2026-11-14T09:00:00.000Z',
      pushed: '60',
      visible: '52',
      gained: '49',
    },
    words: (facts, href, to) => (facts.occasion === 'skipped' ? reportSkipped : reportWaiting)(facts, href, to),
  },
  client_report: {
    sent_when: 'A client’s report was approved and its hour has come (to each recipient of the client’s reports)',
    sample: {
      client: 'Bakery',
      period: '2026-10',
      at: '2026-11-01T08:00:00.000Z',
      comment: 'A good month: the recipes were found within three days.',
      contact: 'Ada, ada@northwind.example',
      news: JSON.stringify({ engine: 'Google', ordered: 62, pages: { total: 60, visible: 52, before: 3, gained: 49 } }),
      summary: JSON.stringify({
        pushed: 60,
        visible: 52,
        gained: 49,
        blocked: 3,
        refunded: 5,
        before: { pushed: 40, visible: 31, gained: 29, blocked: 4, refunded: 7 },
      }),
    },
    words: clientReport,
  },
  report_bounced: {
    sent_when: 'The address of a recipient of reports is refused (to the people in charge of the workspace)',
    sample: {
      client: 'Bakery',
      email: 'anna@bakery.example',
      name: 'Anna',
      answer: '550 5.1.1 No such user here',
      paused: 'yes',
    },
    words: reportBounced,
  },
}
