/** E-mails about a person's account: sign-up, sign-in and invitations. */
import type { LetterText, Template, Wording } from '../../src/domains/mail/index.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import { ROLE_WORDS } from '../parts/text/words.ts'

export const accountLetters = {
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
      `${by} invites you to the workspace ${workspace}. Your role there: ${roleWord(role)}.`,
      'You become a member when you accept. Until then its members do not see your name.',
    ],
    button: { label: 'Open invitation', href },
    footer: 'You receive this because your account uses this address.',
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
} satisfies Partial<Record<Template, Wording>>

/** An unverified address gets no name, because anybody could have chosen the name. */
export const hello = (name: string | undefined): string => (name ? `Hello ${name},` : 'Hello,')

const roleWord = (role = ''): string => (ROLE_WORDS[role as Role] ?? role).toLowerCase()

/** For a person without an account, who signed up and chose a password. */
const confirmSignUp = (href: string): LetterText => ({
  subject: 'Confirm your e-mail address',
  paragraphs: [
    'You signed up with this address. Confirm it to create your account. The link works once, for one day.',
    'If it was not you, ignore this e-mail: no account is created. You can also report it on the same page.',
  ],
  button: { label: 'Confirm this address', href },
  footer: 'You receive this because this address was used to sign up.',
})
