/** The content of each e-mail template. */
import { type DrawLetter, type Facts, sectionsIn, type Template } from '../../src/domains/mail/index.ts'
import { periodWord } from '../reports/period-word.ts'
import { freeCheckReport } from './free-check-report.ts'
import { drawLetter, type Words } from './letter.tsx'
import { clientReport, reportBounced } from './report-letters.ts'

export const letters: DrawLetter = (template, brand, facts, link, stop) =>
  drawLetter(brand, wordsOf(template, facts, link), stop)

/** The content of an e-mail, without branding. */
export const wordsOf = (template: Template, facts: Facts, link: string): Words => WORDS[template](facts, link)

const WORDS: Record<Template, (facts: Facts, link: string) => Words> = {
  verify_email: ({ made, account, signs_up }, href) =>
    signs_up
      ? confirmSignUp(href)
      : {
          subject: 'Confirm your e-mail address',
          paragraphs: [
            account
              ? `The account ${account} asks to use this address.`
              : `An account with this address exists. It was created ${made}.`,
            'If the account is yours, confirm the address and sign in with your password. The link works once, for one day.',
            account
              ? 'If it is not yours, report it on the same page. Nothing changes.'
              : 'If this is your address but not your account, delete the account on the same page.',
          ],
          button: { label: 'Confirm this address', href },
          footer: 'You receive this because this address was entered for an account.',
        },

  email_changed: ({ name, email }, href) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      hello(name),
      `Your account now uses the e-mail address ${email}. Use it to sign in; e-mail goes there.`,
      'If you did not change it, contact the person who invited you or the operator of this service at once: they can stop the account.',
    ],
    button: { label: 'Sign in', href },
    footer: 'You receive this because your account used this address before.',
  }),

  factors_changed: ({ name, what = '' }, href) => ({
    subject: 'How you sign in has changed',
    paragraphs: [
      hello(name),
      what,
      'If it was not you, choose a new password and remove what you do not know on your account page. Write to the operator of this service if you cannot sign in.',
    ],
    button: { label: 'Open your account', href },
    footer: 'You receive this because your account uses this address.',
  }),

  connect_provider: ({ name, provider, of, may }, href) => ({
    subject: may ? `Connect ${provider} to your account?` : `A sign-in through ${provider} was refused`,
    paragraphs: [
      hello(name),
      `Somebody with your e-mail address signed in through ${provider}${of ? `, the identity provider of ${of}` : ''}.`,
      may
        ? 'If it was you, connect it: from then on it signs you in. The link works once, for one day.'
        : 'Your account cannot be connected to it. Nothing was changed, and nobody was signed in.',
      'If it was not you, ignore this e-mail. Nobody can sign in to your account by it.',
    ],
    button: { label: may ? `Connect ${provider}` : 'Sign in', href },
    footer: 'You receive this because your account uses this address.',
  }),

  invite: ({ by, workspace, until, note }, href) => ({
    subject: workspace ? `${by} invited you to ${workspace}` : 'Your invite is here',
    paragraphs: workspace
      ? [
          `${by} added you to the workspace ${workspace}.`,
          'Choose a password to sign in. The link works once, for seven days.',
        ]
      : [
          `${by} invites you to create an account with your own workspace.`,
          ...(note ? [note] : []),
          `The invite works until ${until}.`,
        ],
    button: { label: workspace ? 'Choose a password' : 'Create account', href },
    footer: 'You receive this because this address was invited. If you do not know the sender, ignore this e-mail.',
  }),

  member_added: ({ by, workspace, role }, href) => ({
    subject: `${by} invites you to ${workspace}`,
    paragraphs: [
      `${by} invites you to the workspace ${workspace}. Your role there: ${ROLES[role ?? ''] ?? role}.`,
      'You become a member when you accept. Until then its members do not see your name.',
    ],
    button: { label: 'Open invitation', href },
    footer: 'You receive this because your account uses this address.',
  }),

  account_exists: ({ name }, href) => ({
    subject: 'You already have an account',
    paragraphs: [
      hello(name),
      'Someone signed up with this address. You already have an account, so no new one was created. Sign in, or choose a new password on the sign-in page.',
    ],
    button: { label: 'Sign in', href },
    footer: 'You receive this because this address was used to sign up. If it was not you, ignore this e-mail.',
  }),

  account_approved: ({ name }, href) => ({
    subject: 'Your account is open',
    paragraphs: [hello(name), 'Your account is approved. You can now use everything in your plan.'],
    button: { label: 'Get started', href },
    footer: 'You receive this because you signed up with this address.',
  }),

  password_reset: ({ name, by }, href) => ({
    subject: 'Choose a new password',
    paragraphs: [
      hello(name),
      by
        ? 'An administrator of this service asks you to choose a new password. You are signed out on all devices.'
        : 'Someone requested a new password for the account with this address.',
      'The link works once, for one hour. Your password does not change until you use it.',
    ],
    button: { label: 'Choose a password', href },
    footer: 'You receive this because this address was entered. If it was not you, ignore this e-mail.',
  }),

  waitlist_declined: ({ note }, href) => ({
    subject: 'About your request for an invite',
    paragraphs: ['Thank you for your request. We cannot offer you an account at the moment.', ...(note ? [note] : [])],
    button: { label: 'Open our site', href },
    footer: 'You receive this because an invite was requested for this address.',
  }),

  credit_request: ({ status = '', pack, workspace, by, note, owed }, href) => ({
    subject: `Credit pack ${pack} for ${workspace}: ${ANSWERS[status]?.subject ?? 'requested'}`,
    paragraphs: [
      ANSWERS[status]?.says(`the credit pack ${pack} for the workspace ${workspace}`) ??
        `${by} requests the credit pack ${pack} for the workspace ${workspace}. Approve or decline it.`,
      ...(owed
        ? [`${owed} more are reserved for jobs or were transferred to clients: they are deducted from future credits.`]
        : []),
      ...(note ? [`Note: ${note}`] : []),
    ],
    button: { label: ANSWERS[status] ? 'Open your packs' : 'Review request', href },
    footer: ANSWERS[status]
      ? 'You receive this because you, or an API key of a workspace that you manage, requested this pack.'
      : 'You receive this because you administer this installation.',
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
    subject: jobs === '1' ? `${workspace}: 1 job finished` : `${workspace}: ${jobs} jobs finished`,
    paragraphs: [],
    sections: sectionsIn(facts),
    button: { label: 'Open jobs', href },
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
        ? 'Pushes that need more credits are rejected. Jobs in progress continue.'
        : 'Check jobs that need more credits are rejected. The checks of a push on days 1, 3 and 7 are free.',
    ],
    button: { label: 'Get credits', href },
    footer: noticeOf(workspace),
  }),

  indexnow_site_failing: ({ workspace, host, why }, href) => ({
    subject: `IndexNow: the key of ${host} is not accepted`,
    paragraphs: [
      `The key file of ${host} (${workspace}) no longer proves that the site is yours. ${why}`,
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
            `${visible} of ${pushed} pushed pages are in the index, ${gained} of them new.`,
            `Its hour is ${due}. It is sent only after approval, and expires on ${expires}.`,
          ],
          button: { label: 'Review report', href },
          footer: APPROVER,
        },
  client_report: clientReport,
  report_bounced: reportBounced,

  backup_failed: ({ error, last }, href) => ({
    subject: 'Backup failed',
    paragraphs: [
      `This installation could not make a backup: ${error}`,
      last ? `The last verified backup is from ${last}.` : 'There is no verified backup yet.',
      'It is retried every hour. You get this e-mail once a day until a backup succeeds.',
    ],
    button: { label: 'Open backups', href },
    footer: 'You receive this because you administer this installation.',
  }),

  free_check_report: freeCheckReport,

  operator_alert: ({ what, advice, subject }, href) => ({
    subject: subject ?? 'Signalpost needs attention',
    paragraphs: [what ?? '', advice ?? ''],
    button: { label: 'Open Signalpost', href },
    footer: 'You receive this because you administer this installation.',
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

/** No name if the address is not verified, because anybody could have chosen the name. */
const APPROVER = 'You receive this because you approve the reports of this workspace.'

const hello = (name: string | undefined): string => (name ? `Hello ${name},` : 'Hello,')

/** For a person without an account, who signed up and chose a password. */
const confirmSignUp = (href: string): Words => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    'You signed up with this address. Confirm it to create your account. The link works once, for one day.',
    'If it was not you, ignore this e-mail: no account is created. You can also report it on the same page.',
  ],
  button: { label: 'Confirm this address', href },
  footer: 'You receive this because this address was used to sign up.',
})

/** Decided requests; a pending one has no entry. */
const ANSWERS: Record<string, { subject: string; says(what: string): string }> = {
  approved: { subject: 'approved', says: (what) => `The request for ${what} was approved. The credits are available.` },
  declined: { subject: 'declined', says: (what) => `The request for ${what} was declined. No credits were granted.` },
  refunded: {
    subject: 'refunded',
    says: (what) => `The purchase of ${what} was refunded. Unspent credits were removed.`,
  },
}

const ROLES: Record<string, string> = { client_viewer: 'viewer', member: 'member', admin: 'admin', owner: 'owner' }
