/** The content of each e-mail template. */
import { type DrawLetter, type LetterFacts, sectionsIn, type Template } from '../../src/domains/mail/index.ts'
import { lookDays } from '../../src/domains/plans/index.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { clientReport, personalLetter, reportBounced } from '../reports/mails.ts'
import { accountLetters } from './account-letters.ts'
import { drawLetter, type LetterText, type Wording } from './letter.tsx'

export const letters: DrawLetter = (template, brand, facts, link, stop) =>
  drawLetter(brand, wordsOf(template, facts, link), stop)

/** The content of an e-mail, without branding. */
export const wordsOf = (template: Template, facts: LetterFacts, link: string): LetterText =>
  WORDS[template](facts, link)

const WORDS: Record<Template, Wording> = {
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

  confirm_recipient: ({ by, workspace, reports }, href) => ({
    subject: `Do you want e-mail about ${workspace}?`,
    paragraphs: [
      reports
        ? `${by} wants to send the reports of ${workspace} to this address.`
        : `${by} wants to send e-mail about the workspace ${workspace} to this address: indexing results and problems that need attention.`,
      'Confirm to receive it. The link works once, for seven days. Every e-mail has an unsubscribe link.',
    ],
    button: { label: 'Confirm or decline', href },
    footer: 'You receive this because this address was entered. If you do not want the e-mail, ignore this message.',
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

  standing_push: ({ workspace, push, what, why }, href) => ({
    subject: `Standing push “${push}” ${what}`,
    paragraphs: [
      `The standing push “${push}” of ${workspace} ${what}. ${why}`,
      'Nothing of it is pushed until you decide.',
    ],
    button: { label: 'Open standing push', href },
    footer: `You get this because you are an owner or admin of ${workspace}.`,
  }),

  webhook_disabled: ({ workspace, host, why }, href) => ({
    subject: `The webhook to ${host} is turned off`,
    paragraphs: [
      `The webhook of ${workspace} to ${host} is turned off. ${why}`,
      'Events are kept for 7 days. Repair the receiver, then turn the webhook on to get them.',
    ],
    button: { label: 'Open webhook', href },
    footer: `You get this because you are an owner or admin of ${workspace}.`,
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

  report_waiting: ({ workspace, period = '', occasion, due, expires, pushed, visible, gained }, href) =>
    occasion === 'skipped'
      ? {
          subject: `${workspace}: no report of ${periodWord(period)}`,
          paragraphs: [
            `Nothing was pushed for ${workspace} in ${periodWord(period)}, and no result changed. The report was skipped.`,
            'To send one anyway, reissue it.',
          ],
          button: { label: 'Open report', href },
          footer: APPROVER,
        }
      : {
          subject: `${workspace}: the report of ${periodWord(period)} ${occasion === 'reminder' ? 'still waits' : 'waits'} for approval`,
          paragraphs: [
            `${visible} of ${pushed} pushed pages are indexed, ${gained} of them new.`,
            `It is due on ${due}. It is sent only after approval, and expires on ${expires}.`,
          ],
          button: { label: 'Review report', href },
          footer: APPROVER,
        },
  client_report: clientReport,
  report_bounced: reportBounced,
  letter: personalLetter,

  backup_failed: ({ error, last }, href) => ({
    subject: 'Backup failed',
    paragraphs: [
      `This installation could not make a backup: ${error}`,
      last ? `The last verified backup is from ${last}.` : 'There is no verified backup yet.',
      'It is retried every hour. You get this e-mail once a day until a backup succeeds.',
    ],
    button: { label: 'Open backups', href },
    footer: OPERATOR,
  }),

  free_check_report: ({ day, checks, refused, spent, kinds, ...most }, href) => ({
    subject: `Free checks of ${day}: ${checks}`,
    paragraphs: [
      `On ${day} (UTC) visitors ran ${checks}${kinds ? ` (${kinds})` : ''}; ${refused} were rejected. Live searches cost ${spent} USD.`,
      ...MOST.flatMap(([name, label]) => (most[name] ? [`${label}: ${most[name]}.`] : [])),
    ],
    button: { label: 'Open free checks', href },
    footer: 'You receive this because you administer this installation. Turn it off on the page Free checks.',
  }),

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

const noticeOf = (workspace: string | undefined): string =>
  `You receive this because you get notifications for ${workspace}.`

const OPERATOR = 'You receive this because you administer this installation.'
const APPROVER = 'You receive this because you approve the reports of this workspace.'

/** Texts of decided requests; a pending one has no entry. */
const ANSWERS: Record<string, { subject: string; says(what: string): string }> = {
  approved: { subject: 'approved', says: (what) => `The request for ${what} was approved. The credits are available.` },
  declined: { subject: 'declined', says: (what) => `The request for ${what} was declined. No credits were granted.` },
  refunded: {
    subject: 'refunded',
    says: (what) => `The purchase of ${what} was refunded. Unspent credits were removed.`,
  },
}

/** Titles of the lists in the report on free checks, by the name of the fact. */
const MOST = [
  ['domains', 'Most checked domains'],
  ['countries', 'Top countries'],
  ['ips', 'Top IP addresses'],
  ['networks', 'Top networks'],
] as const
