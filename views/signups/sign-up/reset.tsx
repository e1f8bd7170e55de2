/** Reset of a forgotten password. */

import { ResetForm, SignUpForm } from '../../../src/features/signups/index.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { say } from '../../../src/kernel/language/say.ts'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Username } from '../../parts/forms/username.tsx'
import { Panel, Ways } from '../../parts/page/plain.tsx'
import { PASSWORD_HINT } from '../../parts/text/words.ts'

type AskProps = { to: Reader; values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

export const AskReset = ({ to, values, issues }: AskProps) => (
  <Panel
    title={say(to, 'Choose a new password')}
    text={say(to, 'Enter the address of your account. An e-mail with a link is sent there.')}
  >
    <Form
      to={to}
      action="/reset"
      schema={ResetForm}
      values={values}
      issues={issues}
      inputs={{ email: { type: 'email', autocomplete: 'username' } }}
      labels={{ email: say(to, 'E-mail') }}
      verb={say(to, 'Send link')}
      wide
    />
    <Ways>
      <a href="/app/sign-in">{say(to, 'Sign in')}</a>
    </Ways>
  </Panel>
)

export const SetPassword = ({
  to,
  action,
  email,
  issues,
}: {
  to: Reader
  action: string
  email: string
  issues?: readonly Issue[]
}) => (
  <Panel
    title={say(to, 'Choose a new password')}
    text={say(to, 'For {email}. Other sessions and connected apps end.', { email })}
  >
    <Form
      to={to}
      action={action}
      schema={PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'new-password' } }}
      labels={{ password: say(to, 'Password') }}
      hints={{ password: say(to, PASSWORD_HINT) }}
      verb={say(to, 'Set password')}
      wide
    >
      <Username email={email} />
    </Form>
  </Panel>
)

const PASSWORD = { properties: { password: SignUpForm.properties.password }, required: ['password'] }
