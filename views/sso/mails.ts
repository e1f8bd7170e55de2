/** E-mails about identity providers. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { say } from '../../src/kernel/language/say.ts'
import { hello, usesAddress } from '../mail/account-letters.ts'

export const SSO_MAILS: LetterKinds = {
  connect_provider: {
    sent_when:
      'A person signs in through an identity provider whose address has an account that is not connected to it',
    sample: { name: 'Ada', provider: 'Google Workspace' },
    words: ({ name, provider = '' }, href, to) => ({
      subject: say(to, 'Connect {provider} to your account?', { provider }),
      paragraphs: [
        hello(to, name),
        say(to, 'Somebody with your e-mail address signed in through {provider}.', { provider }),
        say(
          to,
          'If it was you, connect it: from then on it signs you in. Open the link in the same browser. It works once, for one day.',
        ),
        say(to, 'If it was not you, ignore this e-mail. Nobody can sign in to your account by it.'),
      ],
      button: { label: say(to, 'Connect {provider}', { provider }), href },
      footer: usesAddress(to),
    }),
  },
  provider_connected: {
    sent_when: 'An account was connected to an identity provider',
    sample: { name: 'Ada', provider: 'Google Workspace', email: 'ada@northwind.example' },
    words: ({ name, provider = '', email }, href, to) => ({
      subject: say(to, '{provider} now signs you in', { provider }),
      paragraphs: [
        hello(to, name),
        email
          ? say(to, 'Your account was connected to {provider}, where you are {email}. From now on it signs you in.', {
              ...{ provider, email },
            })
          : say(to, 'Your account was connected to {provider}. From now on it signs you in.', { provider }),
        say(to, 'If it was not you, disconnect it: that also signs you out everywhere. The link works for seven days.'),
      ],
      button: { label: say(to, 'Disconnect it'), href },
      footer: usesAddress(to),
    }),
  },
  sign_in_ended: {
    sent_when: 'An upgrade ended the identity provider of a workspace (to people who signed in by it alone)',
    sample: { name: 'Ada', provider: 'Bakery login' },
    words: ({ name, provider = '' }, href, to) => ({
      subject: say(to, 'Choose a password to go on signing in'),
      paragraphs: [
        hello(to, name),
        say(
          to,
          'You signed in through {provider}. Identity providers of single workspaces have ended here, so this no longer works.',
          { provider },
        ),
        say(
          to,
          'Your account, its workspaces and its rights stay as they are. Enter this address on the page below: you get a link to choose a password.',
        ),
      ],
      button: { label: say(to, 'Choose a password'), href },
      footer: usesAddress(to),
    }),
  },
}
