/** One identity provider: values to register there, its rules, its people, a test and a trial. */
import type { NameOf } from '../../src/doors/pages/people.ts'
import type {
  getIdentityProvider,
  listIdentities,
  testIdentityProvider,
} from '../../src/features/sso/operations/identity-providers.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { Child } from '../jsx/elements.ts'
import { EmptyState, Fold, Section } from '../kit/fold.tsx'
import { Strip } from '../kit/strip.tsx'
import { Chip } from '../parts/chips.tsx'
import { CopyField } from '../parts/forms/copy.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable, Named } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'
import type { RefusedForm } from '../screens/form-screen.tsx'
import { Preset } from './presets.tsx'
import { RuleForm, RuleTable, type WorkspaceNames } from './rules.tsx'
import { LINKED_WORDS } from './words.ts'

export type Provider = AnswerOf<typeof getIdentityProvider>
export type Finding = AnswerOf<typeof testIdentityProvider>['findings'][number]
type LinkedPeople = AnswerOf<typeof listIdentities>

export const stateOf = ({ enabled, enforce }: Pick<Provider, 'enabled' | 'enforce'>) =>
  !enabled
    ? ({ word: 'Off', icon: 'ban', tone: 'idle' } as const)
    : enforce
      ? ({ word: 'Required', icon: 'shield-check', tone: 'ok' } as const)
      : ({ word: 'On', icon: 'check', tone: 'ok' } as const)

type Props = {
  provider: Provider
  people: LinkedPeople
  findings?: readonly Finding[] | undefined
  self: string
  form: Child
  /** Workspaces for rules. */
  places: WorkspaceNames
  refusedRule?: RefusedForm | undefined
  zone: string
  names: NameOf
}

export const ProviderPage = ({ provider, people, findings, self, form, places, refusedRule, zone, names }: Props) => (
  <>
    {provider.last_error && (
      <Banner tone="warn">
        {'The last problem: '}
        {provider.last_error}
      </Banner>
    )}
    <Strip
      facts={[
        { label: 'State', value: <Chip {...stateOf(provider)} /> },
        { label: 'People', value: number(provider.people) },
        { label: 'Last answer', value: <When time={provider.last_ok_at} zone={zone} /> },
        { label: 'Client secret', value: provider.client_secret ? provider.client_secret.hint : 'none' },
      ]}
    />
    <Registration provider={provider} />
    <Section title="Check">
      {findings && <DataTable caption="Findings" columns={FINDINGS} rows={findings} lines />}
      <div class="acts">
        <Post action={`${self}/test`}>Test configuration</Post>
        <Post action={`${self}/try`}>Try a sign-in</Post>
      </div>
      <p class="hint">A trial shows what the provider reports about you. It signs nobody in.</p>
    </Section>
    <Settings provider={provider} self={self} form={form} />
    <GroupRules provider={provider} places={places} refused={refusedRule} self={self} />
    <Section title="People" note={people.total ? many(people.total, 'person', 'people') : undefined}>
      <DataTable
        caption="People who are connected"
        columns={peopleColumns({ self, zone, names })}
        rows={people.items}
        lines
        empty={<EmptyState icon="users">Nobody is connected yet.</EmptyState>}
      />
    </Section>
  </>
)

const Registration = ({ provider }: { provider: Provider }) => (
  <Section title="Register at the provider">
    <div class="form">
      <CopyField id="redirect" label="Redirect address" value={provider.redirect_uri} />
      <CopyField
        id="sign-in-url"
        label="Sign-in address"
        value={provider.sign_in_url}
        hint="For a bookmark, or a tile in your provider’s portal."
      />
    </div>
    <Preset kind={provider.kind} />
  </Section>
)

const Settings = ({ provider, self, form }: Pick<Props, 'provider' | 'self' | 'form'>) => (
  <>
    <div class="acts">
      <Post action={`${self}/turn`} fields={{ enabled: String(!provider.enabled) }}>
        {provider.enabled ? 'Turn off' : 'Turn on'}
      </Post>
      <Post action={`${self}/turn`} fields={{ enforce: String(!provider.enforce) }}>
        {provider.enforce ? 'Stop requiring it' : 'Require it'}
      </Post>
    </div>
    <p class="hint">
      Turned off, its sessions end. Required, passwords and passkeys of its people no longer sign them in, and sessions
      that they opened end, yours too if you are one of them.
    </p>
    <Fold summary="Change settings" id="change">
      {form}
    </Fold>
  </>
)

type RulesProps = Pick<Props, 'provider' | 'places' | 'self'> & { refused: Props['refusedRule'] }

const GroupRules = ({ provider, places, refused, self }: RulesProps) => (
  <Section title="Group rules">
    {provider.rules.length > 0 ? (
      <RuleTable rules={provider.rules} places={places} self={self} />
    ) : (
      <EmptyState icon="users">No rules. New people get the role {ROLE_WORDS[provider.default_role]}.</EmptyState>
    )}
    <p class="hint">Applied at each sign-in. The highest role in a workspace counts.</p>
    <Fold summary="Add a rule" id="add-rule" open={refused !== undefined}>
      <RuleForm self={self} claim={provider.groups_claim} places={places} refused={refused} />
    </Fold>
  </Section>
)

const FINE = { word: 'Fine', icon: 'check', tone: 'ok' } as const
const TO_FIX = { word: 'To fix', icon: 'triangle-alert', tone: 'bad' } as const

const FINDINGS: Column<Finding>[] = [
  { label: 'What', cell: ({ what }) => what },
  { label: 'Result', cell: ({ ok }) => <Chip {...(ok ? FINE : TO_FIX)} /> },
  { label: 'Found', cell: ({ found }) => found },
]

const peopleColumns = ({
  self,
  zone,
  names,
}: Pick<Props, 'self' | 'zone' | 'names'>): Column<LinkedPeople['items'][number]>[] => [
  {
    label: 'Account',
    cell: ({ account, email, linked_by }) => (
      <Named
        name={names(account)}
        sub={[...new Set([account, email ?? account]), LINKED_WORDS[linked_by]].join(' · ')}
      />
    ),
  },
  { label: 'Last sign-in', class: 'wide-only', cell: ({ last_at }) => <When time={last_at} zone={zone} /> },
  {
    label: 'Disconnect',
    class: 'end',
    cell: ({ id, account }) => (
      <Post action={`${self}/people/${id}/disconnect`} class="btn small" label="Disconnect" of={account} />
    ),
  },
]
