import { page, type Screen } from '../../src/doors/pages/web.ts'
import { previewDigestNow } from '../../src/features/notices/operations.ts'
import {
  confirmRecipient,
  recipientToConfirm,
  recipientToStop,
  subscribeAgain,
  unsubscribe,
} from '../../src/features/notices/visitors.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { letterInFrame } from '../emails/frame.ts'
import { answerScreens } from '../mail/answer-page.tsx'
import { digestPage } from './digest-page.tsx'
import { noticeActions, notificationsPage } from './notifications.tsx'

/** The pages behind the links of notices. */
export const noticeWords = ({ email, workspace }: { email: string; workspace: string }, to: Reader) => ({
  stop: {
    title: say(to, 'Stop e-mail about {workspace}?', { workspace }),
    text: say(
      to,
      '{email} gets the digest and the notices of {workspace}. They end at once. E-mails about your account, such as a new password, still arrive.',
      { email, workspace },
    ),
    verb: say(to, 'Stop e-mails'),
  },
  stopped: {
    title: say(to, 'E-mails stopped'),
    text: say(to, '{email} gets no e-mail about {workspace} now.', { email, workspace }),
    verb: say(to, 'Get them again'),
  },
  resumed: {
    title: say(to, 'E-mails resumed'),
    text: say(to, 'The next e-mail about {workspace} goes to {email}.', { workspace, email }),
  },
  agree: {
    title: say(to, 'E-mail about {workspace}', { workspace }),
    text: say(
      to,
      'Send results of {workspace}, and what needs a person, to {email}? Each e-mail has a link that ends them.',
      { workspace, email },
    ),
    verb: say(to, 'Send e-mails'),
  },
  agreed: {
    title: say(to, 'Confirmed'),
    text: say(to, 'E-mails about {workspace} go to {email}.', { workspace, email }),
  },
})

export const noticeScreens: readonly Screen[] = [
  page('/notifications', (call) => notificationsPage(call)),
  page('/notifications/preview', digestPage),
  page('/notifications/digest', async (call) =>
    letterInFrame((await call.call(previewDigestNow, { id: call.caller.tenant_id })).html),
  ),
  ...noticeActions,
  ...answerScreens({
    own: true,
    at: { stop: '/unsubscribe', again: '/unsubscribe/again', agree: '/notices' },
    calls: {
      toStop: recipientToStop,
      stop: unsubscribe,
      again: subscribeAgain,
      toAgree: recipientToConfirm,
      agree: confirmRecipient,
    },
    words: noticeWords,
  }),
]
