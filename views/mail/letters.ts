/** The content of each e-mail template. */
import {
  type DrawLetter,
  type LetterFacts,
  type LetterKinds,
  type LetterText,
  sectionsIn,
  type Template,
  type Wording,
} from '../../src/domains/mail/index.ts'
import { lookDays } from '../../src/domains/plans/index.ts'
import { ENGLISH, readerOf } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { accountLetters } from './account-letters.ts'
import { drawLetter } from './letter.tsx'

/** Draws all letters; `kinds` are those of features. */
export const lettersWith =
  (kinds: LetterKinds): DrawLetter =>
  (template, brand, facts, link, stop) => {
    const to = readerOf(facts.zone ?? 'UTC', facts.language ?? 'en')
    return drawLetter(to, brand, (WORDS[template] ?? kinds[template]?.words ?? plain)(facts, link, to), stop)
  }

/** The invitation, without branding. */
export const inviteWords = (facts: LetterFacts, link: string): LetterText => accountLetters.invite(facts, link, ENGLISH)

/** A letter that waits since its feature was removed. */
const plain: Wording = (_, href) => ({
  subject: 'News about your workspace',
  paragraphs: [],
  button: { label: 'Open', href },
  footer: 'You receive this because you are in a workspace.',
})

/** Paragraphs of a text as a person typed it: browsers send lines with a carriage return. */
export const paragraphsOf = (text = ''): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .trim()
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')

/** A letter that a person wrote: their words alone, and who they are. */
const personalLetter: Wording = (facts, href, to) => {
  const { by = '', workspace = '', subject = '', text = '', reply_to, report } = facts
  return {
    subject,
    paragraphs: paragraphsOf(text),
    ...(report ? { button: { label: say(to, 'Open report'), href } } : {}),
    footer: [
      say(to, '{by} wrote this to you about {workspace}.', { by, workspace }),
      ...(reply_to ? [say(to, 'Answers go to {address}.', { address: reply_to })] : []),
    ].join(' '),
  }
}

const WORDS: Partial<Record<Template, Wording>> = {
  ...accountLetters,

  credit_request: ({ status = '', pack, workspace, by, note, owed }, href) => ({
    subject: `Credit pack ${pack} for ${workspace}: ${ANSWERS[status]?.subject ?? 'requested'}`,
    paragraphs: [
      ANSWERS[status]?.says(`the credit pack ${pack} for the workspace ${workspace}`) ??
        `${by} requests the credit pack ${pack} for the workspace ${workspace}. Approve or decline it.`,
      ...(owed
        ? [
            `${owed} more are reserved for pushes or were transferred to clients: they are deducted from future credits.`,
          ]
        : []),
      ...(note ? [`Note: ${note}`] : []),
    ],
    button: { label: ANSWERS[status] ? 'Open your packs' : 'Review request', href },
    footer: ANSWERS[status]
      ? 'You receive this because you, or an API key of a workspace that you manage, requested this pack.'
      : OPERATOR,
  }),

  confirm_recipient: ({ by = '', workspace = '', reports }, href, to) => ({
    subject: say(to, 'Do you want e-mail about {workspace}?', { workspace }),
    paragraphs: [
      reports
        ? say(to, '{by} wants to send the reports of {workspace} to this address.', { by, workspace })
        : say(
            to,
            '{by} wants to send e-mail about the workspace {workspace} to this address: indexing results and problems that need attention.',
            { by, workspace },
          ),
      say(to, 'Confirm to receive it. The link works once, for seven days. Every e-mail has an unsubscribe link.'),
    ],
    button: { label: say(to, 'Confirm or decline'), href },
    footer: say(
      to,
      'You receive this because this address was entered. If you do not want the e-mail, ignore this message.',
    ),
  }),

  job_finished: ({ workspace, jobs, ...facts }, href) => ({
    subject:
      jobs === '1' ? `${workspace}: 1 push or check finished` : `${workspace}: ${jobs} pushes and checks finished`,
    paragraphs: [],
    sections: sectionsIn(facts),
    button: { label: 'Open pushes', href },
    footer: noticeOf(workspace),
  }),

  daily_digest: ({ workspace, day, since, ...facts }, href) => {
    const sections = sectionsIn(facts)
    return {
      subject: `${workspace}: ${day}`,
      paragraphs: sections.length
        ? [`Activity in ${workspace} since ${since}.`]
        : [`No activity in ${workspace} since ${since}. Nothing needs attention.`],
      sections,
      button: { label: 'Open the dashboard', href },
      footer: noticeOf(workspace),
    }
  },

  low_credits: ({ workspace, kind, left, threshold }, href) => ({
    subject: `${workspace} has ${left} ${kind} credits left`,
    paragraphs: [
      `${workspace} has ${left} ${kind} credits left, fewer than your limit of ${threshold}.`,
      kind === 'index'
        ? 'Pushes that need more credits are rejected. Pushes in progress continue.'
        : `Checks that need more credits are rejected. The checks of a push on days ${lookDays()} are free.`,
    ],
    button: { label: 'Get credits', href },
    footer: noticeOf(workspace),
  }),

  indexnow_site_failing: ({ workspace, host, why }, href) => ({
    subject: `IndexNow: the key of ${host} is not accepted`,
    paragraphs: [
      `The key file of ${host} (${workspace}) is not valid any more. ${why}`,
      'It is verified every hour. After seven days without success, links of this site are no longer sent to IndexNow.',
    ],
    button: { label: 'Open IndexNow sites', href },
    footer: noticeOf(workspace),
  }),

  plan_past_due: ({ workspace, plan, until }, href) => ({
    subject: `The payment for ${workspace} is due`,
    paragraphs: [
      `The payment for the plan ${plan} of ${workspace} failed.`,
      `All features work until ${until}. After that, paid features are locked until you pay. Nothing is deleted.`,
    ],
    button: { label: 'Open plan', href },
    footer: noticeOf(workspace),
  }),

  letter: personalLetter,

  operator_alert: ({ what, advice, subject }, href) => ({
    subject: subject ?? 'Signalpost needs attention',
    paragraphs: [what ?? '', advice ?? ''],
    button: { label: 'Open Signalpost', href },
    footer: OPERATOR,
  }),

  test: ({ by }, href) => ({
    subject: 'Test of the mail server',
    paragraphs: [`The mail server works. ${by} sent this test.`],
    button: { label: 'Open settings', href },
    footer: 'Sent by hand from the e-mail settings.',
  }),
}

export const noticeOf = (workspace: string | undefined): string =>
  `You receive this because you get notifications for ${workspace}.`

export const OPERATOR = 'You receive this because you administer this installation.'

/** Texts of decided requests; a pending one has no entry. */
const ANSWERS: Record<string, { subject: string; says(what: string): string }> = {
  approved: { subject: 'approved', says: (what) => `The request for ${what} was approved. The credits are available.` },
  declined: { subject: 'declined', says: (what) => `The request for ${what} was declined. No credits were granted.` },
  refunded: {
    subject: 'refunded',
    says: (what) => `The purchase of ${what} was refunded. Unspent credits were removed.`,
  },
}
