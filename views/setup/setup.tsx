/** First run: who administers this install, and which suppliers it starts with. */
import { ErrorLine, Field, Tick } from '../parts/field.tsx'
import { fieldOf, type Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Steps } from '../parts/steps.tsx'

const STEPS = ['Your account', 'Suppliers']

export type SetupAccountProps = {
  /** The one-time address itself: its token is the right to be here. */
  action: string
  values?: { workspace?: string; name?: string; email?: string }
  issues?: readonly Issue[]
}

export const SetupAccount = ({ action, values = {}, issues = [] }: SetupAccountProps) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={0} />
      <h1>Set up Signalpost</h1>
      <p class="muted">
        This account runs the install and owns the agency's workspace. This page works once; after that it is gone.
      </p>
      <form method="post" action={action} class="form" {...ONCE} novalidate={issues.length > 0}>
        {issues.length > 0 && (
          <div role="alert">
            <ErrorLine>{many(issues.length, 'field needs', 'fields need')} your attention.</ErrorLine>
          </div>
        )}
        {FIELDS.map((field) => (
          <Field
            name={field.name}
            label={field.label}
            hint={field.hint}
            error={issues.find((issue) => fieldOf(issue) === field.name)?.message}
          >
            {(control) => (
              <input class="input" required {...field.input} {...control} value={given(values, field.name)} />
            )}
          </Field>
        ))}
        <button type="submit" class="btn primary wide">
          Create account
        </button>
      </form>
    </div>
  </div>
)

const FIELDS = [
  {
    name: 'workspace',
    label: 'Agency name',
    hint: 'Shown on client reports; you can change it later.',
    input: { type: 'text', maxlength: '120', autocomplete: 'organization' },
  },
  {
    name: 'name',
    label: 'Your name',
    hint: undefined,
    input: { type: 'text', maxlength: '120', autocomplete: 'name' },
  },
  { name: 'email', label: 'E-mail', hint: undefined, input: { type: 'email', autocomplete: 'username' } },
  {
    name: 'password',
    label: 'Password',
    hint: 'At least 15 characters. A sentence is fine, and so is a password manager.',
    input: { type: 'password', minlength: '15', autocomplete: 'new-password' },
  },
] as const

const given = (values: NonNullable<SetupAccountProps['values']>, name: string): string =>
  name === 'workspace' || name === 'name' || name === 'email' ? (values[name] ?? '') : ''

/** `simulated` is true or absent; real suppliers are connected later, on the platform pages. */
export const SetupSuppliers = ({ action, later_href }: { action: string; later_href: string }) => (
  <div class="card">
    <div class="body">
      <Steps steps={STEPS} current={1} />
      <h1>Suppliers</h1>
      <p class="muted">
        Pushes and checks go through suppliers that you pay. Try the product with a simulated one first, or leave this
        and connect yours when you have the keys.
      </p>
      <form method="post" action={action} class="form" {...ONCE}>
        <Tick
          name="simulated"
          label="Use the simulated supplier"
          hint="Asks no search engine and costs nothing. Everything it touches says so, and it can be switched off at any time."
        />
        <div class="actions">
          <button type="submit" class="btn primary">
            Finish
          </button>
          <a class="btn" href={later_href}>
            Do this later
          </a>
        </div>
      </form>
    </div>
  </div>
)
