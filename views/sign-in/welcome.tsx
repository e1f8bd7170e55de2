import { FirstRun } from '../../src/domains/accounts/index.ts'
import { Form, type Issue } from '../parts/forms/form.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { PASSWORD_HINT } from '../parts/text/words.ts'

type WelcomeProps = { action: string; name: string; email: string; issues?: readonly Issue[] }

/** An invited person chooses a password. */
export const Welcome = ({ action, name, email, issues = [] }: WelcomeProps) => (
  <Panel title={`Welcome, ${name || email}`} text={`Choose a password for ${email}. This address works once.`}>
    <Form
      action={action}
      schema={FirstRun}
      fields={['password']}
      inputs={{ password: { autocomplete: 'new-password' } }}
      hints={{ password: PASSWORD_HINT }}
      issues={issues}
      verb="Set password and sign in"
      wide
    />
  </Panel>
)
