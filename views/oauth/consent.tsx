/** Asks a person whether an app may act for them: its name, where it returns to, its scope and its credit limit. */
import { SCOPE_TITLES, type Scope } from '../../src/domains/oauth/index.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import { Field, Select, Tick } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { FormError } from '../parts/forms/form-error.tsx'
import { ONCE } from '../parts/hx.ts'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { Panel } from '../parts/page/plain.tsx'

export type ConsentProps = {
  action: string
  /** The request of the app, unchanged. */
  request: string
  app: {
    name: string
    /** The domain whose document describes the app; null when only the app itself does. */
    vouched_by: string | null
  }
  /** Host that receives the answer, and whether it is a program on the person's own machine. */
  back: { host: string; on_this_machine: boolean }
  email: string
  places: readonly { id: string; name: string }[]
  /** Scopes that the person can grant, from least to most. */
  scopes: readonly Scope[]
  values: { tenant_id?: string; scope: string; daily_credit_cap: string; approval_above: string }
  issues?: readonly Issue[]
}

export const Consent = ({ app, back, email, issues = [], ...form }: ConsentProps) => (
  <Panel title={`Connect ${app.name}?`} text="It acts for you, with your permissions at most.">
    {app.vouched_by === null && (
      <Banner tone="warn">
        <b>This name is not verified.</b> The app registered itself and chose the name.
      </Banner>
    )}
    {back.on_this_machine && (
      <Banner tone="warn">
        <b>The answer goes to a program on this computer.</b> Continue only if you started this there yourself.
      </Banner>
    )}
    <Facts facts={factsOf(app, back, email)} />
    <Answer email={email} app={app} back={back} issues={issues} {...form} />
  </Panel>
)

const factsOf = (app: ConsentProps['app'], back: ConsentProps['back'], email: string): Fact[] => [
  ...(app.vouched_by === null ? [] : [{ label: 'Verified by', value: <b>{app.vouched_by}</b> }]),
  { label: 'Returns to', value: <b>{back.host}</b> },
  { label: 'Account', value: email },
]

const Answer = ({ action, request, places, scopes, values, issues = [] }: ConsentProps) => (
  <form method="post" action={action} class="form" {...ONCE} novalidate={issues.length > 0}>
    {issues.length > 0 && <FormError issues={issues} />}
    <input type="hidden" name="request" value={request} />
    <Field
      name="tenant_id"
      label="Workspace"
      hint="It sees this one and those below it, and no other."
      error={errorAt(issues, 'tenant_id')}
    >
      {(control) => (
        <Select
          control={control}
          choices={places.map(({ id, name }) => ({ value: id, label: name }))}
          value={values.tenant_id ?? ''}
        />
      )}
    </Field>
    <fieldset class="form">
      <legend class="label-like">It may</legend>
      {scopes.map((scope) => (
        <Tick
          type="radio"
          name="scope"
          id={`scope-${scope}`}
          value={scope}
          label={SCOPE_TITLES[scope]}
          hint={MEANINGS[scope]}
          checked={scope === values.scope}
        />
      ))}
    </fieldset>
    {scopes.length > 1 &&
      LIMITS.map(({ name, min, empty, ...words }) => (
        <Field name={name} {...words} error={errorAt(issues, name)}>
          {(control) => (
            <input
              class="input"
              type="number"
              min={min}
              step="1"
              value={values[name]}
              placeholder={empty}
              {...control}
            />
          )}
        </Field>
      ))}
    <div class="actions">
      <Button name="answer" value="yes" class="btn primary" label="Connect" />
      <Button name="answer" value="no" formnovalidate label="Do not connect" />
    </div>
  </form>
)

const LIMITS = [
  {
    name: 'daily_credit_cap',
    min: '1',
    label: 'Credits a day, at most',
    hint: 'More is refused until 00:00 UTC.',
    empty: 'No limit',
  },
  {
    name: 'approval_above',
    min: '0',
    label: 'Ask me first above',
    hint: 'Larger pushes and checks wait under “To approve”. 0: always.',
    empty: 'Never',
  },
] as const

/** Each scope includes those before it. */
const MEANINGS: Record<Scope, string> = {
  read: 'See clients, people, pushes, links, results, credits and the names of API keys.',
  write: 'Also order pushes, pre-flights and checks, which use credits, and stop, repeat and share them.',
  admin:
    'Also add and remove clients, add viewers, remove people, move credits between clients, delete pushes and revoke API keys.',
}

export type NotConnectedProps = {
  reason: string
  /** Where the app waits for an answer. The page links there and never redirects. */
  back?: { href: string; host: string }
}

/** Why an app cannot be connected. */
export const NotConnected = ({ reason, back }: NotConnectedProps) => (
  <Panel title="This app cannot be connected" text={reason}>
    <div class="row">
      <LinkButton href="/app" label="Go to your workspaces" />
      {back && <LinkButton href={back.href} label={`Back to ${back.host}`} />}
    </div>
  </Panel>
)
