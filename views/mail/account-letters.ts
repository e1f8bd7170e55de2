/** E-mails about a person's account: sign-up, sign-in and invitations. */
import type { LetterText, Template, Wording } from '../../src/domains/mail/index.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import { ROLE_WORDS } from '../parts/text/words.ts'
import { dateOfLetter } from './letter-dates.ts'

export const accountLetters = {
  verify_email: ({ account = '', signs_up, ...made }, href, to) =>
    signs_up
      ? confirmSignUp(href, to)
      : {
          subject: say(to, 'Confirm your e-mail address'),
          paragraphs: [
            account ? say(to, 'The account {account} asks to use this address.', { account }) : originOf(to, made),
            say(
              to,
              'If the account is yours, confirm the address and sign in with your password. The link works once, for one day.',
            ),
            account
              ? say(to, 'If it is not yours, report it on the same page. Nothing changes.')
              : say(to, 'If this is your address but not your account, delete the account on the same page.'),
          ],
          button: { label: say(to, 'Confirm this address'), href },
          footer: say(to, 'You receive this because this address was entered for an account.'),
        },

  email_changed: ({ name, email = '' }, href, to) => ({
    subject: say(to, 'Your e-mail address was changed'),
    paragraphs: [
      hello(to, name),
      say(to, 'Your account now uses the e-mail address {email}. Use it to sign in; e-mail goes there.', { email }),
      say(
        to,
        'If you did not change it, contact the person who invited you or the operator of this service at once: they can stop the account.',
      ),
    ],
    button: { label: say(to, 'Sign in'), href },
    footer: say(to, 'You receive this because your account used this address before.'),
  }),

  factors_changed: ({ name, what }, href, to) => ({
    subject: say(to, 'How you sign in has changed'),
    paragraphs: [
      hello(to, name),
      sayStored(to, unpackSaid(what)),
      say(
        to,
        'If it was not you, choose a new password and remove what you do not know on your account page. Write to the operator of this service if you cannot sign in.',
      ),
    ],
    button: { label: say(to, 'Open your account'), href },
    footer: usesAddress(to),
  }),

  invite: ({ by = '', workspace, until = '', note }, href, to) => ({
    subject: workspace ? say(to, '{by} invited you to {workspace}', { by, workspace }) : say(to, 'Your invite is here'),
    paragraphs: workspace
      ? [
          say(to, '{by} added you to the workspace {workspace}.', { by, workspace }),
          say(to, 'Choose a password to sign in. The link works once, for seven days.'),
        ]
      : [
          say(to, '{by} invites you to create an account with your own workspace.', { by }),
          ...(note ? [note] : []),
          say(to, 'The invite works until {until}.', { until: dateOfLetter(until, to) }),
        ],
    button: { label: workspace ? say(to, 'Choose a password') : say(to, 'Create account'), href },
    footer: say(
      to,
      'You receive this because this address was invited. If you do not know the sender, ignore this e-mail.',
    ),
  }),

  member_added: ({ by = '', workspace = '', role = '' }, href, to) => ({
    subject: say(to, '{by} invites you to {workspace}', { by, workspace }),
    paragraphs: [
      say(to, '{by} invites you to the workspace {workspace}. Your role there: {role}.', {
        ...{ by, workspace },
        role: roleWord(to, role),
      }),
      say(to, 'You become a member when you accept. Until then its members do not see your name.'),
    ],
    button: { label: say(to, 'Open invitation'), href },
    footer: usesAddress(to),
  }),

  account_approved: ({ name }, href, to) => ({
    subject: say(to, 'Your account is open'),
    paragraphs: [hello(to, name), say(to, 'Your account is approved. You can now use everything in your plan.')],
    button: { label: say(to, 'Get started'), href },
    footer: say(to, 'You receive this because you signed up with this address.'),
  }),

  password_reset: ({ name, by }, href, to) => ({
    subject: say(to, 'Choose a new password'),
    paragraphs: [
      hello(to, name),
      by
        ? say(
            to,
            'An administrator of this service asks you to choose a new password. You are signed out on all devices.',
          )
        : say(to, 'Someone requested a new password for the account with this address.'),
      say(to, 'The link works once, for one hour. Your password does not change until you use it.'),
    ],
    button: { label: say(to, 'Choose a password'), href },
    footer: say(to, 'You receive this because this address was entered. If it was not you, ignore this e-mail.'),
  }),
} satisfies Partial<Record<Template, Wording>>

/** An unverified address gets no name, because anybody could have chosen the name. */
export const hello = (to: Reader, name: string | undefined): string =>
  name ? say(to, 'Hello {name},', { name }) : say(to, 'Hello,')

export const usesAddress = (to: Reader): string => say(to, 'You receive this because your account uses this address.')

/** Older letters have their origin in English. */
function originOf(to: Reader, { made, maker, ...on }: { made?: string; day?: string; maker?: string }): string {
  if (made) return `An account with this address exists. It was created ${made}.`
  const day = dateOfLetter(on.day ?? '', to)
  return maker
    ? say(to, 'An account with this address exists. It was created on {day} by {maker}.', { day, maker })
    : say(to, 'An account with this address exists. It was created on {day}.', { day })
}

/** A role inside of a sentence; German writes it with a capital letter. */
function roleWord(to: Reader, role: string): string {
  const words = ROLE_WORDS[role as Role]
  if (!words) return role
  const word = say(to, words)
  return languageOf(to) === 'de' ? word : word.toLowerCase()
}

/** For a person without an account, who signed up and chose a password. */
const confirmSignUp = (href: string, to: Reader): LetterText => ({
  subject: say(to, 'Confirm your e-mail address'),
  paragraphs: [
    say(to, 'You signed up with this address. Confirm it to create your account. The link works once, for one day.'),
    say(to, 'If it was not you, ignore this e-mail: no account is created. You can also report it on the same page.'),
  ],
  button: { label: say(to, 'Confirm this address'), href },
  footer: say(to, 'You receive this because this address was used to sign up.'),
})
