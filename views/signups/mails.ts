/** E-mails to strangers who asked for an account. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { say } from '../../src/kernel/language/say.ts'
import { hello } from '../mail/account-letters.ts'

export const SIGN_UP_MAILS: LetterKinds = {
  account_exists: {
    sent_when: 'Somebody signs up with an address that already has an account',
    sample: { name: 'Ada' },
    words: ({ name }, href, to) => ({
      subject: say(to, 'You already have an account'),
      paragraphs: [
        hello(to, name),
        say(
          to,
          'Someone signed up with this address. You already have an account, so no new one was created. Sign in, or choose a new password on the sign-in page.',
        ),
      ],
      button: { label: say(to, 'Sign in'), href },
      footer: say(
        to,
        'You receive this because this address was used to sign up. If it was not you, ignore this e-mail.',
      ),
    }),
  },
  waitlist_declined: {
    sent_when: 'A request for an invite is declined, and the platform admin chose to send the answer',
    sample: { note: 'We take on agencies from Austria only.' },
    words: ({ note }, href, to) => ({
      subject: say(to, 'About your request for an invite'),
      paragraphs: [
        say(to, 'Thank you for your request. We cannot offer you an account at the moment.'),
        ...(note ? [note] : []),
      ],
      button: { label: say(to, 'Open our site'), href },
      footer: say(to, 'You receive this because an invite was requested for this address.'),
    }),
  },
}
