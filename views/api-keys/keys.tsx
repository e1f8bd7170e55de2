/** The API keys of a workspace and those below it: what each may do, and until when it works. */

import { CreditsADay, CreditsAlone, KeyName, KeyRole, RatePerDay, RatePerMin } from '../../src/domains/keys/index.ts'
import { ROLES, type Role } from '../../src/kernel/operation/caller.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listApiKeys } from '../../src/operations/api-keys/list-api-keys.ts'
import { DOCS, RECIPES } from '../docs/reference.tsx'
import { snippetsOf } from '../docs/snippets.ts'
import { Card, CardBody, Empty } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyBlock, SecretOnce } from '../parts/copy.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { dayTime, number } from '../parts/format.ts'
import type { Paged, Query } from '../parts/list.ts'
import { Menu } from '../parts/menu.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ROLE_WORDS } from '../parts/words.ts'

export type Key = AnswerOf<typeof listApiKeys>['items'][number]

export type KeysProps = {
  list: Paged<Key>
  /** As asked: page, page_size, sort, dir. */
  query: Query
  /** The highest role of a new key; null for those who may make none. */
  highest: Role | null
  /** Where this page is; what is done with a key stands below it. */
  self: string
  idempotency_key: string
  /** Whether the documentation is at this address. */
  docs?: boolean
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  zone?: string
}

export function Keys(props: KeysProps) {
  const { list, self, highest } = props
  return (
    <>
      <PageHead
        title="API keys"
        actions={
          props.docs && (
            <a class="btn" href={self.replace(/keys$/, 'connect')}>
              AI apps
            </a>
          )
        }
        sub={
          props.docs ? (
            <span>
              For programs that use the <a href={DOCS}>API</a>, its <a href={RECIPES}>recipes</a>, the command line and
              MCP.
            </span>
          ) : (
            'For programs that use the API.'
          )
        }
      />
      {highest && <NewKey {...props} highest={highest} />}
      <ListCard
        caption="API keys"
        columns={columns(props)}
        list={list}
        href={self}
        query={props.query}
        order="created_at"
        empty={
          <Empty icon="key-round">
            {highest ? 'No program has a key here yet. Make the first one above.' : 'No program has a key here yet.'}
          </Empty>
        }
      />
    </>
  )
}

type NewSecretProps = {
  name: string
  secret: string
  done_href: string
  /** The API's own address; null where it is not told. */
  site: string | null
}

/** Where a new key's secret is shown, this once. The first call reads it from the environment. */
export const NewSecret = ({ name, secret, done_href, site }: NewSecretProps) => (
  <>
    <PageHead title="Store this key" crumbs={[{ label: 'API keys', href: done_href }, { label: name }]} />
    <Card>
      <CardBody>
        <SecretOnce label="API key" secret={secret} done_href={done_href}>
          {site && (
            <>
              <CopyBlock
                id="first-call"
                label="A first call"
                value={snippetsOf({ method: 'GET', url: `${site}/api/v1/me` })[0]!.text}
              />
              <p class="hint">
                It answers with what the key may do. The key is read from the environment: <code>SIGNALPOST_KEY</code>.
                What else can be called stands in the <a href={DOCS}>reference</a>.
              </p>
            </>
          )}
        </SecretOnce>
      </CardBody>
    </Card>
  </>
)

const NewKey = ({ self, highest, idempotency_key, values, issues }: KeysProps & { highest: Role }) => (
  <Card title="New key">
    <CardBody>
      <Form
        action={self}
        schema={newKey(highest)}
        values={{ role: 'member', ...values }}
        issues={issues}
        hints={KEY_HINTS}
        hidden={{ idempotency_key }}
        verb="Create key"
        class="inline"
      />
    </CardBody>
  </Card>
)

/** What a limit means that is left empty. */
const LIMIT_HINTS = {
  daily_credit_cap: 'At most, until 00:00 UTC. Empty: no ceiling.',
  approval_above: 'Larger orders wait for your approval. Empty: none.',
  rate_per_min: 'Empty: 60.',
  rate_per_day: 'Empty: 10,000.',
}

export const KEY_HINTS = {
  ...LIMIT_HINTS,
  role: 'A key never does more than the person who made it.',
}

/** The roles that a key may be given: as far as one's own. */
export const rolesUpTo = (highest: Role): Role[] => ROLES.slice(0, ROLES.indexOf(highest) + 1)

const newKey = (highest: Role): FormSchema => ({
  properties: {
    name: KeyName,
    role: { ...KeyRole, enum: rolesUpTo(highest) },
    daily_credit_cap: CreditsADay,
    approval_above: CreditsAlone,
    rate_per_min: RatePerMin,
    rate_per_day: RatePerDay,
  },
  required: ['name', 'role'],
})

function columns({ highest, self, zone = 'UTC' }: KeysProps): Column<Key>[] {
  const all: Column<Key>[] = [
    { label: 'Name', sort: 'name', cell: (key) => <Name of={key} href={highest && `${self}/${key.id}`} zone={zone} /> },
    { label: 'Workspace', class: 'wide-only', cell: (key) => key.tenant_name },
    { label: 'Role', class: 'wide-only', cell: (key) => ROLE_WORDS[key.role] },
    { label: 'Credits', class: 'wide-only', cell: (key) => ceilingsOf(key) },
    { label: 'Status', class: 'wide-only', cell: (key) => <Status of={key} zone={zone} /> },
    { label: 'Last used', class: 'num when wide-only', cell: (key) => <When time={key.last_used_at} zone={zone} /> },
    {
      label: 'Created',
      class: 'num when wide-only',
      sort: 'created_at',
      cell: (key) => <When time={key.created_at} zone={zone} />,
    },
  ]
  if (!highest) return all
  return [...all, { label: 'Actions', class: 'end', cell: (key) => <Actions of={key} self={self} /> }]
}

/** What it may use a day, and above which number a person is asked. */
const ceilingsOf = ({ daily_credit_cap: day, approval_above: alone }: Key): string =>
  [...(day === null ? [] : [`${number(day)} a day`]), ...(alone === null ? [] : [`asks above ${number(alone)}`])].join(
    ', ',
  ) || 'No ceiling'

const Name = ({ of, href, zone }: { of: Key; href: string | null; zone: string }) => (
  <>
    {href ? (
      <a href={href} data-row>
        <b>{of.name}</b>
      </a>
    ) : (
      <b>{of.name}</b>
    )}{' '}
    <span class="id">{of.prefix}…</span>
    <span class="sub">
      {`${of.tenant_name} · ${ROLE_WORDS[of.role]}`}
      <br />
      <Status of={of} zone={zone} />
    </span>
  </>
)

/** A key whose maker lost rank does less than its role says; one whose workspace is archived does nothing. */
export function Status({ of, zone }: { of: Key; zone: string }) {
  if (of.status === 'revoked') return <Chip word="Revoked" icon="ban" tone="idle" />
  if (of.acts_as === null) return <Chip word="Asleep" icon="triangle-alert" tone="warn" />
  if (of.revoked_at) return <Chip word={`Works until ${dayTime(of.revoked_at, zone)}`} icon="clock" tone="info" />
  if (of.acts_as !== of.role)
    return <Chip word={`Acts as ${ROLE_WORDS[of.acts_as].toLowerCase()}`} icon="triangle-alert" tone="warn" />
  return <Chip word="Works" icon="check" tone="ok" />
}

const Actions = ({ of, self }: { of: Key; self: string }) =>
  of.status === 'active' ? (
    <Menu
      id={`key-${of.id}`}
      label={`Actions for ${of.name}`}
      items={[
        { label: 'Name, role and limits', icon: 'rows-3', href: `${self}/${of.id}` },
        ...(of.revoked_at ? [] : [{ label: 'Replace', icon: 'refresh-cw' as const, href: `${self}/${of.id}/replace` }]),
        { label: 'Revoke', icon: 'ban', href: `${self}/${of.id}/revoke`, danger: true },
      ]}
    />
  ) : (
    <Menu
      id={`key-${of.id}`}
      label={`Actions for ${of.name}`}
      items={[{ label: 'Delete', icon: 'trash-2', href: `${self}/${of.id}/delete`, danger: true }]}
    />
  )
