import type { FeaturePages, Slots } from '../../src/doors/pages/web.ts'
import { listWebhooks, updateWebhook } from '../../src/features/webhooks/operations/webhooks.ts'
import { say } from '../../src/kernel/language/say.ts'
import { opens, there } from '../kit/case-line.ts'
import { webhookDocs } from './docs.tsx'
import { webhookScreens } from './pages.tsx'
import { noticeRooms, roomForm } from './rooms.tsx'

const WEBHOOK_WORDS: Slots['case_words'] = {
  webhook: (one, { may, zone }) => ({
    icon: 'circle-pause',
    tone: 'bad',
    text: say(zone, 'The webhook to {host} is turned off', { host: one.name }),
    sub:
      one.count > 0
        ? say(zone, '{why} {n, plural, one {# event} other {# events}} held', { why: one.note!, n: one.count })
        : one.note,
    ...opens(say(zone, 'Review webhook'), there(one, `/webhooks/${one.id}`), may.hook ?? false),
  }),
}

export const webhooksPages: FeaturePages = {
  screens: [...roomForm.screens, ...webhookScreens, webhookDocs],
  slots: {
    case_words: WEBHOOK_WORDS,
    notice_rooms: noticeRooms,
    case_rights: { hook: updateWebhook },
    integration: { at: 'webhooks', label: 'Webhooks', needs: listWebhooks },
  },
}
