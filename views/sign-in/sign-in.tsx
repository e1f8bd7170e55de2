import { ErrorLine, Field } from '../parts/field.tsx'
import { ONCE } from '../parts/hx.ts'

export type SignInProps = {
  action: string
  email?: string
  /** Where to go afterwards; the server checks that it is a path of this site. */
  next?: string
  /** One message for a wrong address and a wrong password. */
  error?: string
  /** Whom one signs in to, when an agency's own name stands above. */
  to?: string
}

/** Pasting and password managers work; there is no puzzle. */
export const SignIn = ({ action, email = '', next, error, to }: SignInProps) => (
  <div class="card">
    <div class="body">
      <h1>{to ? `Sign in to ${to}` : 'Sign in'}</h1>
      <form method="post" action={action} class="form" {...ONCE}>
        {error && (
          <div role="alert">
            <ErrorLine id="sign-in-error">{error}</ErrorLine>
          </div>
        )}
        {next && <input type="hidden" name="next" value={next} />}
        <Field name="email" label="E-mail">
          {(control) => (
            <input
              class="input"
              type="email"
              autocomplete="username"
              required
              value={email}
              {...control}
              {...marked(error)}
            />
          )}
        </Field>
        <Field name="password" label="Password">
          {(control) => (
            <input
              class="input"
              type="password"
              autocomplete="current-password"
              required
              {...control}
              {...marked(error)}
            />
          )}
        </Field>
        <button type="submit" class="btn primary wide">
          Sign in
        </button>
      </form>
    </div>
  </div>
)

const marked = (error: string | undefined): Record<string, string> =>
  error ? { 'aria-invalid': 'true', 'aria-describedby': 'sign-in-error' } : {}
