/** E-mails about standing pushes. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'

export const STANDING_MAILS: LetterKinds = {
  standing_push: {
    sent_when: 'A standing push holds links for a decision, or has paused itself',
    sample: {
      workspace: 'Bakery',
      push: 'Shop sitemap',
      what: 'holds 412 links for your decision',
      why: '412 links are new or changed at once, more than 120.',
    },
    words: ({ workspace, push, what, why }, href) => ({
      subject: `Standing push “${push}” ${what}`,
      paragraphs: [
        `The standing push “${push}” of ${workspace} ${what}. ${why}`,
        'Nothing of it is pushed until you decide.',
      ],
      button: { label: 'Open standing push', href },
      footer: `You get this because you are an owner or admin of ${workspace}.`,
    }),
  },
}
