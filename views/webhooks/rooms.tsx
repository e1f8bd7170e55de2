/** Rooms of Slack, Microsoft Teams, Discord and Google Chat as recipients of notifications: webhooks, by one sentence. */
import { goTo, type SignedInCall } from '../../src/doors/pages/web.ts'
import { createWebhook, listWebhooks } from '../../src/features/webhooks/operations/webhooks.ts'
import type { Child } from '../jsx/elements.ts'
import type { NoticeRoom } from '../kit/notice-parts.ts'
import { Chip } from '../parts/chips.tsx'
import { type FormOf, formScreen } from '../screens/form-screen.tsx'
import { SaidRow } from '../screens/saved-row.tsx'
import { may } from '../shell.tsx'
import { typesIn } from './events.tsx'
import { FORM, hookList, listOf, secretPage } from './list.tsx'
import { type Hook, hookState } from './words.ts'

/** Events of notifications, in the order of their sentences. */
const TYPES = {
  'credits.low': 'low credits',
  'links.dropped': 'dropped links',
  'links.returned': 'links that came back',
  'indexnow_site.failing': 'rejected IndexNow keys',
  'standing_push.failed': 'sources that cannot be read',
  'draft.waiting': 'orders to approve',
  'report.waiting': 'reports to approve',
  'push.finished': 'finished pushes',
  'check.finished': 'finished checks',
}

export const roomForm: FormOf = formScreen({
  at: '/webhooks/room',
  operation: createWebhook,
  fields: [],
  sentence: 'Post {types} of {scope} to the room at {url}.',
  words: { ...FORM.words, types: TYPES },
  counts: { types: 'event' },
  empty: { url: 'https://hooks.slack.com/…' },
  inputs: FORM.inputs,
  given: ({ all }) => ({ types: typesIn(all('types')) }),
  once: true,
  faults: ['plan_limit'],
  verb: 'Add room',
  tone: 'plain',
  page: (call, refused) => hookList.draw(call, roomForm.form(`${listOf(call)}/room`, refused.values, {}, refused)),
  done: (call, { id, url, secret, program }) =>
    program === null
      ? secretPage(call, { id, url, secret })
      : goTo(`${call.base}/notifications`, { text: `${program} gets them from now on.` }),
})

const USUAL = { types: ['credits.low', 'links.dropped', 'links.returned'], scope: 'tree' }

/** Rooms of the workspace, and the sentence that adds one. */
export async function noticeRooms(call: SignedInCall): Promise<{ rooms: NoticeRoom[]; add: Child } | null> {
  if (!may(call, createWebhook)) return null
  const { items } = await call.call(listWebhooks, { tenant_id: call.caller.tenant_id, page_size: 100 })
  const rooms = items.flatMap((hook) => (hook.program === null ? [] : [roomOf(call, hook, hook.program)]))
  return { rooms, add: roomForm.form(`${listOf(call)}/room`, USUAL) }
}

function roomOf(call: SignedInCall, hook: Hook, program: string): NoticeRoom {
  const { id, types, state } = hook
  const wants = (type: string) => types.includes(type) || types.includes(`${type.split('.')[0]}.*`)
  const got = Object.entries(TYPES).flatMap(([type, word]) => (wants(type) ? [word] : []))
  const href = `${listOf(call)}/${id}`
  const row = (
    <SaidRow
      icon="message-circle"
      text={
        <>
          <a href={href}>{program}</a> gets {got.join(', ') || 'none of these events'}.
        </>
      }
      note={<Chip {...hookState(hook)} />}
    />
  )
  return { id, name: program, href, gets: (type) => state === 'on' && wants(type), row }
}
