/** E-mails about webhooks. */
import type { LetterKinds } from '../../src/domains/mail/index.ts'

export const WEBHOOK_MAILS: LetterKinds = {
  webhook_disabled: {
    sent_when: 'A webhook failed for five days and was turned off (to the people in charge of its workspace)',
    sample: {
      workspace: 'Bakery',
      host: 'shop.bakery.example',
      why: 'It has only failed since 2026-10-28. Answered 503.',
    },
    words: ({ workspace, host, why }, href) => ({
      subject: `The webhook to ${host} is turned off`,
      paragraphs: [
        `The webhook of ${workspace} to ${host} is turned off. ${why}`,
        'Events are kept for 7 days. Repair the receiver, then turn the webhook on to get them.',
      ],
      button: { label: 'Open webhook', href },
      footer: `You get this because you are an owner or admin of ${workspace}.`,
    }),
  },
}
