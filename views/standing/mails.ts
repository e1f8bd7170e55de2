/** E-mails about standing pushes. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { packSaid, said, say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'
import { momentOfLetter } from '../mail/letter-dates.ts'
import { noticeOf } from '../mail/notice-letters.ts'

export const STANDING_MAILS: LetterKinds = {
  source_failing: {
    sent_when: 'A source of a standing push could not be read for some days (once, until it is read again)',
    sample: {
      ...{ workspace: 'Bakery', push: 'Shop sitemap', since: '2026-10-31T06:00:00.000Z' },
      why: packSaid(said('{url} answers {status}', { url: 'https://bakery.example/sitemap.xml', status: '503' })),
    },
    words: ({ workspace = '', push = '', since = '', why }, href, to) => {
      const of = { push, workspace, since: momentOfLetter(since, to), why: sayStored(to, unpackSaid(why)) }
      return {
        subject: say(to, 'Standing push “{push}” cannot read its source', of),
        paragraphs: [
          say(to, 'The source of “{push}” ({workspace}) could not be read since {since}. {why}.', of),
          say(to, 'It is read again from time to time. After seven days without success, the standing push is paused.'),
        ],
        button: { label: say(to, 'Open standing push'), href },
        footer: noticeOf(to, workspace),
      }
    },
  },
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
