/** E-mails about Google accounts. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'

export const EVIDENCE_MAILS: LetterKinds = {
  google_lost: {
    sent_when: 'Google ended the consent of an account (to the owners and admins of its workspace)',
    sample: {
      email: 'vera@bakery.example',
      workspace: 'Bakery',
      why: 'Google ended the consent after 7 days, because the consent screen of this install is in Testing. Publish it in the Google Cloud console, then connect again.',
    },
    words: ({ email = '', workspace = '', why }, href, to) => ({
      subject: say(to, 'Google no longer answers for {workspace}', { workspace }),
      paragraphs: [
        sayStored(to, unpackSaid(why)),
        say(
          to,
          'It was the account {email}. Checks of {workspace} go to the paid engine until it is connected again; no check is lost.',
          { email, workspace },
        ),
      ],
      button: { label: say(to, 'Connect again'), href },
      footer: say(to, 'You receive this because you manage {workspace}.', { workspace }),
    }),
  },
}
