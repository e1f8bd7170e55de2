/** API keys of a workspace and the workspaces below it. */
import type { Markup, SignedInCall } from '../../src/doors/pages/web.ts'
import type { Role } from '../../src/kernel/operation/caller.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { createApiKey, listApiKeys } from '../../src/operations/api-keys.ts'
import { domainOfCall } from '../branding.ts'
import { DOCS } from '../docs/reference.tsx'
import { snippetsOf } from '../docs/snippets.ts'
import { Section } from '../kit/fold.tsx'
import { ActMenu } from '../kit/menu.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyBlock, SecretOnce } from '../parts/forms/copy.tsx'
import type { Question } from '../parts/forms/dialogs.tsx'
import type { FormSchema } from '../parts/forms/form.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { dayTime, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS, rolesUpTo } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { drawPage, may } from '../shell.tsx'
import { IntegrationTabs } from './tabs.tsx'

export type Key = AnswerOf<typeof listApiKeys>['items'][number]

export const keysOf = ({ base }: SignedInCall): string => `${base}/keys`

/** Questions before an act on a key, by the last word of its address. */
export const QUESTIONS = {
  replace: {
    title: 'Replace this key?',
    body: 'A new key like this one is made. This one works for 24 more hours, then it is revoked automatically.',
    verb: 'Create new key',
    tone: 'plain',
  },
  revoke: {
    title: 'Revoke this key?',
    points: ['Programs that use it are refused at once.'],
    body: 'This cannot be undone.',
    verb: 'Revoke key',
  },
  delete: {
    title: 'Delete this key?',
    points: ['It stops at once and leaves the list.', 'Its actions stay in the audit trail.'],
    body: 'This cannot be undone.',
    verb: 'Delete key',
  },
} satisfies Record<string, Question>

/** A key does less than its role says after its creator got a lower role, and nothing in an archived workspace. */
export function Status({ of, zone }: { of: Key; zone: string }) {
  if (of.status === 'revoked') return <Chip word="Revoked" icon="ban" tone="idle" />
  if (of.acts_as === null) return <Chip word="Not working" icon="triangle-alert" tone="warn" />
  if (of.revoked_at) return <Chip word={`Works until ${dayTime(of.revoked_at, zone)}`} icon="clock" tone="info" />
  if (of.acts_as !== of.role)
    return <Chip word={`Acts as ${ROLE_WORDS[of.acts_as].toLowerCase()}`} icon="triangle-alert" tone="warn" />
  return <Chip word="Works" icon="check" tone="ok" />
}

/** Daily credit limit, and the limit above which a person approves. */
const limitsOf = ({ daily_credit_cap: day, approval_above: alone }: Key): string =>
  [day === null ? [] : `${number(day)} a day`, alone === null ? [] : `asks above ${number(alone)}`].flat().join(', ') ||
  'No limit'

const columns = ({ self, zone, may: mayCall }: ListState): Column<Key>[] => {
  const changes = mayCall(createApiKey)
  return [
    {
      label: 'Name',
      sort: 'name',
      cell: (key) => (
        <Named
          href={changes ? `${self}/${key.id}` : undefined}
          name={key.name}
          sub={[<bdi>{key.tenant_name}</bdi>, ` · ${ROLE_WORDS[key.role]}`]}
        >
          <span class="id">{key.prefix}…</span>
        </Named>
      ),
    },
    { label: 'Credits', class: 'wide-only fig', cell: limitsOf },
    { label: 'Status', cell: (key) => <Status of={key} zone={zone} /> },
    { label: 'Last used', class: 'num when wide-only', cell: (key) => <When time={key.last_used_at} zone={zone} /> },
    timeColumn('Created', 'created_at', zone, 'wide-only'),
    ...(changes ? [{ label: 'Actions', class: 'end', cell: (key: Key) => <Acts of={key} self={self} /> }] : []),
  ]
}

const Acts = ({ of: { id, name, status, revoked_at }, self }: { of: Key; self: string }) => {
  const ask = (act: keyof typeof QUESTIONS) => ({ ask: `${self}/${id}/${act}`, question: QUESTIONS[act] })
  return (
    <ActMenu
      id={`key-${id}`}
      label={`Actions for ${name}`}
      acts={
        status === 'active'
          ? [
              revoked_at ? null : { label: 'Replace', icon: 'refresh-cw', ...ask('replace') },
              { label: 'Revoke', icon: 'ban', ...ask('revoke'), danger: true },
            ]
          : [{ label: 'Delete', icon: 'trash-2', ...ask('delete'), danger: true }]
      }
    />
  )
}

export const keyList = listScreen(
  {
    at: '/keys',
    here: true,
    operation: listApiKeys,
    title: 'Integrations',
    sub: 'Programs use API keys for the API, the command line and MCP.',
    kind: 'settings',
    search: 'Search name or first characters',
    filters: { status: { active: 'Active', revoked: 'Revoked' } },
    above: (view) => !view.own_domain && <IntegrationTabs {...view} current="keys" />,
    columns,
    empty: { icon: 'key-round', text: 'No API keys yet.' },
    nothing: 'No key fits these filters.',
  },
  (call) => may(call, createApiKey) && newKey(keysOf(call), call.caller.role),
)

/** Form of new and existing keys; an empty limit is the default. */
export const KEY_FORM = {
  fields: ['name', 'role'],
  words: { role: ROLE_WORDS },
  hints: { role: 'A key never does more than the person who made it.' },
  rules: [
    { label: 'Calls', text: 'At most {rate_per_min} a minute and {rate_per_day} a day.' },
    { label: 'Credits', text: 'At most {daily_credit_cap} a day, until 00:00 UTC.' },
    { label: 'Approval', text: 'Pushes and checks above {approval_above} credits wait for a person.' },
  ],
  empty: { rate_per_min: '60', rate_per_day: '10,000', daily_credit_cap: 'no limit', approval_above: 'no limit' },
}

export const withRoles = ({ properties, required = [] }: FormSchema, roles: readonly Role[]): FormSchema => ({
  properties: { ...properties, role: { ...properties.role, enum: roles } },
  required: [...required, 'name', 'role'],
})

/** A reload of the answer sends the form again, and shows the same key. */
export const createForm: FormOf = formScreen({
  at: '/keys',
  ...KEY_FORM,
  operation: createApiKey,
  given: () => ({}),
  once: true,
  faults: ['plan_limit'],
  verb: 'Create key',
  page: (call, refused) => keyList.draw(call, newKey(keysOf(call), call.caller.role, refused)),
  done: (call, key) => secretPage(call, key),
})

export const newKey = (self: string, highest: Role, refused?: RefusedForm) => (
  <Section title="New key" id="new">
    {createForm.form(self, { role: 'member' }, { schema: withRoles(createApiKey.input, rolesUpTo(highest)) }, refused)}
  </Section>
)

export function secretPage(call: SignedInCall, { name, secret }: { name: string; secret: string }): Promise<Markup> {
  const site = domainOfCall(call) ? null : call.app.config.site_url
  const list = keysOf(call)
  const crumbs = [{ label: 'API keys', href: list }, { label: name }]
  const content = <NewSecret secret={secret} done_href={list} site={site} />
  return drawPage(call, { title: 'Store this key', crumbs, kind: 'settings' }, content)
}

/** The secret of a new key, shown once. The first call reads it from the environment. */
export const NewSecret = ({ secret, done_href, site }: { secret: string; done_href: string; site: string | null }) => (
  <SecretOnce label="API key" secret={secret} done_href={done_href}>
    {site && (
      <>
        <CopyBlock
          id="first-call"
          label="A first call"
          value={snippetsOf({ method: 'GET', url: `${site}/api/v1/me` })[0]!.text}
        />
        <p class="hint">
          It answers with what the key may do, and reads the key from <code>SIGNALPOST_KEY</code>. The{' '}
          <a href={DOCS}>API reference</a> lists every call.
        </p>
      </>
    )}
  </SecretOnce>
)
