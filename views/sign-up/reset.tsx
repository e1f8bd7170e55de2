/** A password that was forgotten. */
import { ResetForm, SignUpForm } from '../../src/domains/signups/index.ts'
import { Form, type Issue } from '../parts/form.tsx'
import { PASSWORD_HINT } from '../parts/words.ts'
import { Panel, Ways } from './sign-up.tsx'

type AskProps = { values?: Readonly<Record<string, unknown>>; issues?: readonly Issue[] }

export const AskReset = ({ values, issues }: AskProps) => (
  <Panel title="Choose a new password">
    <p class="muted">Say the address of your account. A letter with a link goes there.</p>
    <Form
      action="/reset"
      schema={ResetForm}
      values={values}
      issues={issues}
      inputs={{ email: { type: 'email', autocomplete: 'username' } }}
      verb="Send the link"
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
  <Panel title="Choose a new password">
    <p class="muted">{`For ${email}. You are signed out everywhere, and apps that you connected stop.`}</p>
    <Form
      action={action}
      schema={PASSWORD}
      issues={issues}
      inputs={{ password: { autocomplete: 'new-password' } }}
      hints={{ password: PASSWORD_HINT }}
      verb="Set the password"
      wide
    />
  </Panel>
)

const PASSWORD = { properties: { password: SignUpForm.properties.password }, required: ['password'] }
