import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhook,
} from '../../src/features/webhooks/operations/deliveries.ts'
import {
  deleteWebhook,
  getWebhook,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '../../src/features/webhooks/operations/webhooks.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import type { Act } from '../kit/menu.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { many } from '../parts/text/format.ts'
import { act } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { typesIn } from './events.tsx'
import { DeliveryPage, HookPage } from './hook-page.tsx'
import { createForm, eventsOf, FORM, hookList, listOf, secretPage } from './list.tsx'
import { verifyForm, verifyPage } from './verify.tsx'
import type { Hook } from './words.ts'

const hookOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`
const hostOf = ({ url }: Pick<Hook, 'url'>): string => new URL(url).host

/** A day less than events are kept, so that the oldest still exists when the form is sent. */
const REPLAYED = 29 * DAY

const QUESTIONS = {
  rotate: {
    title: 'Make a new signing secret?',
    body: 'The old secret signs too for 24 hours. Enter the new one at the receiver meanwhile.',
    verb: 'Make new secret',
    tone: 'plain',
  },
  revoke: {
    title: 'Revoke the secret now?',
    body: 'The old secret ends at once. Events fail at the receiver until it has the new one.',
    verb: 'Revoke secret',
  },
  delete: {
    title: 'Delete this webhook?',
    points: ['Its deliveries are deleted too.', 'The receiver gets no further events.'],
    body: 'This cannot be undone.',
    verb: 'Delete webhook',
  },
} satisfies Record<string, Question>

const asked = (name: keyof typeof QUESTIONS) => ({
  at: `/webhooks/:id/${name}`,
  of: (call: SignedInCall) => call.call(getWebhook, { id: call.params.id }),
  question: QUESTIONS[name],
  crumbs: (call: SignedInCall, hook: Hook) => [
    { label: 'Webhooks', href: listOf(call) },
    { label: hostOf(hook), href: hookOf(call) },
  ],
})

const rotate = { operation: rotateWebhookSecret, once: true, done: secretPage } as const

const editForm = formScreen({
  at: '/webhooks/:id',
  operation: updateWebhook,
  ...FORM,
  given: ({ params, all }) => ({ id: params.id, types: typesIn(all('types')) }),
  hints: { headers: 'Leave blank to keep the stored ones. Another host does not get them: enter them again.' },
  verb: 'Save webhook',
  tone: 'plain',
  page: (call, refused) => hookPage(call, refused),
  done: (call) => goTo(hookOf(call), { text: 'Webhook saved.' }),
})

export const webhookScreens: readonly Screen[] = [
  ...hookList.screens,
  ...createForm.screens,
  page('/webhooks/verify', (call) => verifyPage(call)),
  ...verifyForm.screens,
  page('/webhooks/:id', (call) => hookPage(call)),
  ...editForm.screens,
  act('/webhooks/:id/test', testWebhook, (call, { ok, status, error, took_ms }) =>
    goTo(hookOf(call), { text: ok ? `Answered ${status} in ${took_ms} ms.` : `The test failed: ${error}` }),
  ),
  act('/webhooks/:id/on', updateWebhook, (call) => goTo(hookOf(call), { text: 'The webhook is on.' }), { state: 'on' }),
  act(
    '/webhooks/:id/off',
    updateWebhook,
    (call) => goTo(hookOf(call), { text: 'The webhook is off. No event is kept for it.' }),
    { state: 'off' },
  ),
  act(
    '/webhooks/:id/replay',
    replayWebhook,
    (call, { replayed }) => goTo(hookOf(call), { text: `${many(replayed, 'event')} sent again.` }),
    ({ app }) => ({ since: plus(app.clock.now(), -REPLAYED) }),
  ),
  page('/webhooks/:id/deliveries/:delivery_id', deliveryPage),
  act(
    '/webhooks/:id/deliveries/:delivery_id/replay',
    replayWebhook,
    (call) => goTo(`${hookOf(call)}/deliveries/${call.params.delivery_id}`, { text: 'The event is sent again.' }),
    ({ params }) => ({ delivery_ids: [params.delivery_id!] }),
  ),
  ...askScreen({ ...asked('rotate'), ...rotate, more: { keep_hours: 24 } }),
  ...askScreen({ ...asked('revoke'), ...rotate, more: { keep_hours: 0 } }),
  ...askScreen({
    ...asked('delete'),
    operation: deleteWebhook,
    done: (call) => goTo(listOf(call), { text: 'Webhook deleted.' }),
  }),
]

async function hookPage(call: SignedInCall, refused?: RefusedForm) {
  const { id } = call.params
  const hook = await call.call(getWebhook, { id })
  const deliveries = await call.call(listWebhookDeliveries, { id, page_size: 50 })
  const self = hookOf(call)
  const acts: (Act | null)[] = [
    hook.state === 'on' && hook.dead
      ? { label: 'Replay failed events', icon: 'refresh-cw', post: `${self}/replay` }
      : null,
    { label: 'New secret', icon: 'key-round', ask: `${self}/rotate`, question: QUESTIONS.rotate },
    { label: 'Revoke secret now', icon: 'ban', ask: `${self}/revoke`, question: QUESTIONS.revoke, danger: true },
    hook.state === 'on' ? { label: 'Turn off', icon: 'circle-pause', post: `${self}/off` } : null,
    { label: 'Delete', icon: 'trash-2', ask: `${self}/delete`, question: QUESTIONS.delete, danger: true },
  ]
  return drawPage(
    call,
    {
      title: hostOf(hook),
      sub: hook.url,
      crumbs: [{ label: 'Webhooks', href: listOf(call) }, { label: hostOf(hook) }],
      detail: true,
      menu: acts,
      act: { label: 'Send test', icon: 'send', href: `${self}/test`, post: true },
    },
    <HookPage
      hook={hook}
      deliveries={deliveries}
      self={self}
      form={editForm.form(self, hook, { children: await eventsOf(call, hook.types, refused) }, refused)}
      zone={zoneOf(call)}
    />,
  )
}

async function deliveryPage(call: SignedInCall) {
  const { id, delivery_id } = call.params
  const hook = await call.call(getWebhook, { id })
  const delivery = await call.call(getWebhookDelivery, { id, delivery_id })
  const self = `${hookOf(call)}/deliveries/${delivery_id}`
  return drawPage(
    call,
    {
      title: delivery.type,
      sub: delivery.event_id,
      crumbs: [
        { label: 'Webhooks', href: listOf(call) },
        { label: hostOf(hook), href: hookOf(call) },
        { label: delivery.type },
      ],
      detail: true,
      act: hook.state === 'on' ? { label: 'Replay', icon: 'refresh-cw', href: `${self}/replay`, post: true } : null,
    },
    <DeliveryPage delivery={delivery} zone={zoneOf(call)} />,
  )
}
