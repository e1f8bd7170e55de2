import { goTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import {
  createDeployHook,
  deleteDeployHook,
  getDeployHook,
  listDeployCalls,
  listDeployHooks,
  rotateDeployHook,
  updateDeployHook,
} from '../../../src/features/standing/operations/deploy-hooks.ts'
import { listStandingPushes } from '../../../src/features/standing/operations/standing-pushes.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { Act } from '../../kit/menu.tsx'
import { Chip } from '../../parts/chips.tsx'
import type { Question } from '../../parts/forms/dialogs.tsx'
import type { FormSchema } from '../../parts/forms/form.tsx'
import { Named } from '../../parts/lists/table.tsx'
import { When } from '../../parts/text/when.tsx'
import { act } from '../../screens/act.ts'
import { askScreen } from '../../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../../screens/form-screen.tsx'
import { listScreen } from '../../screens/list-screen.tsx'
import { assertMay, drawPage, may, zoneOf } from '../../shell.tsx'
import { StandingTabs } from '../tabs.tsx'
import { HookPage, NewHookPage, SecretPage } from './hook-page.tsx'
import { hookInWords, hookState, MODE_WORDS } from './words.ts'

const hookList = listScreen({
  at: '/standing/hooks',
  here: true,
  operation: listDeployHooks,
  title: 'Deploy hooks',
  sub: 'Addresses that a deploy calls, so that new pages are pushed once they are live.',
  search: 'Search name',
  above: ({ base, zone }) => <StandingTabs to={zone} base={base} current="hooks" />,
  empty: { icon: 'plug', text: 'No deploy hook yet. Add one for GitHub, Netlify, Vercel or a script.' },
  nothing: 'No deploy hook fits.',
  act: (call) =>
    may(call, createDeployHook)
      ? { label: 'Add deploy hook', icon: 'plus', href: `${call.base}/standing/hooks/new` }
      : null,
  columns: ({ self, zone }) => [
    {
      label: 'Name',
      sort: 'name',
      cell: ({ id, name, tenant_name, mode }) => (
        <>
          <Named href={`${self}/${id}`} name={name} />
          <div class="muted small">{`${tenant_name} · ${MODE_WORDS[mode]}`}</div>
        </>
      ),
    },
    { label: 'State', cell: (hook) => <Chip {...hookState(hook)} /> },
    { label: 'What a call does', class: 'wide-only', cell: hookInWords },
    { label: 'Last call', class: 'num when', cell: ({ used_at }) => <When time={used_at} zone={zone} /> },
  ],
})

const listOf = ({ base }: SignedInCall): string => `${base}/standing/hooks`
const hookOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`
const headOf = (call: SignedInCall, title: string, last: string) => ({
  title,
  crumbs: [{ label: 'Deploy hooks', href: listOf(call) }, { label: last }],
  detail: true as const,
  kind: 'settings',
})

const RULES = ['name', 'standing_push_id', 'hosts', 'settle_seconds', 'cap_day', 'budget_month'] as const
const HINTS = {
  mode: 'It decides how a call proves that it is from this sender.',
  hosts: 'One host a line, such as shop.example. Calls may bring URLs of these alone.',
  settle_seconds: 'A deploy calls before its pages are live everywhere.',
  cap_day: 'For URLs that calls bring.',
  budget_month: 'For URLs that calls bring.',
}

/** Shared by both forms. */
const FORM = { read: withoutPush, hints: HINTS, empty: { cap_day: 'No cap', budget_month: 'No monthly limit' } }

const addForm = formScreen({
  at: '/standing/hooks',
  operation: createDeployHook,
  fields: ['mode', ...RULES],
  given: ({ form }) => pushIn(form),
  ...FORM,
  once: true,
  verb: 'Add deploy hook',
  faults: ['conflict'],
  page: (call, refused) => newPage(call, refused),
  done: (call, hook) => secretPage(call, hook),
})

const editForm = formScreen({
  at: '/standing/hooks/:id',
  operation: updateDeployHook,
  fields: RULES,
  given: ({ form, params }) => ({ id: params.id, ...pushIn(form) }),
  ...FORM,
  verb: 'Save rules',
  tone: 'plain',
  page: (call, refused) => hookPage(call, refused),
  done: (call) => goTo(hookOf(call), { text: 'Rules saved.' }),
})

const secretForm = formScreen({
  at: '/standing/hooks/:id/secret',
  operation: updateDeployHook,
  fields: ['secret'],
  verb: 'Save secret',
  page: (call, refused) => hookPage(call, refused),
  done: (call) => goTo(hookOf(call), { text: 'Secret saved. Calls are accepted now.' }),
})

/** The choice “None” sends no valid id. */
function withoutPush({ standing_push_id: _, ...form }: SignedInCall['form']): SignedInCall['form'] {
  return form
}
function pushIn({ standing_push_id: id }: SignedInCall['form']): { standing_push_id?: string | null } {
  return id === undefined ? {} : { standing_push_id: id === 'none' ? null : id }
}

const ROTATING: Question = {
  title: 'Give this hook a new address?',
  body: 'The old address and secret end at once. Enter the new ones at the sender.',
  verb: 'Rotate',
}
const DELETING: Question = {
  title: 'Delete this deploy hook?',
  points: ['Its address never works again.', 'Its pushes stay.'],
  body: 'This cannot be undone.',
  verb: 'Delete deploy hook',
}

const OF_HOOK = {
  of: (call: SignedInCall) => call.call(getDeployHook, { id: call.params.id }),
  crumbs: (call: SignedInCall, { name }: { name: string }) => [
    { label: 'Deploy hooks', href: listOf(call) },
    { label: name, href: hookOf(call) },
  ],
}

export const hookScreens: readonly Screen[] = [
  ...hookList.screens,
  page('/standing/hooks/new', (call) => newPage(call)),
  ...addForm.screens,
  page('/standing/hooks/:id', (call) => hookPage(call)),
  ...editForm.screens,
  ...secretForm.screens,
  act('/standing/hooks/:id/pause', updateDeployHook, (call, { paused }) =>
    goTo(hookOf(call), { text: paused ? 'Deploy hook paused.' : 'Deploy hook resumed.' }),
  ),
  ...askScreen({
    ...OF_HOOK,
    at: '/standing/hooks/:id/rotate',
    operation: rotateDeployHook,
    question: ROTATING,
    done: secretPage,
  }),
  ...askScreen({
    ...OF_HOOK,
    at: '/standing/hooks/:id/delete',
    operation: deleteDeployHook,
    question: DELETING,
    done: (call) => goTo(listOf(call), { text: 'Deploy hook deleted. Its pushes stay.' }),
  }),
]

/** The fields, with the standing pushes of the workspace as choices. */
async function schemaFor(call: SignedInCall, of: FormSchema, tenant_id: string) {
  const { items } = await call.call(listStandingPushes, { tenant_id, page_size: 200 })
  const pushes = items.filter((push) => push.tenant_id === tenant_id)
  const standing_push_id = { type: 'string', title: 'Standing push', enum: ['none', ...pushes.map(({ id }) => id)] }
  const names = { none: 'None: calls bring URLs', ...Object.fromEntries(pushes.map(({ id, name }) => [id, name])) }
  const words = { mode: MODE_WORDS, standing_push_id: names }
  return { schema: { ...of, properties: { ...of.properties, standing_push_id } }, words }
}

async function newPage(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, createDeployHook)
  const { schema, words } = await schemaFor(call, createDeployHook.input, call.params.ws!)
  const values = {
    mode: 'standard',
    settle_seconds: 60,
    standing_push_id: Object.keys(words.standing_push_id)[1] ?? 'none',
  }
  const form = addForm.form(listOf(call), values, { schema, words }, refused)
  const title = 'Add deploy hook'
  return drawPage(call, headOf(call, title, title), <NewHookPage form={form} />)
}

function secretPage(call: SignedInCall, hook: AnswerOf<typeof rotateDeployHook> & { warning?: string | null }) {
  const head = headOf(call, 'Store this address', hook.name)
  return drawPage(call, head, <SecretPage hook={hook} done_href={`${listOf(call)}/${hook.id}`} />)
}

async function hookPage(call: SignedInCall, refused?: RefusedForm) {
  const { id } = call.params
  const hook = await call.call(getDeployHook, { id })
  const calls = await call.call(listDeployCalls, { id, page_size: 50 })
  const self = hookOf(call)
  const changes = may(call, updateDeployHook)
  const { schema, words } = await schemaFor(call, updateDeployHook.input, hook.tenant_id)
  const values = { ...hook, standing_push_id: hook.standing_push_id ?? 'none' }
  const acts: (Act | null)[] = [
    {
      label: hook.paused ? 'Resume' : 'Pause',
      icon: 'circle-pause',
      post: `${self}/pause`,
      fields: { paused: String(!hook.paused) },
    },
    { label: 'Rotate', icon: 'refresh-cw', ask: `${self}/rotate`, question: ROTATING },
    { label: 'Delete', icon: 'trash-2', ask: `${self}/delete`, question: DELETING, danger: true },
  ]
  return drawPage(
    call,
    { ...headOf(call, hook.name, hook.name), menu: changes ? acts : [] },
    <HookPage
      hook={hook}
      calls={calls}
      base={call.base}
      form={changes && editForm.form(self, values, { schema, words }, refused)}
      secret={changes && hook.mode === 'vercel' && secretForm.form(`${self}/secret`)}
      zone={zoneOf(call)}
    />,
  )
}
