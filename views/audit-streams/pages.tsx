/** Streams of the audit trail: of the install for its operator, of a workspace for its owners. */
import { goTo, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  createAuditSink,
  deleteAuditSink,
  listAuditSinks,
  testAuditSink,
  updateAuditSink,
} from '../../src/features/audit-streams/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { verifyAudit } from '../../src/operations/audit.ts'
import { Section } from '../kit/fold.tsx'
import { type Act, ActMenu } from '../kit/menu.tsx'
import { Chip } from '../parts/chips.tsx'
import { SecretOnce } from '../parts/forms/copy.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { act, platformAct } from '../screens/act.ts'
import { askScreen } from '../screens/ask-screen.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { drawPage } from '../shell.tsx'

export type Sink = AnswerOf<typeof listAuditSinks>['items'][number]

const DELETE: Question = {
  title: 'Delete this stream?',
  points: ['Its receiver gets no further lines.'],
  body: 'A new stream can start at the first or at the newest line of the audit trail.',
  verb: 'Delete stream',
}

const HINTS = {
  url: 'https://… or syslog+tls://host:6514. It gets each line once or more, in order.',
  authorization: 'For https, such as Splunk … or Bearer …. Never shown again.',
  ca: 'For a syslog server with a certificate of your own authority, in PEM.',
  from_start: 'Sends the lines that exist already first.',
}

function stateOf({ state, failing_since, last_ok_at }: Sink): Parameters<typeof Chip>[0] {
  if (state === 'off') return { word: 'Off', icon: 'ban', tone: 'idle' }
  if (failing_since) return { word: 'Fails', icon: 'triangle-alert', tone: 'bad' }
  return last_ok_at
    ? { word: 'Works', icon: 'check', tone: 'ok' }
    : { word: 'No line yet', icon: 'clock', tone: 'info' }
}

const AT = '/audit/streams'

/** Base path of the screens, and the extra input of their operations. */
type SinkList = { operator: boolean; install: { install?: true }; listOf: (call: SignedInCall) => string }

const columns = ({ self, zone }: ListState): Column<Sink>[] => [
  {
    label: 'Address',
    cell: (sink) => <Named name={sink.url} sub={[sink.tenant_name, sink.last_error].filter(Boolean).join(' · ')} />,
  },
  { label: 'State', cell: (sink) => <Chip {...stateOf(sink)} /> },
  {
    label: 'Sent',
    class: 'num',
    cell: ({ sent_rows, behind, lost_rows }) => (
      <>
        {number(sent_rows)}
        {behind ? <small class="sub2">{`${number(behind)} wait`}</small> : null}
        {lost_rows ? <small class="sub2">{`${number(lost_rows)} forgotten before`}</small> : null}
      </>
    ),
  },
  { label: 'Last', class: 'num wide-only', cell: ({ last_ok_at }) => <When time={last_ok_at} zone={zone} /> },
  {
    label: 'Change',
    class: 'end',
    cell: (sink) => (
      <div class="row">
        <Post action={`${self}/${sink.id}/test`} class="btn small" label="Send test" />
        <ActMenu id={`sink-${sink.id}`} label={`More about ${sink.url}`} acts={actsOf(sink, `${self}/${sink.id}`)} />
      </div>
    ),
  },
]

const actsOf = ({ state }: Sink, at: string): Act[] => [
  state === 'on'
    ? { label: 'Turn off', icon: 'circle-pause', post: `${at}/off` }
    : { label: 'Turn on', icon: 'circle-check', post: `${at}/on` },
  { label: 'Delete', icon: 'trash-2', ask: `${at}/delete`, question: DELETE, danger: true },
]

const menuOf =
  ({ operator, listOf }: SinkList) =>
  (call: SignedInCall): Act[] => [
    { label: 'Audit trail', icon: 'shield-check', href: listOf(call).replace(/\/streams$/, '') },
    ...(operator
      ? [{ label: 'Verify the trail now', icon: 'circle-check', post: `${listOf(call)}/verify` } as Act]
      : []),
  ]

function listAt(place: SinkList) {
  const { operator, install, listOf } = place
  const list = listScreen(
    {
      at: AT,
      operator,
      operation: listAuditSinks,
      given: () => install,
      ...(operator ? {} : { here: true as const }),
      title: 'Audit streams',
      sub: 'Copies of the audit trail at another place show when it is changed here.',
      kind: 'settings',
      empty: { icon: 'send', text: 'No stream yet. The audit trail is stored only on this install.' },
      menu: menuOf(place),
      columns,
    },
    (call) => newSink(call),
  )
  const form = formScreen({
    at: AT,
    operator,
    operation: createAuditSink,
    fields: ['url', 'authorization', 'ca', 'from_start'],
    given: () => install,
    once: true,
    inputs: { url: { type: 'text', inputmode: 'url' } },
    hints: HINTS,
    faults: ['conflict'],
    verb: 'Add stream',
    page: (call, refused) => list.draw(call, newSink(call, refused)),
    done: (call, { url, secret }) =>
      secret === null ? goTo(listOf(call), { text: 'Stream added.' }) : secretPage(call, { url, secret }, place),
  })
  const newSink = (call: SignedInCall, refused?: RefusedForm) => (
    <Section title="New stream" id="new">
      {form.form(listOf(call), {}, undefined, refused)}
    </Section>
  )
  return { screens: [...list.screens, ...form.screens], View: list.View }
}

function secretPage(
  call: SignedInCall,
  { url, secret }: { url: string; secret: string },
  { operator, listOf }: SinkList,
) {
  const { host } = new URL(url)
  const crumbs = [{ label: 'Audit streams', href: listOf(call) }, { label: host }]
  return drawPage(
    call,
    { title: 'Store this secret', crumbs, kind: 'settings', operator },
    <SecretOnce label="Signing secret" secret={secret} done_href={listOf(call)} />,
  )
}

/** The stream in the address, if the visitor may reach it. */
async function sinkOf(call: SignedInCall, operator: boolean): Promise<Sink> {
  const { items } = await call.call(listAuditSinks, operator ? { install: true, page_size: 200 } : { page_size: 200 })
  const found = items.find(({ id }) => id === call.params.id)
  if (!found) throw notFound('stream')
  return found
}

function actScreens({ operator, listOf }: SinkList): Screen[] {
  const post = operator ? platformAct : act
  const turn = (state: 'on' | 'off', text: string) =>
    post(`${AT}/:id/${state}`, updateAuditSink, (call) => goTo(listOf(call), { text }), { state })
  return [
    turn('on', 'The stream is on and goes on where it stopped.'),
    turn('off', 'The stream is off. Lines wait for it.'),
    post(`${AT}/:id/test`, testAuditSink, (call, { ok, error }) =>
      goTo(listOf(call), { text: ok ? 'The test line was taken.' : `The test failed: ${error}` }),
    ),
    ...askScreen({
      at: `${AT}/:id/delete`,
      operator,
      operation: deleteAuditSink,
      of: (call) => sinkOf(call, operator),
      question: DELETE,
      crumbs: (call) => [{ label: 'Audit streams', href: listOf(call) }],
      done: (call) => goTo(listOf(call), { text: 'Stream deleted.' }),
    }),
  ]
}

const verify = platformAct(`${AT}/verify`, verifyAudit, (_, { whole, rows, broken, breaks }) => {
  const text = whole
    ? `${many(rows, 'line')} verified: none was changed, removed or inserted.`
    : `The trail is not whole: ${many(broken, 'break')}, the first at line ${breaks[0]?.seq}.`
  return goTo(`/app/platform${AT}`, { text })
})

/** The same screens for the operator and for a workspace. */
function sinksAt(place: SinkList) {
  const { screens, View } = listAt(place)
  return { screens: [...screens, ...actScreens(place), ...(place.operator ? [verify] : [])], View }
}

export const installSinks = sinksAt({ operator: true, install: { install: true }, listOf: () => `/app/platform${AT}` })
export const ownSinks = sinksAt({ operator: false, install: {}, listOf: ({ base }) => `${base}${AT}` })

export const auditStreamScreens: readonly Screen[] = [...installSinks.screens, ...ownSinks.screens]
