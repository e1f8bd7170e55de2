import { Button } from '../parts/button.tsx'
import { Field, FormAlert } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { Panel, Ways } from '../parts/page/plain.tsx'
import { PasskeyForm } from '../parts/passkey.tsx'

export type SignInProps = {
  action: string
  email?: string
  /** Where to go afterwards; the server checks that it is a path of this site. */
  next?: string
  /** One message for a wrong address and a wrong password. */
  error?: string
  /** Where an account is created. */
  sign_up?: string
  /** Whose name is above, when it is an agency's. */
  to?: string
  /** Identity providers of this address. */
  providers?: readonly { name: string; href: string }[]
  /** Where a passkey is sent, at addresses where browsers have passkeys. */
  passkey?: string | undefined
  /** The workspace whose own domain this is. */
  owner?: string
}

/** Pasting and password managers work; there is no puzzle. A passkey goes below the form. */
export const SignIn = ({
  action,
  email = '',
  next,
  error,
  to,
  owner,
  sign_up,
  passkey,
  providers = [],
}: SignInProps) => (
  <Panel
    title={to ? `Sign in to ${to}` : 'Sign in'}
    text={owner && `This address belongs to ${owner}. Only that workspace is open here.`}
  >
    <form method="post" action={action} class="form" {...ONCE}>
      <FormAlert id="sign-in-error" error={error} />
      {next && <input type="hidden" name="next" value={next} />}
      <Box
        name="email"
        label="E-mail"
        input={{ type: 'email', autocomplete: passkey ? 'username webauthn' : 'username', value: email }}
        error={error}
      />
      <Box
        name="password"
        label="Password"
        input={{ type: 'password', autocomplete: 'current-password' }}
        error={error}
      />
      <Button class="btn primary wide" label="Sign in" />
    </form>
    {passkey && (
      <PasskeyForm
        does="enter"
        action={passkey}
        from={`${passkey}/options`}
        fields={next ? { next } : {}}
        verb="Sign in with a passkey"
      />
    )}
    {providers.map(({ name, href }) => (
      <a class="btn wide" href={next ? `${href}?next=${encodeURIComponent(next)}` : href}>
        {`Sign in with ${name}`}
      </a>
    ))}
    <Ways>
      <a href="/reset">Forgot your password?</a>
      {sign_up && <a href={sign_up}>Create account</a>}
    </Ways>
  </Panel>
)

type BoxProps = { name: string; label: string; input: Record<string, string>; error: string | undefined }

/** Both fields are marked as wrong, and the one message does not say which of them is. */
const Box = ({ name, label, input, error }: BoxProps) => (
  <Field name={name} label={label}>
    {(control) => <input class="input" required {...input} {...control} {...(error ? WRONG : {})} />}
  </Field>
)

const WRONG = { 'aria-invalid': 'true', 'aria-describedby': 'sign-in-error' }
