/** Settings for e-mail about a workspace, and a preview of its digest. */

import { filled, goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getNotifications, sendDigestNow, updateNotifications } from '../../src/features/notices/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { type Said, said, say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { Email } from '../../src/kernel/operation/shape.ts'
import { refusedPage } from '../form-refusal.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Section } from '../kit/fold.tsx'
import { isAgency, isOwnPerson } from '../kit/own-person.ts'
import { Form, type FormSchema, type Issue } from '../parts/forms/form.tsx'
import { DataTable } from '../parts/lists/table.tsx'
import { act } from '../screens/act.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, zoneOf } from '../shell.tsx'
import { columnsFor, Lately, Refused } from './by-person.tsx'
import {
  gets,
  given,
  type Kind,
  labelOf,
  notesOf,
  noticeRows,
  type Rooms,
  type Shown,
  selfOf,
  storedOf,
} from './rows.ts'

const rows = noticeRows((call, sent) => notificationsPage(call, sent))

/** Changes the list of addresses. A new one gets a letter, so it has a button. */
const listAct = (
  at: string,
  done: (email: string) => Said,
  change: (listed: string[], email: string) => string[],
): Screen =>
  act(
    `/notifications/${at}`,
    updateNotifications,
    (call) => goTo(selfOf(call), { text: sayStored(zoneOf(call), done(call.form.email ?? '')) }),
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
        return refusedPage(error, draw, ['rate_limited'], zoneOf(call))
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
  zone: Reader
  parts?: NoticeParts
}

/** Parts of other features, in the order of the page. */
export type NoticeParts = { of_agency: boolean; lines: Child; rooms: Child; people: Child }

export function Notifications({ notices, self, changes, sent = {}, zone, parts }: NotificationsProps) {
  // Questions of readers go to the agency.
  const without = parts && !parts.of_agency ? ('question_asked' as const) : undefined
  const shown = { to: zone, notes: notesOf(notices, zone), without: without && labelOf(without) }
  const shownNotices = { ...notices, events: notices.events.filter((one) => one !== without) }
  return (
    <div class={['split', 'notices']}>
      <div>
        {changes && (
          <>
            <Section title={say(zone, 'At once')}>
              {rows.events.rows(`${self}/events`, notices, sent.events, shown)}
              {parts?.lines}
            </Section>
            <Section title={say(zone, 'Once a day')}>
              {rows.daily.rows(`${self}/daily`, notices, sent.daily, shown)}
            </Section>
          </>
        )}
        <Section title={say(zone, 'By person')}>
          {changes && rows.leaders.rows(`${self}/leaders`, notices, sent.leaders, { to: zone })}
          <DataTable
            to={zone}
            caption={text('Recipients')}
            lines
            rows={notices.recipients}
            columns={columnsFor(shownNotices, self, changes, zone)}
            empty={<EmptyState icon="bell">{say(zone, 'No recipients yet.')}</EmptyState>}
          />
          {notices.recipients.map(
            (one) => one.refused_at && <Refused to={zone} of={one} self={self} changes={changes} />,
          )}
          {changes && (
            <Form
              to={zone}
              action={`${self}/add`}
              id="add"
              schema={ADD}
              class="inline"
              tone="plain"
              verb={text('Add recipient')}
              inputs={{ email: { type: 'email', autocomplete: 'off' } }}
              hints={{ email: text('People who are not members confirm by e-mail first.') }}
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
  const zone = zoneOf(call)
  const changes = may(call, updateNotifications)
  const head = {
    title: say(zone, 'Notifications'),
    sub: say(zone, 'E-mail about this workspace and those below it. Saved as you change it.'),
    kind: 'settings',
    menu: [
      { label: say(zone, 'Preview digest'), icon: 'eye' as const, href: `${self}/preview` },
      changes ? { label: say(zone, 'E-mail log'), icon: 'file-text' as const, href: `${call.base}/emails` } : null,
    ],
  }
  const parts = changes ? await partsOf(call, notices.rooms) : undefined
  const props = { notices, self, changes, sent, zone, parts }
  return drawPage(call, head, <Notifications {...props} />)
}

/** E-mails, rooms and people of other features. */
async function partsOf(call: SignedInCall, rooms: Rooms): Promise<NoticeParts> {
  const of_agency = await isAgency(call)
  if (await isOwnPerson(call)) return { of_agency, lines: null, rooms: null, people: null }
  return {
    of_agency,
    lines: filled(call, 'notice_line').map((line) => line(call)),
    rooms: rooms && (
      <Section title={say(zoneOf(call), 'Rooms of chat programs')}>
        {rooms.rooms.map(({ row }) => row)}
        {rooms.add}
        <p class="hint">
          {say(
            zoneOf(call),
            'Slack, Microsoft Teams, Discord or Google Chat: make an incoming webhook there, and paste its address. A room hears of each event at once, whatever the numbers above; questions and payments go by e-mail alone.',
          )}
        </p>
      </Section>
    ),
    people: await Promise.all(filled(call, 'notice_people').map((people) => people(call))),
  }
}

const KEPT = text('Kept in the e-mail log: no mail server is set up yet.')

export const noticeActions = [
  ...Object.values(rows).flatMap(({ screens }) => screens),
  listAct(
    'add',
    (email) => said('{email} was added.', { email }),
    (listed, email) => [...listed, email],
  ),
  listAct(
    'remove',
    (email) => said('{email} was removed.', { email }),
    (listed, email) => listed.filter((one) => one !== email),
  ),
  act(
    '/notifications/try-again',
    updateNotifications,
    (call) =>
      goTo(selfOf(call), { text: say(zoneOf(call), 'E-mails go to {email} again.', { email: call.form.email ?? '' }) }),
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
  const to = zoneOf(call)
  const email = readerOf(call)
  if (letters[0]?.status === 'suppressed') return goTo(selfOf(call), { text: say(to, KEPT), tone: 'info' })
  return goTo(selfOf(call), {
    text: email
      ? say(to, 'On its way to {reader}.', { reader: email })
      : say(to, 'On its way to {n, plural, one {# recipient} other {# recipients}}.', { n: letters.length }),
  })
}
