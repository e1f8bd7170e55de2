import { ErrorLine, Field } from '../parts/field.tsx'
import { ONCE } from '../parts/hx.ts'

export type SignInProps = {
  action: string
  email?: string
  /** Where to go afterwards; the server checks that it is a path of this site. */
  next?: string
  /** One message for a wrong address and a wrong password. */
  error?: string
  /** Where one makes an account. */
  sign_up?: string
  /** Whom one signs in to, when an agency's own name stands above. */
  to?: string
  /** The workspace whose own domain this is. */
  owner?: string
}

/** Pasting and password managers work; there is no puzzle. */
export const SignIn = ({ action, email = '', next, error, to, owner, sign_up }: SignInProps) => (
  <div class="card">
    <div class="body">
      <h1>{to ? `Sign in to ${to}` : 'Sign in'}</h1>
      {owner && <p class="hint">This address belongs to {owner}. Only that workspace is open here.</p>}
      <form method="post" action={action} class="form" {...ONCE}>
        {error && (
          <div role="alert">
            <ErrorLine id="sign-in-error">{error}</ErrorLine>
          </div>
        )}
        {next && <input type="hidden" name="next" value={next} />}
        <Box
          name="email"
          label="E-mail"
          input={{ type: 'email', autocomplete: 'username', value: email }}
          error={error}
        />
        <Box
          name="password"
          label="Password"
          input={{ type: 'password', autocomplete: 'current-password' }}
          error={error}
        />
        <button type="submit" class="btn primary wide">
          Sign in
        </button>
      </form>
      <p class="ways">
        <a href="/reset">Forgot the password?</a>
        {sign_up && <a href={sign_up}>Make an account</a>}
      </p>
    </div>
  </div>
)

type BoxProps = { name: string; label: string; input: Record<string, string>; error: string | undefined }

/** Both fields are marked as wrong, and the one message does not say which of them is. */
const Box = ({ name, label, input, error }: BoxProps) => (
  <Field name={name} label={label}>
    {(control) => <input class="input" required {...input} {...control} {...(error ? WRONG : {})} />}
  </Field>
)

const WRONG = { 'aria-invalid': 'true', 'aria-describedby': 'sign-in-error' }
