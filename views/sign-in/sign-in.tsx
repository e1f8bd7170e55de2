import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'

type SignInProps = {
  /** The reader. */
  to: Reader
  action: string
  email?: string
  /** Address to continue to; the server checks that it is a path of this site. */
  next?: string
  /** The same message for a wrong e-mail address and a wrong password. */
  error?: string
  /** Address to create an account. */
  sign_up?: string
  /** Name in the heading, for an agency's own domain. */
  at?: string | undefined
  /** Identity providers at this host. */
  providers?: readonly { name: string; href: string }[]
  /** Address for the answer of a passkey, where browsers support passkeys. */
  passkey?: string | undefined
  /** Workspace that owns this domain. */
  owner?: string
}

/** Works with pasting and password managers; there is no puzzle. The passkey button is below the form. */
export const SignIn = ({
  to,
  action,
  email = '',
  next,
  error,
  at,
  owner,
  sign_up,
  passkey,
  providers = [],
}: SignInProps) => (
  <Panel
    title={at ? say(to, 'Sign in to {name}', { name: at }) : say(to, 'Sign in')}
    text={owner && say(to, 'This address belongs to {owner}. Only that workspace is open here.', { owner })}
  >
    <form method="post" action={action} class="form" {...ONCE}>
      <FormAlert id="sign-in-error" error={error} />
      {next && <input type="hidden" name="next" value={next} />}
      <Box
        name="email"
        label={say(to, 'E-mail')}
        input={{ type: 'email', autocomplete: passkey ? 'username webauthn' : 'username', value: email }}
        error={error}
      />
      <Box
        name="password"
        label={say(to, 'Password')}
        input={{ type: 'password', autocomplete: 'current-password' }}
        error={error}
      />
      <Button class="btn primary wide" label={say(to, 'Sign in')} />
    </form>
    {passkey && (
      <PasskeyForm
        to={to}
        does="enter"
        action={passkey}
        from={`${passkey}/options`}
        fields={next ? { next } : {}}
        verb={say(to, 'Sign in with a passkey')}
      />
    )}
    {providers.map(({ name, href }) => (
      <a class="btn wide" href={next ? `${href}?next=${encodeURIComponent(next)}` : href}>
        {say(to, 'Sign in with {name}', { name })}
      </a>
    ))}
    <Ways>
      <a href="/reset">{say(to, 'Forgot your password?')}</a>
      {sign_up && <a href={sign_up}>{say(to, 'Create account')}</a>}
    </Ways>
  </Panel>
)

type BoxProps = { name: string; label: string; input: Record<string, string>; error: string | undefined }

/** Marks both fields as wrong, so that the page does not reveal which one is. */
const Box = ({ name, label, input, error }: BoxProps) => (
  <Field name={name} label={label}>
    {(control) => <input class="input" required {...input} {...control} {...(error ? WRONG : {})} />}
  </Field>
)

const WRONG = { 'aria-invalid': 'true', 'aria-describedby': 'sign-in-error' }
