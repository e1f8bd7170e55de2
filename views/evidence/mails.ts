/** E-mails about Google accounts. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'

export const EVIDENCE_MAILS: LetterKinds = {
  google_lost: {
    sent_when: 'Google ended the consent of an account (to the owners and admins of its workspace)',
    sample: {
      email: 'vera@bakery.example',
      workspace: 'Bakery',
      why: 'Google ended the consent after 7 days, because the consent screen of this install is in Testing. Publish it in the Google Cloud console, then connect again.',
    },
    words: ({ email, workspace, why }, href) => ({
      subject: `Google no longer answers for ${workspace}`,
      paragraphs: [
        `${why}`,
        `It was the account ${email}. Checks of ${workspace} go to the paid engine until it is connected again; no check is lost.`,
      ],
      button: { label: 'Connect again', href },
      footer: `You receive this because you manage ${workspace}.`,
    }),
  },
}
