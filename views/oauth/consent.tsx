/** Asks a person whether an app may act for them: its name, where it returns to, its scope and its credit limit. */
import { SCOPE_TITLES, type Scope } from '../../src/domains/oauth/index.ts'
import { languageOf, type Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { Button, LinkButton } from '../parts/button.tsx'
import { Field, Select, Tick } from '../parts/forms/field.tsx'
import { errorAt, type Issue } from '../parts/forms/form.tsx'
import { FormError } from '../parts/forms/form-error.tsx'
import { ONCE } from '../parts/hx.ts'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { Say } from '../parts/text/say.tsx'

export type ConsentProps = {
  to: Reader
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

export const Consent = ({ to, app, back, email, issues = [], ...form }: ConsentProps) => (
  <Panel
    title={say(to, 'Connect {name}?', { name: app.name })}
    text={say(to, 'It acts for you, with your permissions at most.')}
  >
    {app.vouched_by === null && (
      <Banner tone="warn">
        <Say to={to} text="<b>This name is not verified.</b> The app registered itself and chose the name." />
      </Banner>
    )}
    {back.on_this_machine && (
      <Banner tone="warn">
        <Say
          to={to}
          text="<b>The answer goes to a program on this computer.</b> Continue only if you started this there yourself."
        />
      </Banner>
    )}
    <Facts facts={factsOf(to, app, back, email)} />
    <Answer to={to} email={email} app={app} back={back} issues={issues} {...form} />
  </Panel>
)

const factsOf = (to: Reader, app: ConsentProps['app'], back: ConsentProps['back'], email: string): Fact[] => [
  ...(app.vouched_by === null ? [] : [{ label: say(to, 'Verified by'), value: <b>{app.vouched_by}</b> }]),
  { label: say(to, 'Returns to'), value: <b>{back.host}</b> },
  { label: say(to, 'Account'), value: email },
]

const Answer = ({ to, action, request, places, scopes, values, issues = [] }: ConsentProps) => (
  <form method="post" action={action} class="form" {...ONCE} novalidate={issues.length > 0}>
    {issues.length > 0 && <FormError to={to} issues={issues} />}
    <input type="hidden" name="request" value={request} />
    <Field
      name="tenant_id"
      label={say(to, 'Workspace')}
      hint={say(to, 'It sees this one and those below it, and no other.')}
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
      <legend class="label-like">{say(to, 'It may')}</legend>
      {scopes.map((scope) => (
        <Tick
          type="radio"
          name="scope"
          id={`scope-${scope}`}
          value={scope}
          label={say(to, SCOPE_TITLES[scope])}
          hint={say(to, MEANINGS[scope])}
          checked={scope === values.scope}
        />
      ))}
    </fieldset>
    {scopes.length > 1 &&
      LIMITS.map(({ name, min, empty, label, hint }) => (
        <Field name={name} label={say(to, label)} hint={say(to, hint)} error={errorAt(issues, name)}>
          {(control) => (
            <input
              class="input"
              type="number"
              min={min}
              step="1"
              value={values[name]}
              placeholder={say(to, empty)}
              {...control}
            />
          )}
        </Field>
      ))}
    <div class="actions">
      <Button name="answer" value="yes" class="btn primary" label={say(to, 'Connect')} />
      <Button name="answer" value="no" formnovalidate label={say(to, 'Do not connect')} />
    </div>
  </form>
)

const LIMITS = [
  {
    name: 'daily_credit_cap',
    min: '1',
    label: text('Credits a day, at most'),
    hint: text('More is refused until 00:00 UTC.'),
    empty: text('No limit'),
  },
  {
    name: 'approval_above',
    min: '0',
    label: text('Ask me first above'),
    hint: text('Larger pushes and checks wait under “To approve”. 0: always.'),
    empty: text('Never'),
  },
] as const

/** Each scope includes those before it. */
const MEANINGS: Record<Scope, Text> = {
  read: text('See clients, people, pushes, links, results, credits and the names of API keys.'),
  write: text('Also order pushes, pre-flights and checks, which use credits, and stop, repeat and share them.'),
  admin: text(
    'Also add and remove clients, add viewers, remove people, move credits between clients, delete pushes and revoke API keys.',
  ),
}

export type NotConnectedProps = {
  to: Reader
  /** For the maker of the app, in English as all that programs read. */
  reason: string
  /** Where the app waits for an answer. The page links there and never redirects. */
  back?: { href: string; host: string }
}

/** Why an app cannot be connected. */
export const NotConnected = ({ to, reason, back }: NotConnectedProps) => (
  <Panel
    title={say(to, 'This app cannot be connected')}
    text={
      languageOf(to) === 'en' ? (
        reason
      ) : (
        <>
          {say(to, 'Its request is not right. Send this to the maker of the app:')} <code lang="en">{reason}</code>
        </>
      )
    }
  >
    <div class="row">
      <LinkButton href="/app" label={say(to, 'Go to your workspaces')} />
      {back && <LinkButton href={back.href} label={say(to, 'Back to {host}', { host: back.host })} />}
    </div>
  </Panel>
)
