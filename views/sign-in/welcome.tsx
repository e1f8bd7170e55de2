import Type from 'typebox'
import { FirstRun } from '../../src/domains/accounts/index.ts'
import { Form, type Issue } from '../parts/form.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'

type WelcomeProps = { action: string; name: string; email: string; issues?: readonly Issue[] }

/** An invited person chooses a password. */
export const Welcome = ({ action, name, email, issues = [] }: WelcomeProps) => (
  <div class="card">
    <div class="body">
      <h1>Welcome, {name || email}</h1>
      <p class="muted">Choose a password for {email}. This address works once.</p>
      <Form
        action={action}
        schema={PASSWORD}
        inputs={{ password: { autocomplete: 'new-password' } }}
        hints={{ password: PASSWORD_HINT }}
        issues={issues}
        verb="Set password and sign in"
        wide
      />
    </div>
  </div>
)

const PASSWORD = Type.Pick(FirstRun, ['password'])
