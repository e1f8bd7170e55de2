/** First run: who administers this install, where it is reached, how it sends mail, and which suppliers it starts with. */
import { FirstRun } from '../../src/domains/accounts/index.ts'
import type { AddressCheck } from '../../src/domains/system/index.ts'
import { ENCRYPTION, LABELS } from '../emails/settings.tsx'
import type { Child } from '../jsx/elements.ts'
import { Banner } from '../parts/card.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { Post } from '../parts/post.tsx'
import { Steps } from '../parts/steps.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'
import { EngineForm, ROUTE_SIGN_IN, RouteForm, signInOf } from '../suppliers/forms.tsx'
import type { EngineData, RouteData, SentForm, Wants } from '../suppliers/props.ts'

const STEPS = ['Account', 'Address', 'E-mail', 'Supplier', 'Engine']

export type SetupAccountProps = {
  /** The one-time address itself: its token is the right to be here. */
  action: string
  values?: { workspace?: string; name?: string; email?: string }
  issues?: readonly Issue[]
}

export const SetupAccount = ({ action, values = {}, issues = [] }: SetupAccountProps) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={0} />
      <h1>Set up Signalpost</h1>
      <p class="muted">
        This account runs the install and owns the agency's workspace. This page works once; after that it is gone.
      </p>
      <Form
        action={action}
        schema={FirstRun}
        labels={{ workspace: 'Agency name', name: 'Your name' }}
        hints={{ workspace: 'Shown on client reports; you can change it later.', password: PASSWORD_HINT }}
        inputs={{
          workspace: { autocomplete: 'organization' },
          name: { autocomplete: 'name' },
          email: { type: 'email', autocomplete: 'username' },
          password: { autocomplete: 'new-password' },
        }}
        values={values}
        issues={issues}
        verb="Create account"
        wide
      />
    </div>
  </div>
)

export type StepProps = { action: string; later_href: string }

/** Where people reach the install: it fetches itself, as they would. */
export const SetupAddress = ({
  site_url,
  check,
  action,
  later_href,
}: StepProps & { site_url: string; check: AddressCheck | null }) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={1} />
      <h1>Site address</h1>
      <p class="muted">
        Letters, reports and sign-in links lead to <b>{site_url}</b>. Whether people reach this install there, safely,
        is tried by fetching it.
      </p>
      {check && <Banner tone={check.ok ? 'ok' : 'warn'}>{check.message}</Banner>}
      <div class="row">
        <Post action={action} class={check?.ok ? 'btn' : 'btn primary'}>
          {check ? 'Check again' : 'Check the address'}
        </Post>
        <a class={check?.ok ? 'btn primary' : 'btn'} href={later_href}>
          {check?.ok ? 'Go on' : 'Do this later'}
        </a>
      </div>
    </div>
  </div>
)

export type SetupMailProps = StepProps & {
  fields: FormSchema
  values?: Readonly<Record<string, unknown>>
  issues?: readonly Issue[]
  /** What the mail server said to the test. */
  refusal?: string | null
}

/** The mail server, tried by a real letter. */
export const SetupMail = ({ action, later_href, fields, values = {}, issues = [], refusal }: SetupMailProps) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={2} />
      <h1>E-mail</h1>
      <p class="muted">
        Invitations, new passwords and notices go out by your mail server. Saving sends a test to your own address.
      </p>
      {refusal && (
        <Banner tone="bad">
          <b>The test did not go out.</b> {refusal}
        </Banner>
      )}
      <Form
        action={action}
        schema={fields}
        values={values}
        issues={issues}
        labels={LABELS}
        words={{ secure: ENCRYPTION }}
        verb="Save and send a test"
        wide
      />
      <p>
        <a href={later_href}>Do this later</a>
      </p>
    </div>
  </div>
)

type SetupConnectProps = StepProps & {
  current: 3 | 4
  title: string
  /** The form, with what it is for. */
  children: Child
  /** What the free test said, where it failed. */
  failed: string | undefined
}

/** A supplier or an engine: a real one, tried by a call that costs nothing, or the simulated one. */
const SetupConnect = ({ current, title, action, later_href, failed, children }: SetupConnectProps) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={current} />
      <h1>{title}</h1>
      {failed && (
        <Banner tone="bad">
          <b>It is saved, but its test failed, so it is not in use yet.</b> {failed}
        </Banner>
      )}
      {children}
      <h2>No key yet?</h2>
      <p class="muted">
        The simulated one asks no search engine and costs nothing. What it touches says so, and a real one takes its
        place whenever you have a key.
      </p>
      <Post action={action} fields={{ adapter: 'simulated' }} class="btn wide">
        Use the simulated one
      </Post>
      <p>
        <a href={later_href}>Do this later</a>
      </p>
    </div>
  </div>
)

export type SetupSupplierProps = StepProps & { route: RouteData; sent?: SentForm | undefined; failed?: string }

export const SetupSupplier = ({ route, sent, failed, ...step }: SetupSupplierProps) => (
  <SetupConnect current={3} title="Crawl supplier" failed={failed} {...step}>
    <p class="muted">
      Pushes go through a supplier that you pay: it brings the search engines to your links. Saving asks it for your
      balance there, which costs nothing.
    </p>
    <RouteForm
      name="primary"
      action={step.action}
      route={route}
      fields={ROUTE_SIGN_IN}
      sent={sent}
      verb="Save and test for free"
      wide
    />
  </SetupConnect>
)

export type SetupEngineProps = StepProps & {
  engine: EngineData | null
  wants: Wants
  sent?: SentForm | undefined
  failed?: string
}

export const SetupEngine = ({ engine, wants, sent, failed, ...step }: SetupEngineProps) => (
  <SetupConnect current={4} title="Check engine" failed={failed} {...step}>
    <p class="muted">
      It looks whether Google shows a link: one that is not shown by day 7 gives its credit back. Saving asks it for
      your balance there, which costs nothing.
    </p>
    <EngineForm
      slot="scan_standard"
      action={step.action}
      engine={engine}
      wants={wants}
      fields={signInOf('scan_standard', wants)}
      sent={sent}
      verb="Save and test for free"
      wide
    />
  </SetupConnect>
)
