/** What each letter says. */
import { type DrawLetter, type Facts, sectionsIn, type Template } from '../../src/domains/mail/index.ts'
import { freeCheckReport } from './free-check-report.ts'
import { drawLetter, type Words } from './letter.tsx'

export const letters: DrawLetter = (template, brand, facts, link, stop) =>
  drawLetter(brand, wordsOf(template, facts, link), stop)

/** What a letter says, before anybody's name and colours stand on it. */
export const wordsOf = (template: Template, facts: Facts, link: string): Words => WORDS[template](facts, link)

const WORDS: Record<Template, (facts: Facts, link: string) => Words> = {
  verify_email: ({ name, made, account, signs_up }, href) =>
    signs_up
      ? confirmSignUp(name, href)
      : {
          subject: 'Confirm your e-mail address',
          paragraphs: [
            account
              ? `The account of ${name} (${account}) is to have this address from now on.`
              : `There is an account with this address, in the name of ${name}. It was made ${made}.`,
            'Confirm it if the account is yours: you sign in to it with its password. The link works once, for one day.',
            account
              ? 'If it is not yours, the same page says so for you, and nothing changes.'
              : 'If this is your address, but not your account, the same page deletes the account.',
          ],
          button: { label: 'Confirm this address', href },
          footer: 'Sent because somebody gave this address for their account.',
        },

  email_changed: ({ name, email }, href) => ({
    subject: 'Your e-mail address was changed',
    paragraphs: [
      `Hello ${name},`,
      `${email} is the e-mail address of your account from now on. You sign in with it, and letters go there.`,
      'If that was not you, tell whoever invited you, or who runs this service, at once: they can stop the account.',
    ],
    button: { label: 'Open the sign-in page', href },
    footer: 'Sent because this was the address of your account until now.',
  }),

  invite: ({ by, workspace, until, note }, href) => ({
    subject: workspace ? `${by} invited you to ${workspace}` : 'Your invite is here',
    paragraphs: workspace
      ? [
          `${by} added you to the workspace ${workspace}.`,
          'Choose a password to get in. The link works once, for seven days.',
        ]
      : [
          `${by} invites you: make your account, and a workspace of your own is ready.`,
          ...(note ? [note] : []),
          `The invite works until ${until}.`,
        ],
    button: { label: workspace ? 'Choose a password' : 'Make my account', href },
    footer: 'Sent because somebody gave this address. If you do not know them, do nothing.',
  }),

  member_added: ({ by, workspace, role }, href) => ({
    subject: `${by} invites you to ${workspace}`,
    paragraphs: [
      `${by} invites you to the workspace ${workspace}. Your role there: ${ROLES[role ?? ''] ?? role}.`,
      'You belong to it once you accept. Until then nobody there sees your name.',
    ],
    button: { label: 'See the invitation', href },
    footer: 'Sent because you have an account with this address.',
  }),

  account_exists: ({ name }, href) => ({
    subject: 'You have an account already',
    paragraphs: [
      `Hello ${name},`,
      'Somebody just signed up with this address. You have an account with it, so no other was made: sign in, or choose a new password where you sign in if you do not remember yours.',
    ],
    button: { label: 'Sign in', href },
    footer: 'Sent because somebody gave this address to sign up. If that was not you, do nothing.',
  }),

  account_approved: ({ name }, href) => ({
    subject: 'Your account is open',
    paragraphs: [`Hello ${name},`, 'Your account was approved: from now on you can do all that your plan includes.'],
    button: { label: 'Get started', href },
    footer: 'Sent because you signed up with this address.',
  }),

  password_reset: ({ name, by }, href) => ({
    subject: 'Choose a new password',
    paragraphs: [
      `Hello ${name},`,
      by
        ? 'Whoever administers this service asks you to choose a new password. You were signed out everywhere.'
        : 'Somebody asked for a new password for the account with this address.',
      'The link works once, for an hour. Until you have used it, nothing changes.',
    ],
    button: { label: 'Choose a password', href },
    footer: 'Sent because somebody gave this address. If that was not you, do nothing.',
  }),

  waitlist_declined: ({ note }, href) => ({
    subject: 'About your request for an invite',
    paragraphs: ['Thank you for asking. We cannot offer you an account at the moment.', ...(note ? [note] : [])],
    button: { label: 'To our page', href },
    footer: 'Sent because somebody asked for an invite with this address.',
  }),

  credit_request: ({ status = '', pack, workspace, by, note, owed }, href) => ({
    subject: `Credit pack ${pack} for ${workspace}: ${ANSWERS[status]?.subject ?? 'requested'}`,
    paragraphs: [
      ANSWERS[status]?.says(`the credit pack ${pack} for the workspace ${workspace}`) ??
        `${by} requests the credit pack ${pack} for the workspace ${workspace}. It waits for your answer.`,
      ...(owed
        ? [`${owed} more are set aside for jobs or were given to clients: they are taken as credits come in.`]
        : []),
      ...(note ? [`Note: ${note}`] : []),
    ],
    button: { label: ANSWERS[status] ? 'See your packs' : 'Decide', href },
    footer: ANSWERS[status]
      ? 'Sent because this pack was requested by you, or with a key of a workspace that you look after.'
      : 'Sent because you administer this installation.',
  }),

  confirm_recipient: ({ by, workspace }, href) => ({
    subject: `Do you want letters about ${workspace}?`,
    paragraphs: [
      `${by} asks that letters about the workspace ${workspace} go to this address: what search engines show of it, and what needs a person.`,
      'Confirm it, and you get them. The link works once, for seven days. Each letter has a link that ends them.',
    ],
    button: { label: 'Answer', href },
    footer: 'Sent because somebody gave this address. If you do not want the letters, do nothing.',
  }),

  job_finished: ({ workspace, jobs, ...facts }, href) => ({
    subject: jobs === '1' ? `A job of ${workspace} is finished` : `${jobs} jobs of ${workspace} are finished`,
    paragraphs: [],
    sections: sectionsIn(facts),
    button: { label: 'See all jobs', href },
    footer: noticeOf(workspace),
  }),

  daily_digest: ({ workspace, day, since, ...facts }, href) => {
    const sections = sectionsIn(facts)
    return {
      subject: `${workspace}: ${day}`,
      paragraphs: sections.length
        ? [`What happened in ${workspace} since ${since}.`]
        : [`Nothing new in ${workspace} since ${since}, and nothing needs a person.`],
      sections,
      button: { label: 'Open the dashboard', href },
      footer: noticeOf(workspace),
    }
  },

  low_credits: ({ workspace, kind, left, threshold }, href) => ({
    subject: `${workspace} has ${left} ${kind} credits left`,
    paragraphs: [
      `${workspace} has ${left} ${kind} credits left, fewer than the ${threshold} that you want to be told of.`,
      kind === 'index'
        ? 'A push that needs more than there are is refused. What is under way goes on.'
        : 'A check that needs more than there are is refused. The looks of a push on day 1, 3 and 7 cost none.',
    ],
    button: { label: 'Get more', href },
    footer: noticeOf(workspace),
  }),

  indexnow_site_failing: ({ workspace, host, why }, href) => ({
    subject: `IndexNow: the key of ${host} is not accepted`,
    paragraphs: [
      `The key file of ${host} (${workspace}) no longer proves that the site is yours. ${why}`,
      'It is looked at every hour. If it stays so for seven days, search engines are no longer told of new pages there.',
    ],
    button: { label: 'See what is wrong', href },
    footer: noticeOf(workspace),
  }),

  plan_past_due: ({ workspace, plan, until }, href) => ({
    subject: `The payment for ${workspace} is due`,
    paragraphs: [
      `The payment of the plan ${plan} for ${workspace} did not come.`,
      `Everything works until ${until}. After that the paid features lock until it is paid; nothing is deleted.`,
    ],
    button: { label: 'See the plan', href },
    footer: noticeOf(workspace),
  }),

  backup_failed: ({ error, last }, href) => ({
    subject: 'No backup was made',
    paragraphs: [
      `The backup of this installation is missing: ${error}`,
      last ? `The last one that was proved to restore is of ${last}.` : 'None was ever proved to restore.',
      'It is tried again every hour. This letter comes once a day until there is one.',
    ],
    button: { label: 'See the backups', href },
    footer: 'Sent because you administer this installation.',
  }),

  free_check_report: freeCheckReport,

  operator_alert: ({ what, advice }, href) => ({
    subject: 'Something is wrong with your Signalpost',
    paragraphs: [what ?? '', advice ?? ''],
    button: { label: 'Open the install', href },
    footer: 'Sent because you administer this installation.',
  }),

  test: ({ by }, href) => ({
    subject: 'A test of the mail server',
    paragraphs: [`The mail server works: ${by} sent this to try it.`],
    button: { label: 'Back to the settings', href },
    footer: 'Sent from the settings, by hand.',
  }),
}

const noticeOf = (workspace: string | undefined): string => `Sent because you get the notices of ${workspace}.`

/** Of somebody who has no account yet, and who knows the password that they chose. */
const confirmSignUp = (name: string | undefined, href: string): Words => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    `Hello ${name},`,
    'You signed up with this address. Confirm it, and your account is made. The link works once, for one day.',
    'If that was not you, do nothing: there is no account then. The same page says so for you.',
  ],
  button: { label: 'Confirm this address', href },
  footer: 'Sent because somebody signed up with this address.',
})

/** What became of a request; one that still waits is in none of them. */
const ANSWERS: Record<string, { subject: string; says(what: string): string }> = {
  approved: { subject: 'approved', says: (what) => `The request for ${what} was approved: its credits are there.` },
  declined: { subject: 'declined', says: (what) => `The request for ${what} was declined. No credits were granted.` },
  refunded: { subject: 'refunded', says: (what) => `The purchase of ${what} was undone: unspent credits are gone.` },
}

const ROLES: Record<string, string> = { client_viewer: 'viewer', member: 'member', admin: 'admin', owner: 'owner' }
