/** Settings for e-mail that are saved as they change. */
import { filled, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { getNotifications, updateNotifications } from '../../src/features/notices/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, said, say, sayStored, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { isOwnPerson } from '../kit/own-person.ts'
import { HALF_HOURS } from '../parts/forms/codes.ts'
import { dayTime } from '../parts/text/format.ts'
import type { Redraw, RefusedForm } from '../screens/form-screen.tsx'
import { type RowsOf, type SavedRow, savedRows } from '../screens/saved-rows.tsx'
import { zoneOf } from '../shell.tsx'

export type Notices = AnswerOf<typeof getNotifications>

/** Rooms of chat programs, where the visitor may see them: a client’s own people have them on Integrations. */
export type Rooms = Awaited<ReturnType<Slots['notice_rooms']>>
export type Shown = Notices & { rooms: Rooms }

export const storedOf = async (call: SignedInCall, mark?: { here: true }): Promise<Shown> => ({
  ...(await call.call(getNotifications, given(call), mark)),
  rooms: (await isOwnPerson(call)) ? null : ((await filled(call, 'notice_rooms')[0]?.(call)) ?? null),
})

export type Kind = Notices['last_sent'][number]['kind']

/** Each e-mail as a sentence. */
const SENTENCES: Record<Kind, SavedRow> = {
  low_credits: {
    label: text('Low credits'),
    icon: 'coins',
    tone: 'warn',
    text: said('When fewer than {low_index} index or {low_check} check credits are left, {tell}.', {
      low_index: '{low_index}',
      low_check: '{low_check}',
      tell: '{events.low_credits}',
    }),
  },
  links_dropped: {
    label: text('Dropped links'),
    icon: 'trending-down',
    tone: 'bad',
    text: said(
      'When {least_dropped} or more links of a host drop out of Google or come back within 7 days, {tell}, once a day at most.',
      { least_dropped: '{least_dropped}', tell: '{events.links_dropped}' },
    ),
  },
  question_asked: {
    label: text('Questions of readers'),
    icon: 'message-circle',
    tone: 'info',
    text: said('When a reader of a client asks about a page, {tell}.', { tell: '{events.question_asked}' }),
  },
  indexnow_site_failing: {
    label: text('Rejected IndexNow keys'),
    icon: 'key-round',
    tone: 'warn',
    text: said('When an IndexNow key is rejected, {tell}.', { tell: '{events.indexnow_site_failing}' }),
  },
  source_failing: {
    label: text('Sources that cannot be read'),
    icon: 'refresh-cw',
    tone: 'warn',
    text: said('When the source of a standing push cannot be read for {source_days} days, {tell}.', {
      source_days: '{source_days}',
      tell: '{events.source_failing}',
    }),
  },
  plan_past_due: {
    label: text('Late plan payment'),
    icon: 'banknote',
    text: said('When a plan payment is late, {tell}.', { tell: '{events.plan_past_due}' }),
  },
  job_finished: {
    label: text('Finished pushes and checks'),
    icon: 'send',
    text: said('When pushes or checks are finished, {tell}.', { tell: '{events.job_finished}' }),
  },
  daily_digest: {
    label: text('Digest'),
    icon: 'sun',
    text: said('{digest} {working_days} at {digest_time} in {time_zone}, {skip_if_unchanged}.', {
      digest: '{digest}',
      working_days: '{working_days}',
      digest_time: '{digest_time}',
      time_zone: '{time_zone}',
      skip_if_unchanged: '{skip_if_unchanged}',
    }),
    brief: ({ digest }) => (digest ? null : '{digest}.'),
  },
}
const { daily_digest, ...AT_ONCE } = SENTENCES
export const KINDS = Object.keys(SENTENCES) as Kind[]
export const labelOf = (kind: Kind): string => SENTENCES[kind].label
export const wordOfKind = (kind: Kind, to: Reader): string => sayStored(to, SENTENCES[kind].label)
export const iconOfKind = (kind: Kind) => SENTENCES[kind].icon ?? 'mail'

export const selfOf = ({ base }: SignedInCall): string => `${base}/notifications`
export const given = ({ caller }: SignedInCall) => ({ id: caller.tenant_id })

type Page = (call: SignedInCall, refused: Partial<Record<Group, RefusedForm>>) => ReturnType<Redraw>
type Group = 'leaders' | 'events' | 'daily'

/** Rows for the page that has them, in the groups of its sections. */
export function noticeRows(page: Page): Record<Group, RowsOf> {
  const group = (id: Group, rows: readonly SavedRow[]) =>
    savedRows({
      at: `/notifications/${id}`,
      id,
      operation: updateNotifications,
      given,
      rows,
      labels: Object.fromEntries(Object.entries(SENTENCES).map(([kind, { label }]) => [`events.${kind}`, label])),
      words: (stored, to) => ({
        ...WORDS,
        ...Object.fromEntries(
          KINDS.map((kind) => [
            `events.${kind}`,
            { true: readersOf(stored as Notices, kind, to), false: say(to, 'tell nobody') },
          ]),
        ),
      }),
      empty: { low_index: text('never'), low_check: text('never') },
      stored: (call) => storedOf(call),
      notes: (call, stored) => notesOf(stored as Shown, zoneOf(call)),
      back: selfOf,
      page: (call, refused) => page(call, { [id]: refused }),
    })
  return {
    leaders: group('leaders', [
      {
        label: text('Owners and admins'),
        icon: 'users',
        text: said('Owners and admins {to_admins}. A client without any uses the agency’s.', {
          to_admins: '{to_admins}',
        }),
      },
    ]),
    events: group('events', Object.values(AT_ONCE)),
    daily: group('daily', [daily_digest]),
  }
}

/** Whether an address is not left out of an e-mail. */
export const gets = ({ left_out }: Notices, kind: Kind, email: string): boolean =>
  !left_out.some((one) => one.kind === kind && one.email === email)

export const nameOf = ({ name, email }: Notices['recipients'][number]): string => name ?? email

/** Recipients in a sentence: `tell Ada Lindqvist and 2 others`. */
function readersOf(notices: Notices, kind: Kind, to: Reader): string {
  const [first, ...others] = notices.recipients.filter(
    ({ status, refused_at, email }) => status === 'active' && !refused_at && gets(notices, kind, email),
  )
  if (!first) return say(to, 'tell recipients, once there are any')
  const [second] = others
  const one = nameOf(first)
  if (!second) return say(to, 'tell {one}', { one })
  return others.length === 1
    ? say(to, 'tell {one} and {other}', { one, other: nameOf(second) })
    : say(to, 'tell {one} and {n, plural, one {# other} other {# others}}', { one, n: others.length })
}

/** Events by the e-mail about them. */
const TYPES: Partial<Record<Kind, string>> = {
  low_credits: 'credits.low',
  links_dropped: 'links.dropped',
  indexnow_site_failing: 'indexnow_site.failing',
  source_failing: 'standing_push.failed',
  job_finished: 'push.finished',
}

/** When each e-mail was sent last, with the rooms that hear of it too, and when the digest is next. */
export function notesOf({ last_sent, next_digest_at, rooms }: Shown, to: Reader): Record<string, string> {
  const noteOf = (kind: Kind) => {
    if (kind === 'daily_digest' && next_digest_at) return say(to, 'next {time}', { time: dayTime(next_digest_at, to) })
    const at = last_sent.find((one) => one.kind === kind)?.sent_at
    const last = at ? say(to, 'last {time}', { time: dayTime(at, to) }) : say(to, 'not sent lately')
    const names = (rooms?.rooms ?? []).flatMap(({ name, gets }) => (gets(TYPES[kind] ?? '') ? [name] : []))
    return names.length > 0 ? say(to, '{last}, also {rooms}', { last, rooms: listed(to, [...new Set(names)]) }) : last
  }
  return Object.fromEntries(KINDS.map((kind) => [SENTENCES[kind].label, noteOf(kind)]))
}

const WORDS = {
  to_admins: { true: text('get them'), false: text('do not get them') },
  digest: { true: text('Send a digest'), false: text('Send no digest') },
  working_days: { true: text('every working day'), false: text('every day') },
  digest_time: HALF_HOURS,
  skip_if_unchanged: { true: text('unless nothing changed'), false: text('even when nothing changed') },
}
