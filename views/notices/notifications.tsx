/** Settings for e-mail about a workspace, and a preview of its digest. */

import { filled, goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  getNotifications,
  previewDigestNow,
  sendDigestNow,
  updateNotifications,
} from '../../src/features/notices/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Email } from '../../src/kernel/operation/shape.ts'
import { withFrame } from '../emails/frame.ts'
import { EmailFrame } from '../emails/letter.tsx'
import { refusedPage } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { Post } from '../parts/forms/post.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { act } from '../screens/act.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { columnsFor, Lately, Refused } from './by-person.tsx'
import { gets, given, type Kind, notesOf, noticeRows, type Rooms, type Shown, selfOf, storedOf } from './rows.ts'

const rows = noticeRows((call, sent) => notificationsPage(call, sent))

/** Changes the list of addresses. A new one gets a letter, so it has a button. */
const listAct = (at: string, said: string, change: (listed: string[], email: string) => string[]): Screen =>
  act(
    `/notifications/${at}`,
    updateNotifications,
    (call) => goTo(selfOf(call), { text: `${call.form.email} ${said}` }),
    async (call) => {
      const { recipients } = await call.call(getNotifications, given(call))
      const listed = recipients.flatMap((one) => (one.listed ? [one.email] : []))
      return { ...given(call), recipients: change(listed, call.form.email?.trim() ?? '') }
    },
    {
      refused: (call, error) => {
        const atField = (issues: readonly Issue[]) => issues.map((issue) => ({ ...issue, path: 'email' }))
        const draw = (issues: Issue[]) =>
          notificationsPage(call, { add: { values: call.form, issues: atField(issues) } })
        return refusedPage(error, draw, ['rate_limited'])
      },
    },
  )

const ADD: FormSchema = { properties: { email: Email() }, required: ['email'] }

type RefusedForms = Partial<Record<'leaders' | 'add' | 'events' | 'daily', RefusedForm>>

type NotificationsProps = {
  notices: Shown
  self: string
  /** Whether the visitor may change the settings. */
  changes: boolean
  sent?: RefusedForms
  zone?: string
  parts?: NoticeParts
}

/** Parts of other features, in the order of the page. */
export type NoticeParts = { lines: Child; rooms: Child; people: Child }

export function Notifications({ notices, self, changes, sent = {}, zone = 'UTC', parts }: NotificationsProps) {
  const shown = { notes: notesOf(notices, zone) }
  return (
    <div class={['split', 'notices']}>
      <div>
        {changes && (
          <>
            <Section title="At once">
              {rows.events.rows(`${self}/events`, notices, sent.events, shown)}
              {parts?.lines}
            </Section>
            <Section title="Once a day">{rows.daily.rows(`${self}/daily`, notices, sent.daily, shown)}</Section>
          </>
        )}
        <Section title="By person">
          {changes && rows.leaders.rows(`${self}/leaders`, notices, sent.leaders)}
          <DataTable
            caption="Recipients"
            lines
            rows={notices.recipients}
            columns={columnsFor(notices, self, changes, zone)}
            empty={<EmptyState icon="bell">No recipients yet.</EmptyState>}
          />
          {notices.recipients.map((one) => one.refused_at && <Refused of={one} self={self} changes={changes} />)}
          {changes && (
            <Form
              action={`${self}/add`}
              id="add"
              schema={ADD}
              class="inline"
              tone="plain"
              verb="Add recipient"
              inputs={{ email: { type: 'email', autocomplete: 'off' } }}
              hints={{ email: 'People who are not members confirm by e-mail first.' }}
              values={sent.add?.values}
              issues={sent.add?.issues}
            />
          )}
        </Section>
        {parts?.rooms}
        {parts?.people}
      </div>
      {changes && <Lately notices={notices} base={self.replace(/\/notifications$/, '')} zone={zone} />}
    </div>
  )
}

export async function notificationsPage(call: SignedInCall, sent: RefusedForms = {}) {
  const notices = await storedOf(call, { here: true })
  const self = selfOf(call)
  const changes = may(call, updateNotifications)
  const head = {
    title: 'Notifications',
    sub: 'E-mail about this workspace and those below it. Saved as you change it.',
    kind: 'settings',
    menu: [
      { label: 'Preview digest', icon: 'eye' as const, href: `${self}/preview` },
      changes ? { label: 'E-mail log', icon: 'file-text' as const, href: `${call.base}/emails` } : null,
    ],
  }
  const parts = changes ? await partsOf(call, notices.rooms) : undefined
  const props = { notices, self, changes, sent, zone: zoneOf(call), parts }
  return drawPage(call, head, <Notifications {...props} />)
}

/** E-mails, rooms and people of other features. */
async function partsOf(call: SignedInCall, rooms: Rooms): Promise<NoticeParts> {
  return {
    lines: filled(call, 'notice_line').map((line) => line(call)),
    rooms: rooms && (
      <Section title="Rooms of chat programs">
        {rooms.rooms.map(({ row }) => row)}
        {rooms.add}
        <p class="hint">
          Slack, Microsoft Teams, Discord or Google Chat: make an incoming webhook there, and paste its address. A room
          hears of each event at once, whatever the numbers above; questions and payments go by e-mail alone.
        </p>
      </Section>
    ),
    people: await Promise.all(filled(call, 'notice_people').map((people) => people(call))),
  }
}

export async function digestPage(call: SignedInCall) {
  const digest = await call.call(previewDigestNow, given(call))
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
  ...Object.values(rows).flatMap(({ screens }) => screens),
  listAct('add', 'was added.', (listed, email) => [...listed, email]),
  listAct('remove', 'was removed.', (listed, email) => listed.filter((one) => one !== email)),
  act(
    '/notifications/try-again',
    updateNotifications,
    (call) => goTo(selfOf(call), { text: `E-mails go to ${call.form.email} again.` }),
    (call) => ({ ...given(call), try_again: [call.form.email ?? ''] }),
  ),
  act(
    '/notifications/gets',
    updateNotifications,
    (call) => goTo(selfOf(call)),
    async (call) => {
      const notices = await call.call(getNotifications, given(call))
      const { email = '', kind } = call.form as { email?: string; kind: Kind }
      const others = notices.left_out.filter((one) => one.kind !== kind || one.email !== email)
      return { ...given(call), left_out: gets(notices, kind, email) ? [...others, { kind, email }] : others }
    },
  ),
  act('/notifications/digest', sendDigestNow, digestSent, (call) => ({ ...given(call), to: readerOf(call) })),
]

/** The visitor alone; undefined for all recipients. */
function readerOf({ form, visitor }: SignedInCall): string | undefined {
  return form.to === 'me' ? visitor.user.email : undefined
}

function digestSent(call: SignedInCall, { letters }: AnswerOf<typeof sendDigestNow>) {
  const to = readerOf(call) ?? many(letters.length, 'recipient')
  return goTo(selfOf(call), letters[0]?.status === 'suppressed' ? KEPT : { text: `On its way to ${to}.` })
}
