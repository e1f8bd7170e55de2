import { Field } from '../parts/field.tsx'
import { fieldOf, type Issue } from '../parts/form.tsx'
import { ONCE } from '../parts/hx.ts'

type WelcomeProps = { action: string; name: string; email: string; issues?: readonly Issue[] }

/** An invited person chooses a password. */
export const Welcome = ({ action, name, email, issues = [] }: WelcomeProps) => (
  <div class="card">
    <div class="body">
      <h1>Welcome, {name || email}</h1>
      <p class="muted">Choose a password for {email}. This address works once.</p>
      <form method="post" action={action} class="form" {...ONCE} novalidate={issues.length > 0}>
        <Field
          name="password"
          label="Password"
          hint="At least 15 characters. A sentence is fine, and so is a password manager."
          error={issues.find((issue) => fieldOf(issue) === 'password')?.message}
        >
          {(control) => (
            <input class="input" type="password" autocomplete="new-password" required minlength="15" {...control} />
          )}
        </Field>
        <button type="submit" class="btn primary wide">
          Set password and sign in
        </button>
      </form>
    </div>
  </div>
)
