/** E-mails about standing pushes. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { packSaid, said, say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'

export const STANDING_MAILS: LetterKinds = {
  standing_push: {
    sent_when: 'A standing push holds links for a decision, or has paused itself',
    sample: {
      workspace: 'Bakery',
      push: 'Shop sitemap',
      held: '412',
      why: packSaid(said('{found} links are new or changed at once, more than {most}.', { found: 412, most: 120 })),
    },
    words: ({ workspace = '', push = '', held, what, why }, href, to) => {
      const of = { push, workspace, links: Number(held), why: sayStored(to, unpackSaid(why)) }
      // Letters of older versions have the event in English.
      const older = what && [
        `Standing push “${push}” ${what}`,
        `The standing push “${push}” of ${workspace} ${what}. ${why}`,
      ]
      const [subject, first] =
        older ||
        (held
          ? [
              say(
                to,
                'Standing push “{push}” holds {links, plural, one {# link} other {# links}} for your decision',
                of,
              ),
              say(
                to,
                'The standing push “{push}” of {workspace} holds {links, plural, one {# link} other {# links}} for your decision. {why}',
                of,
              ),
            ]
          : [
              say(to, 'Standing push “{push}” is paused', of),
              say(to, 'The standing push “{push}” of {workspace} is paused. {why}.', of),
            ])
      return {
        subject: subject!,
        paragraphs: [first!, say(to, 'Nothing of it is pushed until you decide.')],
        button: { label: say(to, 'Open standing push'), href },
        footer: say(to, 'You get this because you are an owner or admin of {workspace}.', { workspace }),
      }
    },
  },
}
