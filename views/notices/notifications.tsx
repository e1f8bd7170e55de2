/** Settings for e-mail about a workspace, and a preview of its digest. */

import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import type { NoticeEvent } from '../../src/features/notices/index.ts'
import {
  getNotifications,
  previewDigestNow,
  sendDigestNow,
  updateNotifications,
} from '../../src/features/notices/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { withFrame } from '../emails/frame.ts'
import { EmailFrame } from '../emails/letter.tsx'
import { RECIPIENT_STATUS } from '../emails/words.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { HOURS } from '../parts/forms/codes.ts'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { act } from '../screens/act.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'

export type Notices = AnswerOf<typeof getNotifications>
type Recipient = Notices['recipients'][number]

const EVENTS: Record<NoticeEvent, string> = {
  job_finished: 'Finished pushes and checks, combined into one e-mail',
  low_credits: 'Low credits, at most once a day',
  indexnow_site_failing: 'Rejected IndexNow keys',
  plan_past_due: 'A late plan payment',
}

const selfOf = ({ base }: SignedInCall): string => `${base}/notifications`

/** A part of the settings; each part has its own button. */
const SETTING = {
  operation: updateNotifications,
  given: ({ caller }: SignedInCall) => ({ id: caller.tenant_id }),
  faults: ['rate_limited' as const],
  done: (call: SignedInCall) => goTo(selfOf(call), { text: 'Saved.' }),
}

const recipientsForm: FormOf = formScreen({
  ...SETTING,
  at: '/notifications/recipients',
  id: 'list',
  fields: ['to_admins', 'recipients'],
  hints: { recipients: 'One address per line. People who are not members confirm by e-mail first.' },
  verb: 'Save recipients',
  page: (call, recipients) => notificationsPage(call, { recipients }),
})

const eventsForm: FormOf = formScreen({
  ...SETTING,
  at: '/notifications/events',
  id: 'events',
  fields: ['events'],
  sentence: 'Credits are low below {low_index} index or {low_check} check credits.',
  given: (call) => ({ id: call.caller.tenant_id, events: call.all('events') }),
  labels: { events: 'Send an e-mail about' },
  words: { events: EVENTS },
  empty: { low_index: '–', low_check: '–' },
  verb: 'Save events',
  tone: 'plain',
  page: (call, events) => notificationsPage(call, { events }),
})

const dailyForm: FormOf = formScreen({
  ...SETTING,
  at: '/notifications/daily',
  id: 'daily',
  fields: [],
  sentence: '{digest} at {digest_hour} in {time_zone}, {skip_if_unchanged}.',
  words: {
    digest: { true: 'Send a digest every day', false: 'Send no digest' },
    digest_hour: HOURS,
    skip_if_unchanged: { true: 'unless nothing changed', false: 'even when nothing changed' },
  },
  verb: 'Save digest',
  tone: 'plain',
  page: (call, daily) => notificationsPage(call, { daily }),
})

type RefusedForms = Partial<Record<'recipients' | 'events' | 'daily', RefusedForm>>

type NotificationsProps = {
  notices: Notices
  self: string
  /** Whether the visitor may change the settings. */
  changes: boolean
  sent?: RefusedForms
  zone?: string
}

export const Notifications = ({ notices, self, changes, sent = {}, zone = 'UTC' }: NotificationsProps) => (
  <>
    <Section title="Recipients">
      <DataTable
        caption="Recipients"
        columns={columns(self, changes)}
        rows={notices.recipients}
        lines
        empty={<EmptyState icon="bell">No recipients yet.</EmptyState>}
      />
      {changes && recipientsForm.form(`${self}/recipients`, recipientsOf(notices), {}, sent.recipients)}
    </Section>
    {changes && (
      <>
        <Section title="Sent immediately">{eventsForm.form(`${self}/events`, notices, {}, sent.events)}</Section>
        <Section
          title="Daily digest"
          note={notices.next_digest_at ? <When time={notices.next_digest_at} zone={zone} exact /> : 'Not scheduled'}
        >
          {dailyForm.form(`${self}/daily`, notices, {}, sent.daily)}
        </Section>
      </>
    )}
  </>
)

const recipientsOf = ({ to_admins, recipients }: Notices) => ({
  to_admins,
  recipients: recipients.flatMap((one) => (one.listed ? [one.email] : [])),
})

const columns = (self: string, changes: boolean): Column<Recipient>[] => [
  {
    label: 'Recipient',
    cell: (row) => (
      <Named name={row.name ?? row.email} sub={row.name ? row.email : row.listed ? 'Listed' : 'Owner or admin'} />
    ),
  },
  {
    label: 'State',
    cell: (row) => (
      <>
        <Chip {...RECIPIENT_STATUS[row.refused_at ? 'bounced' : row.status]} />
        {row.refusal && <small class="sub2">{row.refusal}</small>}
      </>
    ),
  },
  {
    label: 'Actions',
    class: 'end',
    cell: (row) =>
      changes &&
      row.refused_at && (
        <Post action={`${self}/try-again`} fields={{ email: row.email }} class="btn small">
          Try again<span class="vh">{` with ${row.email}`}</span>
        </Post>
      ),
  },
]

export async function notificationsPage(call: SignedInCall, sent: RefusedForms = {}) {
  const notices = await call.call(getNotifications, SETTING.given(call), { here: true })
  const self = selfOf(call)
  const changes = may(call, updateNotifications)
  const head = {
    title: 'Notifications',
    sub: 'E-mail about this workspace and those below it.',
    kind: 'settings',
    menu: [
      { label: 'Preview digest', icon: 'eye' as const, href: `${self}/preview` },
      changes ? { label: 'E-mail log', icon: 'file-text' as const, href: `${call.base}/emails` } : null,
    ],
  }
  const props = { notices, self, changes, sent, zone: zoneOf(call) }
  return drawPage(call, head, <Notifications {...props} />)
}

export async function digestPage(call: SignedInCall) {
  const digest = await call.call(previewDigestNow, SETTING.given(call))
  const self = selfOf(call)
  const crumbs = [{ label: 'Notifications', href: self }, { label: 'Digest' }]
  const changes = may(call, updateNotifications)
  const head = { title: 'Digest', sub: digest.subject, crumbs, kind: 'settings' }
  return withFrame(await drawPage(call, head, <Digest digest={digest} self={self} sends={changes} />))
}

type DigestProps = { digest: AnswerOf<typeof previewDigestNow>; self: string; sends: boolean }

export const Digest = ({ digest, self, sends }: DigestProps) => (
  <>
    {!digest.changed && <Banner>Nothing is new since the last digest.</Banner>}
    {sends && (
      <div class="row">
        <Post action={`${self}/digest`} fields={{ to: 'me' }} label="Send me the digest" />
        {digest.recipients > 0 && (
          <Post action={`${self}/digest`}>{`Send it to ${many(digest.recipients, 'recipient')}`}</Post>
        )}
      </div>
    )}
    <EmailFrame title="Preview of the next digest" src={`${self}/digest`} text={digest.text} />
  </>
)

const KEPT = { text: 'Kept in the e-mail log: no mail server is set up yet.', tone: 'info' } as const

export const noticeActions = [
  ...[recipientsForm, eventsForm, dailyForm].flatMap(({ screens }) => screens),
  act(
    '/notifications/try-again',
    updateNotifications,
    (call) => goTo(selfOf(call), { text: `E-mails go to ${call.form.email} again.` }),
    (call) => ({ ...SETTING.given(call), try_again: [call.form.email ?? ''] }),
  ),
  act('/notifications/digest', sendDigestNow, digestSent, (call) => ({ ...SETTING.given(call), to: readerOf(call) })),
]

/** The visitor alone; undefined for all recipients. */
function readerOf({ form, visitor }: SignedInCall): string | undefined {
  return form.to === 'me' ? visitor.user.email : undefined
}

function digestSent(call: SignedInCall, { letters }: AnswerOf<typeof sendDigestNow>) {
  const to = readerOf(call) ?? many(letters.length, 'recipient')
  return goTo(selfOf(call), letters[0]?.status === 'suppressed' ? KEPT : { text: `On its way to ${to}.` })
}
