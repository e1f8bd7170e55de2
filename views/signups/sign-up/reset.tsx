/** Reset of a forgotten password. */

import { ResetForm, SignUpForm } from '../../../src/features/signups/index.ts'
import { Form, type Issue } from '../../parts/forms/form.tsx'
import { Username } from '../../parts/forms/username.tsx'
import { Panel, Ways } from '../../parts/page/plain.tsx'
import { PASSWORD_HINT } from '../../parts/text/words.ts'

type AskProps = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

export const AskReset = ({ values, issues }: AskProps) => (
  <Panel title="Choose a new password" text="Enter the address of your account. An e-mail with a link is sent there.">
    <Form
      action="/reset"
      schema={ResetForm}
      values={values}
      issues={issues}
      inputs={{ email: { type: 'email', autocomplete: 'username' } }}
      verb="Send link"
      wide
    />
    <Ways>
      <a href="/app/sign-in">Sign in</a>
    </Ways>
  </Panel>
)

export const SetPassword = ({
  action,
  email,
  issues,
}: {
  action: string
  email: string
  issues?: readonly Issue[]
}) => (
  <Panel title="Choose a new password" text={`For ${email}. Other sessions and connected apps end.`}>
    <Form
      action={action}
      schema={PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'new-password' } }}
      hints={{ password: PASSWORD_HINT }}
      verb="Set password"
      wide
    >
      <Username email={email} />
    </Form>
  </Panel>
)

const PASSWORD = { properties: { password: SignUpForm.properties.password }, required: ['password'] }
