import { FirstRun } from '../../src/domains/accounts/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Form, type Issue } from '../parts/forms/form.tsx'
import { Username } from '../parts/forms/username.tsx'
import { Panel } from '../parts/page/plain.tsx'
import { PASSWORD_HINT } from '../parts/text/words.ts'

type WelcomeProps = { to: Reader; action: string; name: string; email: string; issues?: readonly Issue[] }

/** An invited person chooses a password. */
export const Welcome = ({ to, action, name, email, issues = [] }: WelcomeProps) => (
  <Panel
    title={say(to, 'Welcome, {name}', { name: name || email })}
    text={say(to, 'Choose a password for {email}. This address works once.', { email })}
  >
    <Form
      to={to}
      action={action}
      schema={FirstRun}
      fields={['password']}
      inputs={{ password: { autocomplete: 'new-password' } }}
      labels={{ password: say(to, 'Password') }}
      hints={{ password: say(to, PASSWORD_HINT) }}
      issues={issues}
      verb={say(to, 'Set password and sign in')}
      wide
    >
      <Username email={email} />
    </Form>
  </Panel>
)
