/** Settings for e-mail that are saved as they change. */
import { filled, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { getNotifications, updateNotifications } from '../../src/features/notices/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { HALF_HOURS } from '../parts/forms/codes.ts'
import { dayTime, many } from '../parts/text/format.ts'
import type { Redraw, RefusedForm } from '../screens/form-screen.tsx'
import { type RowsOf, type SavedRow, savedRows } from '../screens/saved-rows.tsx'
import { zoneOf } from '../shell.tsx'

export type Notices = AnswerOf<typeof getNotifications>

/** Rooms of chat programs, where the visitor may see them. */
export type Rooms = Awaited<ReturnType<Slots['notice_rooms']>>
export type Shown = Notices & { rooms: Rooms }

export const storedOf = async (call: SignedInCall, mark?: { here: true }): Promise<Shown> => ({
  ...(await call.call(getNotifications, given(call), mark)),
  rooms: (await filled(call, 'notice_rooms')[0]?.(call)) ?? null,
})

export type Kind = Notices['last_sent'][number]['kind']

/** Each e-mail as a sentence. */
const SENTENCES: Record<Kind, SavedRow> = {
  low_credits: {
    label: 'Low credits',
    icon: 'coins',
    tone: 'warn',
    text: 'When fewer than {low_index} index or {low_check} check credits are left, {events.low_credits}.',
  },
  links_dropped: {
    label: 'Dropped links',
    icon: 'trending-down',
    tone: 'bad',
    text: 'When {least_dropped} or more links of a host drop out of Google or come back within 7 days, {events.links_dropped}, once a day at most.',
  },
  question_asked: {
    label: 'Questions of readers',
    icon: 'message-circle',
    tone: 'info',
    text: 'When a reader of a client asks about a page, {events.question_asked}.',
  },
  indexnow_site_failing: {
    label: 'Rejected IndexNow keys',
    icon: 'key-round',
    tone: 'warn',
    text: 'When an IndexNow key is rejected, {events.indexnow_site_failing}.',
  },
  source_failing: {
    label: 'Sources that cannot be read',
    icon: 'refresh-cw',
    tone: 'warn',
    text: 'When the source of a standing push cannot be read for {source_days} days, {events.source_failing}.',
  },
  plan_past_due: {
    label: 'Late plan payment',
    icon: 'banknote',
    text: 'When a plan payment is late, {events.plan_past_due}.',
  },
  job_finished: {
    label: 'Finished pushes and checks',
    icon: 'send',
    text: 'When pushes or checks are finished, {events.job_finished}.',
  },
  daily_digest: {
    label: 'Digest',
    icon: 'sun',
    text: '{digest} {working_days} at {digest_time} in {time_zone}, {skip_if_unchanged}.',
    brief: ({ digest }) => (digest ? null : '{digest}.'),
  },
}
const { daily_digest, ...AT_ONCE } = SENTENCES
export const KINDS = Object.keys(SENTENCES) as Kind[]
export const wordOfKind = (kind: Kind): string => SENTENCES[kind].label
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
      words: (stored) => ({
        ...WORDS,
        ...Object.fromEntries(
          KINDS.map((kind) => [
            `events.${kind}`,
            { true: `tell ${readersOf(stored as Notices, kind)}`, false: 'tell nobody' },
          ]),
        ),
      }),
      empty: { low_index: 'never', low_check: 'never' },
      stored: (call) => storedOf(call),
      notes: (call, stored) => notesOf(stored as Shown, zoneOf(call)),
      back: selfOf,
      page: (call, refused) => page(call, { [id]: refused }),
    })
  return {
    leaders: group('leaders', [
      {
        label: 'Owners and admins',
        icon: 'users',
        text: 'Owners and admins {to_admins}. A client without any uses the agency’s.',
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

/** Recipients in a sentence: `Ada Lindqvist and 2 others`. */
function readersOf(notices: Notices, kind: Kind): string {
  const [first, ...others] = notices.recipients.filter(
    ({ status, refused_at, email }) => status === 'active' && !refused_at && gets(notices, kind, email),
  )
  if (!first) return 'recipients, once there are any'
  const more = others.length > 1 ? many(others.length, 'other') : others.map(nameOf).join('')
  return `${nameOf(first)}${more && ` and ${more}`}`
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
export function notesOf({ last_sent, next_digest_at, rooms }: Shown, zone: string): Record<string, string> {
  const also = (kind: Kind) => {
    const names = (rooms?.rooms ?? []).flatMap(({ name, gets }) => (gets(TYPES[kind] ?? '') ? [name] : []))
    return names.length > 0 ? `, also ${[...new Set(names)].join(' and ')}` : ''
  }
  const last = (kind: Kind) => last_sent.find((one) => one.kind === kind)?.sent_at
  return Object.fromEntries(
    KINDS.map((kind) => {
      const at = last(kind)
      if (kind === 'daily_digest' && next_digest_at) return [wordOfKind(kind), `next ${dayTime(next_digest_at, zone)}`]
      return [wordOfKind(kind), `${at ? `last ${dayTime(at, zone)}` : 'not sent lately'}${also(kind)}`]
    }),
  )
}

const WORDS = {
  to_admins: { true: 'get them', false: 'do not get them' },
  digest: { true: 'Send a digest', false: 'Send no digest' },
  working_days: { true: 'every working day', false: 'every day' },
  digest_time: HALF_HOURS,
  skip_if_unchanged: { true: 'unless nothing changed', false: 'even when nothing changed' },
}
