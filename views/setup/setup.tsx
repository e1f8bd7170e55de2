/** First run: who administers this install, where it is reached, how it sends mail, and which suppliers it starts with. */
import { FirstRun } from '../../src/domains/accounts/index.ts'
import type { AddressCheck } from '../../src/domains/system/index.ts'
import { Banner } from '../parts/card.tsx'
import { Tick } from '../parts/field.tsx'
import { Form, type FormSchema, type Issue } from '../parts/form.tsx'
import { ONCE } from '../parts/hx.ts'
import { Post } from '../parts/post.tsx'
import { Steps } from '../parts/steps.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'

const STEPS = ['Account', 'Address', 'E-mail', 'Suppliers']

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

type StepProps = { action: string; later_href: string }

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
      <Form action={action} schema={fields} values={values} issues={issues} verb="Save and send a test" wide />
      <p>
        <a href={later_href}>Do this later</a>
      </p>
    </div>
  </div>
)

/** `simulated` is true or absent; real suppliers are connected later, on the platform pages. */
export const SetupSuppliers = ({ action, later_href }: StepProps) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={3} />
      <h1>Suppliers</h1>
      <p class="muted">
        Pushes and checks go through suppliers that you pay. Try the product with a simulated one first, or leave this
        and connect yours on the pages of the platform when you have the keys: each is tested there by a call that costs
        nothing.
      </p>
      <form method="post" action={action} class="form" {...ONCE}>
        <Tick
          name="simulated"
          label="Use the simulated supplier"
          hint="Asks no search engine and costs nothing. Everything it touches says so, and it can be switched off at any time."
        />
        <div class="actions">
          <button type="submit" class="btn primary">
            Finish
          </button>
          <a class="btn" href={later_href}>
            Do this later
          </a>
        </div>
      </form>
    </div>
  </div>
)
