import { page, type Screen } from '../../src/doors/pages/web.ts'
import { previewDigestNow } from '../../src/features/notices/operations.ts'
import {
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  unsubscribe,
} from '../../src/features/notices/visitors.ts'
import { letterInFrame } from '../emails/frame.ts'
import { answerScreens } from '../mail/answer-page.tsx'
import { digestPage, noticeActions, notificationsPage } from './notifications.tsx'

export const noticeScreens: readonly Screen[] = [
  page('/notifications', (call) => notificationsPage(call)),
  page('/notifications/preview', digestPage),
  page('/notifications/digest', async (call) =>
    letterInFrame((await call.call(previewDigestNow, { id: call.caller.tenant_id })).html),
  ),
  ...noticeActions,
  ...answerScreens({
    at: { stop: '/unsubscribe', again: '/unsubscribe/again', agree: '/notices' },
    calls: {
      toStop: recipientToStop,
      stop: unsubscribe,
      again: subscribeAgain,
      toAgree: recipientToConfirm,
      agree: confirmRecipient,
    },
    words: ({ email, workspace }) => ({
      stop: {
        title: `Stop e-mail about ${workspace}?`,
        text: `${email} gets the digest and the notices of ${workspace}. They end at once. E-mails about your account, such as a new password, still arrive.`,
        verb: 'Stop e-mails',
      },
      stopped: {
        title: 'E-mails stopped',
        text: `${email} gets no e-mail about ${workspace} now.`,
        verb: 'Get them again',
      },
      resumed: { title: 'E-mails resumed', text: `The next e-mail about ${workspace} goes to ${email}.` },
      agree: {
        title: `E-mail about ${workspace}`,
        text: `Send results of ${workspace}, and what needs a person, to ${email}? Each e-mail has a link that ends them.`,
        verb: 'Send e-mails',
      },
      agreed: { title: 'Confirmed', text: `E-mails about ${workspace} go to ${email}.` },
    }),
  }),
]
