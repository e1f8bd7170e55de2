/** First run: who administers this install, and which suppliers it starts with. */
import { FirstRun } from '../../src/domains/accounts/index.ts'
import { Tick } from '../parts/field.tsx'
import { Form, type Issue } from '../parts/form.tsx'
import { ONCE } from '../parts/hx.ts'
import { Steps } from '../parts/steps.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'

const STEPS = ['Your account', 'Suppliers']

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

/** `simulated` is true or absent; real suppliers are connected later, on the platform pages. */
export const SetupSuppliers = ({ action, later_href }: { action: string; later_href: string }) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={1} />
      <h1>Suppliers</h1>
      <p class="muted">
        Pushes and checks go through suppliers that you pay. Try the product with a simulated one first, or leave this
        and connect yours when you have the keys.
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
