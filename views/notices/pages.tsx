import { type Asked, action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { previewDigestNow } from '../../src/operations/digest/preview-digest.ts'
import { sendDigestNow } from '../../src/operations/digest/send-digest.ts'
import { getNotifications } from '../../src/operations/notifications/get-notifications.ts'
import { updateNotifications } from '../../src/operations/notifications/update-notifications.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { letterInFrame, withFrame } from '../emails/frame.ts'
import { many } from '../parts/format.ts'
import { issuesIn } from '../refused.ts'
import { appPage, may, zoneOf } from '../shell.tsx'
import { answerScreens } from './answer-pages.tsx'
import { Notifications, type NotificationsProps } from './notifications.tsx'

export const noticeScreens: readonly Screen[] = [
  page('/notifications', async (call) => withFrame(await notificationsPage(call))),
  action('/notifications/recipients', (call) =>
    save(call, { to_admins: call.form.to_admins ?? 'false', recipients: lines(call.form.recipients) }),
  ),
  action('/notifications/events', (call) =>
    save(call, {
      events: call.all('events') as never,
      low_index: call.form.low_index?.trim() ? call.form.low_index : null,
      low_check: call.form.low_check?.trim() ? call.form.low_check : null,
    }),
  ),
  action('/notifications/daily', (call) => {
    const { digest = 'false', digest_hour, time_zone, skip_if_unchanged = 'false' } = call.form
    return save(call, { digest, digest_hour, time_zone: time_zone?.trim(), skip_if_unchanged })
  }),
  action('/notifications/try-again', (call) =>
    save(call, { try_again: [call.form.email ?? ''] }, `Letters go to ${call.form.email} again.`),
  ),
  page('/notifications/digest', async (call) =>
    letterInFrame((await call.call(previewDigestNow, { id: call.caller.tenant_id })).html),
  ),
  action('/notifications/digest', send),
  ...answerScreens,
]

const lines = (text = ''): string[] => text.split(/\s+/).filter(Boolean)

const selfOf = ({ base }: SignedInCall): string => `${base}/notifications`

async function notificationsPage(call: SignedInCall, more: Pick<NotificationsProps, 'values' | 'issues'> = {}) {
  const id = call.caller.tenant_id
  const props: NotificationsProps = {
    ...more,
    notices: await call.call(getNotifications, { id }, { here: true }),
    digest: await call.call(previewDigestNow, { id }),
    self: selfOf(call),
    workspace: (await call.call(getTenant, { id })).name,
    changes: may(call, updateNotifications),
    zone: zoneOf(call),
  }
  return appPage(call, 'Notifications', <Notifications {...props} />)
}

type Wanted = Partial<Asked<typeof updateNotifications.input>>

async function save(call: SignedInCall, wanted: Wanted, text = 'Saved.') {
  try {
    await call.call(updateNotifications, { id: call.caller.tenant_id, ...wanted } as Asked<
      typeof updateNotifications.input
    >)
    return goTo(selfOf(call), { text })
  } catch (error) {
    const issues = issuesIn(error, ['rate_limited'])
    return withFrame(await notificationsPage(call, { values: wanted, issues }), (error as Fault).status)
  }
}

async function send(call: SignedInCall) {
  const to = call.form.to === 'me' ? call.visitor.user.email : undefined
  const { letters } = await call.call(sendDigestNow, { id: call.caller.tenant_id, to, skip_if_unchanged: undefined })
  const text = to ? `On its way to ${to}.` : `On its way to ${many(letters.length, 'recipient')}.`
  return goTo(selfOf(call), letters[0]?.status === 'suppressed' ? KEPT : { text })
}

const KEPT = { text: 'Kept in the e-mail log: no mail server is set up yet.', tone: 'info' } as const
