/** A person is asked whether an app may act for them: who it is, where it goes back to, what it may do, and for how much. */
import { SCOPE_TITLES, type Scope } from '../../src/domains/oauth/index.ts'
import { Banner, Card, CardBody, type Fact, Facts } from '../parts/card.tsx'
import { ErrorLine, Field } from '../parts/field.tsx'
import { fieldOf, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'

export type ConsentProps = {
  action: string
  /** The request of the app, as it came. */
  request: string
  app: {
    name: string
    /** The domain whose document tells of it; null for an app that only says so itself. */
    vouched_by: string | null
  }
  /** Where the answer goes: host, and whether that is a program on the person's own machine. */
  back: { host: string; on_this_machine: boolean }
  /** Who is asked. */
  email: string
  places: readonly { id: string; name: string }[]
  /** What the person can let it do, from least to most. */
  scopes: readonly Scope[]
  values: { tenant_id?: string; scope: string; daily_credit_cap: string; approval_above: string }
  issues?: readonly Issue[]
}

export const Consent = ({ app, back, email, issues = [], ...form }: ConsentProps) => (
  <Card>
    <CardBody>
      <h1>Connect {app.name}?</h1>
      <p class="muted">It would act for you, and never do more than you may do at the time.</p>
      {app.vouched_by === null && (
        <Banner tone="warn">
          <b>Nobody vouches for this name.</b> The app registered itself, and may call itself anything.
        </Banner>
      )}
      {back.on_this_machine && (
        <Banner tone="warn">
          <b>The answer goes to a program on this computer.</b> Go on only if you have just started this there yourself.
        </Banner>
      )}
      <Facts facts={factsOf(app, back, email)} />
      <Answer email={email} app={app} back={back} issues={issues} {...form} />
    </CardBody>
  </Card>
)

const factsOf = (app: ConsentProps['app'], back: ConsentProps['back'], email: string): Fact[] => [
  ...(app.vouched_by === null ? [] : [{ label: 'Vouched for by', value: <b>{app.vouched_by}</b> }]),
  { label: 'Goes back to', value: <b>{back.host}</b> },
  { label: 'You are', value: email },
]

const Answer = ({ action, request, places, scopes, values, issues = [] }: ConsentProps) => (
  <form method="post" action={action} class="form" {...ONCE} novalidate={issues.length > 0}>
    {issues.length > 0 && (
      <div class="form-error" role="alert">
        <ErrorLine>{many(issues.length, 'field needs', 'fields need')} your attention.</ErrorLine>
      </div>
    )}
    <input type="hidden" name="request" value={request} />
    <Field
      name="tenant_id"
      label="Workspace"
      hint="It sees this one and those below it, and no other."
      error={errorOf(issues, 'tenant_id')}
    >
      {(control) => (
        <select class="input" {...control}>
          {places.map(({ id, name }) => (
            <option value={id} selected={id === values.tenant_id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
    <fieldset class="form">
      <legend class="label-like">It may</legend>
      {scopes.map((scope) => (
        <Choice scope={scope} checked={scope === values.scope} />
      ))}
    </fieldset>
    {scopes.length > 1 &&
      CEILINGS.map(({ name, min, ...words }) => (
        <Field name={name} {...words} error={errorOf(issues, name)}>
          {(control) => <input class="input" type="number" min={min} step="1" value={values[name]} {...control} />}
        </Field>
      ))}
    <div class="actions">
      <button type="submit" name="answer" value="yes" class="btn primary">
        Connect
      </button>
      <button type="submit" name="answer" value="no" class="btn" formnovalidate>
        Do not connect
      </button>
    </div>
  </form>
)

const CEILINGS = [
  {
    name: 'daily_credit_cap',
    min: '1',
    label: 'Credits a day, at most',
    hint: 'Beyond that it is refused until 00:00 UTC. Leave empty for no ceiling.',
  },
  {
    name: 'approval_above',
    min: '0',
    label: 'Ask me first above',
    hint: 'Credits of one order. What needs more waits under “To approve” until somebody says yes. Leave empty for never; 0 is always.',
  },
] as const

const Choice = ({ scope, checked }: { scope: Scope; checked: boolean }) => (
  <div class="tick">
    <input
      type="radio"
      name="scope"
      id={`scope-${scope}`}
      value={scope}
      checked={checked}
      aria-describedby={`scope-${scope}-note`}
    />
    <label for={`scope-${scope}`}>{SCOPE_TITLES[scope]}</label>
    <small id={`scope-${scope}-note`}>{MEANINGS[scope]}</small>
  </div>
)

/** What each scope means, in plain words; each holds those before it. */
export const MEANINGS: Record<Scope, string> = {
  read: 'See clients, people, jobs, links, results, credits and the names of API keys.',
  write: 'Also order pushes, pre-flights and checks, which use credits, and stop, repeat and share them.',
  admin:
    'Also add and remove clients, add viewers, remove people, move credits between clients, delete jobs and revoke API keys.',
}

export type NotConnectedProps = {
  reason: string
  /** Where the app waits for an answer; a person goes there by themselves or not at all. */
  back?: { href: string; host: string }
}

/** Why an app cannot be connected. */
export const NotConnected = ({ reason, back }: NotConnectedProps) => (
  <Card>
    <CardBody>
      <h1>This app cannot be connected</h1>
      <p>{reason}</p>
      <div class="row">
        <a class="btn" href="/app">
          Go to the start
        </a>
        {back && (
          <a class="btn" href={back.href}>
            Back to {back.host}
          </a>
        )}
      </div>
    </CardBody>
  </Card>
)

const errorOf = (issues: readonly Issue[], name: string): string | undefined =>
  issues.find((issue) => fieldOf(issue) === name)?.message
