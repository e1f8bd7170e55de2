import { page, type Screen } from '../../src/doors/pages/web.ts'
import { previewDigestNow } from '../../src/features/notices/operations.ts'
import { letterInFrame } from '../emails/frame.ts'
import { answerScreens } from './answer-pages.tsx'
import { digestPage, noticeActions, notificationsPage } from './notifications.tsx'

export const noticeScreens: readonly Screen[] = [
  page('/notifications', (call) => notificationsPage(call)),
  page('/notifications/preview', digestPage),
  page('/notifications/digest', async (call) =>
    letterInFrame((await call.call(previewDigestNow, { id: call.caller.tenant_id })).html),
  ),
  ...noticeActions,
  ...answerScreens,
]
