import { goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { DEFAULT_RULES } from '../../src/features/standing/index.ts'
import {
  createStandingPush,
  deleteStandingPush,
  getStandingPush,
  previewStandingPush,
  runStandingPush,
  updateStandingPush,
} from '../../src/features/standing/operations/standing-pushes.ts'
import {
  listHeldUrls,
  listStandingPushRuns,
  releaseHeldUrls,
} from '../../src/features/standing/operations/standing-runs.ts'
import { said, say, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import type { Act } from '../kit/menu.tsx'
import { parseForm } from '../parts/forms/form-values.ts'
import { isolated } from '../parts/text/name.tsx'
import { act } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage, may, zoneOf } from '../shell.tsx'
import { DELETING } from './deleting.ts'
import {
  EditSchema,
  EMPTY,
  FIELDS,
  HINTS,
  inputOf,
  NewSchema,
  RARE,
  RULE_NAMES,
  SENTENCE,
  USUAL,
  WORDS,
} from './form.ts'
import { standingList } from './list.tsx'
import { Preview, PushNow } from './preview.tsx'
import { PushPage } from './push-page.tsx'

const listOf = ({ base }: SignedInCall): string => `${base}/standing`
const pushOf = (call: SignedInCall): string => `${listOf(call)}/${call.params.id}`
const crumbsOf = (call: SignedInCall, last: string) => [
  { label: say(zoneOf(call), 'Standing pushes'), href: listOf(call) },
  { label: last },
]

const sourceForm: FormOf = formScreen({
  at: '/standing/new',
  operation: previewStandingPush,
  fields: [],
  sentence: said('Read {address} for free, then choose what is pushed.', { address: '{address}' }),
  rare: said(
    'It is behind a login: send the header Authorization {authorization}. It is stored encrypted, and never shown.',
    { authorization: '{authorization}' },
  ),
  empty: { address: text('a domain, sitemap, feed or list'), authorization: text('none') },
  inputs: { address: { type: 'text', autocomplete: 'off' } },
  verb: text('Read source'),
  page: newPage,
  done: (call, found) => foundPage(call, found),
})

const addForm = formScreen({
  at: '/standing',
  operation: createStandingPush,
  fields: FIELDS,
  sentence: SENTENCE,
  rare: RARE,
  usual: USUAL,
  part: { name: 'rules', schema: NewSchema, input: inputOf },
  given: ({ form }) => ({
    address: form.address,
    // The number that the button names: the first run pushes what the visitor read.
    ...(form.first_run ? { baseline: 'false', confirm_links: form.first_run } : {}),
  }),
  words: WORDS,
  hints: HINTS,
  empty: EMPTY,
  verb: text('Watch source'),
  faults: ['conflict', 'plan_limit'],
  page: async (call, refused) => {
    const { address, authorization } = call.form
    const { rules } = inputOf(parseForm(NewSchema, call.form, RULE_NAMES))
    return foundPage(call, await call.call(previewStandingPush, { address, authorization, rules }), refused)
  },
  done: (call, { id, name }) =>
    goTo(`${listOf(call)}/${id}`, {
      text: call.form.first_run
        ? say(zoneOf(call), '“{name}” is watched. Its first run pushes {n, plural, one {# link} other {# links}}.', {
            name,
            n: Number(call.form.first_run),
          })
        : say(zoneOf(call), '“{name}” is watched. Its first run only learns.', { name }),
    }),
})

const editForm = formScreen({
  at: '/standing/:id',
  operation: updateStandingPush,
  fields: FIELDS,
  sentence: SENTENCE,
  rare: RARE,
  usual: USUAL,
  part: { name: 'rules', schema: EditSchema, input: inputOf },
  words: WORDS,
  hints: HINTS,
  empty: EMPTY,
  verb: text('Save rules'),
  tone: 'plain',
  page: (call, refused) => pushPage(call, refused),
  done: (call) => goTo(pushOf(call), { text: say(zoneOf(call), 'Rules saved.') }),
})

const RELEASED = {
  push: text('The links are pushed within a minute.'),
  learn: text('The links are known now.'),
  drop: text('The links are forgotten.'),
}

export const standingScreens: readonly Screen[] = [
  ...standingList.screens,
  page('/standing/new', (call) => newPage(call)),
  ...sourceForm.screens,
  ...addForm.screens,
  page('/standing/:id', (call) => pushPage(call)),
  ...editForm.screens,
  act('/standing/:id/run', runStandingPush, (call) =>
    goTo(pushOf(call), { text: say(zoneOf(call), 'The run starts within seconds.') }),
  ),
  act('/standing/:id/pause', updateStandingPush, (call, { paused }) =>
    goTo(pushOf(call), {
      text: paused
        ? say(zoneOf(call), 'Standing push paused.')
        : say(zoneOf(call), 'Standing push resumed. It runs now.'),
    }),
  ),
  act('/standing/:id/release', releaseHeldUrls, (call) =>
    goTo(pushOf(call), { text: say(zoneOf(call), RELEASED[call.form.act as keyof typeof RELEASED]) }),
  ),
  ...askScreen({
    at: '/standing/:id/delete',
    operation: deleteStandingPush,
    of: (call) => call.call(getStandingPush, { id: call.params.id }),
    question: (_, call) => DELETING(zoneOf(call)),
    crumbs: (call, { name }) => [
      { label: say(zoneOf(call), 'Standing pushes'), href: listOf(call) },
      { label: name, href: pushOf(call) },
    ],
    done: (call) => goTo(listOf(call), { text: say(zoneOf(call), 'Standing push deleted. Its pushes stay.') }),
  }),
]

async function newSpec(call: SignedInCall) {
  const { name } = await call.call(getTenant, { id: call.caller.tenant_id })
  const title = say(zoneOf(call), 'Add source')
  const sub = say(zoneOf(call), 'For {client}. Its credits pay.', { client: isolated(name) })
  return { title, sub, crumbs: crumbsOf(call, title), detail: true as const }
}

async function newPage(call: SignedInCall, refused?: RefusedForm) {
  assertMay(call, createStandingPush)
  return drawPage(
    call,
    await newSpec(call),
    sourceForm.form(`${listOf(call)}/new`, {}, { to: zoneOf(call), schema: NewSchema }, refused),
  )
}

/** The content of a source, and the form of its rules. */
async function foundPage(call: SignedInCall, found: AnswerOf<typeof previewStandingPush>, refused?: RefusedForm) {
  assertMay(call, createStandingPush)
  const values = { name: new URL(found.address).host, interval: '1440', ...DEFAULT_RULES }
  const form = addForm.form(
    listOf(call),
    values,
    {
      to: zoneOf(call),
      hidden: { address: found.address },
      beside: found.links > 0 && !found.partial && <PushNow to={zoneOf(call)} links={found.links} />,
    },
    refused,
  )
  return drawPage(call, await newSpec(call), <Preview found={found} form={form} zone={zoneOf(call)} />)
}

/** A pattern that a link proposes to exclude, unless the rules have it. */
const leftOut = (asked: string | undefined, exclude: readonly string[]): string | null =>
  asked && /^\/\S{1,199}$/.test(asked) && !exclude.includes(asked) ? asked : null

async function pushPage(call: SignedInCall, refused?: RefusedForm) {
  const { id } = call.params
  const push = await call.call(getStandingPush, { id })
  const runs = await call.call(listStandingPushRuns, { id, page_size: 50 })
  const held = push.held_run ? await call.call(listHeldUrls, { id, page_size: 20 }) : null
  const changes = may(call, updateStandingPush)
  const to = zoneOf(call)
  const self = pushOf(call)
  const left_out = changes ? leftOut(call.query.leave_out, push.rules.exclude) : null
  const exclude = left_out ? [...push.rules.exclude, left_out] : push.rules.exclude
  const values = { name: push.name, interval: String(push.interval_minutes), ...push.rules, exclude }
  const hints = left_out ? { ...HINTS, exclude: say(to, 'Save rules to leave {path} out.', { path: left_out }) } : HINTS
  const form = changes && editForm.form(self, values, { to, hints }, refused)
  const acts: (Act | null)[] = [
    {
      label: push.paused ? say(to, 'Resume') : say(to, 'Pause'),
      icon: 'circle-pause',
      post: `${self}/pause`,
      fields: { paused: String(!push.paused) },
    },
    { label: say(to, 'Delete'), icon: 'trash-2', ask: `${self}/delete`, question: DELETING(to), danger: true },
  ]
  const runs_now = !push.paused && !push.held_run && may(call, runStandingPush)
  return drawPage(
    call,
    {
      title: push.name,
      sub: push.address,
      crumbs: crumbsOf(call, push.name),
      detail: true,
      menu: changes ? acts : [],
      act: runs_now ? { label: say(to, 'Run now'), icon: 'refresh-cw', href: `${self}/run`, post: true } : null,
    },
    <PushPage
      push={push}
      runs={runs}
      held={held}
      self={self}
      base={call.base}
      decides={may(call, releaseHeldUrls)}
      resumes={changes}
      form={form}
      changing={left_out !== null}
      zone={to}
    />,
  )
}
