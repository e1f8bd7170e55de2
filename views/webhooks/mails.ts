/** E-mails about webhooks. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'
import { packSaid, said, say, sayStored, unpackSaid } from '../../src/kernel/language/say.ts'

export const WEBHOOK_MAILS: LetterKinds = {
  webhook_disabled: {
    sent_when: 'A webhook failed for five days and was turned off (to the people in charge of its workspace)',
    sample: {
      workspace: 'Bakery',
      host: 'shop.bakery.example',
      why: packSaid(
        said('It has only failed since {day}. {error}', {
          ...{ day: '2026-10-28', error: said('Answered {status}.', { status: '503' }) },
        }),
      ),
    },
    words: ({ workspace = '', host = '', why }, href, to) => ({
      subject: say(to, 'The webhook to {host} is turned off', { host }),
      paragraphs: [
        say(to, 'The webhook of {workspace} to {host} is turned off. {why}', {
          ...{ workspace, host, why: sayStored(to, unpackSaid(why)) },
        }),
        say(to, 'Events are kept for 7 days. Repair the receiver, then turn the webhook on to get them.'),
      ],
      button: { label: say(to, 'Open webhook'), href },
      footer: say(to, 'You get this because you are an owner or admin of {workspace}.', { workspace }),
    }),
  },
}
