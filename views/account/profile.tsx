/** Who somebody is here: name, place, address, how pages look in this browser, and the way out for good. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { deleteProfile } from '../../src/operations/account/delete-profile.ts'
import type { getProfile } from '../../src/operations/account/get-profile.ts'
import { updateProfile } from '../../src/operations/account/update-profile.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../document.tsx'
import { Banner, Card, CardBody } from '../parts/card.tsx'
import { Field, Select, Tick } from '../parts/field.tsx'
import { Form, fieldsOf, type Issue } from '../parts/form.tsx'
import { dayTime } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'

export type Profile = AnswerOf<typeof getProfile>

/** A form that was sent and not taken: which, with what, and why. */
export type Refused = {
  form: 'profile' | 'email' | 'password' | 'delete'
  issues: readonly Issue[]
  values?: Readonly<Record<string, unknown>>
}
export type FormProps = { profile: Profile; self: string; refused?: Refused; now: string; zone: string }

export const refusedIn = (form: Refused['form'], refused?: Refused): Pick<Refused, 'issues' | 'values'> =>
  refused?.form === form ? refused : { issues: [] }

/** Language tags of which most people's dates are one; any other can be typed. */
const LANGUAGES = ['en', 'en-US', 'de', 'de-AT', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'pt-BR', 'sv', 'tr', 'ja']

export const You = ({ profile, self, refused, now, zone }: FormProps) => {
  const { issues, values = profile } = refusedIn('profile', refused)
  return (
    <Card title="You">
      <CardBody>
        <Form
          action={self}
          id="profile"
          schema={fieldsOf(updateProfile.input, ['name', 'time_zone', 'locale'])}
          values={values}
          issues={issues}
          labels={{ locale: 'Language of dates' }}
          inputs={{
            name: { autocomplete: 'name' },
            time_zone: { list: 'zones', autocomplete: 'off' },
            locale: { list: 'languages', autocomplete: 'off' },
          }}
          hints={{
            time_zone: `Times on your pages are of this zone. It is ${dayTime(now, zone)} there.`,
            locale: 'How days and months are written on your pages, such as en, en-US or de-AT.',
          }}
          verb="Save"
          class="inline"
        />
        <Choices id="zones" values={Intl.supportedValuesOf('timeZone')} />
        <Choices id="languages" values={LANGUAGES} />
      </CardBody>
    </Card>
  )
}

/** What may be typed into a field, to choose from. */
const Choices = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option value={value}></option>
    ))}
  </datalist>
)

export const Address = ({ profile, self, refused }: FormProps) => {
  const { email, pending_email, email_verified } = profile
  const { issues, values = { email: pending_email ?? email } } = refusedIn('email', refused)
  return (
    <Card title="E-mail address">
      {pending_email && (
        <Banner>
          <b>{pending_email}</b> waits for you: open the link that was sent there. Until then you sign in with {email}.
        </Banner>
      )}
      {!email_verified && !pending_email && (
        <Banner tone="warn">
          <b>{email}</b> is not confirmed yet. Send its link again, and open it.
        </Banner>
      )}
      <CardBody>
        <Form
          action={`${self}/email`}
          id="address"
          schema={fieldsOf(updateProfile.input, ['email', 'current_password'])}
          values={values}
          issues={issues}
          inputs={{ email: { autocomplete: 'email' }, current_password: { autocomplete: 'current-password' } }}
          hints={{
            email: 'A link is sent to a new address. It is yours once that is opened, within a day.',
            current_password: 'For a new address.',
          }}
          verb={pending_email || !email_verified ? 'Send the link' : 'Change address'}
          class="inline"
        />
      </CardBody>
    </Card>
  )
}

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const DENSITIES = [
  { value: 'cosy', label: 'Cosy' },
  { value: 'compact', label: 'Compact' },
]

/** Kept in cookies of this browser: no other one, and nobody else, sees them. */
export const Looks = ({ self, preferences }: { self: string; preferences: Preferences }) => (
  <Card title="This browser">
    <CardBody>
      <form method="post" action={`${self}/browser`} class="form inline" {...ONCE}>
        <Field name="theme" label="Theme">
          {(control) => <Select control={control} choices={THEMES} value={preferences.theme} />}
        </Field>
        <Field name="density" label="Rows of tables">
          {(control) => <Select control={control} choices={DENSITIES} value={preferences.density} />}
        </Field>
        <Tick
          name="keys"
          label="Keyboard shortcuts"
          hint="Single keys such as n and j; ? lists them."
          checked={preferences.keys}
        />
        <Tick
          name="api"
          label="Show API"
          hint="The API equivalent beside every act."
          checked={preferences.api ?? false}
        />
        <div class="actions">
          <button type="submit" class="btn primary">
            Save for this browser
          </button>
        </div>
      </form>
    </CardBody>
  </Card>
)

/** The cookies that keep how pages look; what is the default has none. */
export function cookiesOf(wanted: Preferences): string[] {
  const kept = {
    theme: wanted.theme,
    density: wanted.density,
    keys: wanted.keys ? 'on' : 'off',
    api: wanted.api ? 'on' : 'off',
  }
  const usual = { ...DEFAULT_PREFERENCES, keys: 'on', api: 'off' }
  return (['theme', 'density', 'keys', 'api'] as const).map((name) =>
    kept[name] === usual[name]
      ? `${name}=; Path=/; Max-Age=0; SameSite=Lax`
      : `${name}=${kept[name]}; Path=/; Max-Age=31536000; SameSite=Lax`,
  )
}

export const Leave = ({ profile, self, refused }: FormProps) => (
  <Card title="Delete your account">
    <CardBody>
      <p>
        You are signed out everywhere, you leave every workspace, and the API keys you made stop working. What was
        pushed stays with the workspaces. This cannot be undone.
      </p>
      <Form
        action={`${self}/delete`}
        id="leave"
        schema={deleteProfile.input}
        issues={refusedIn('delete', refused).issues}
        labels={{ confirm: `Type ${profile.email} to confirm` }}
        inputs={{ confirm: { autocomplete: 'off', type: 'email' } }}
        verb="Delete my account"
        tone="danger"
        class="inline"
      />
    </CardBody>
  </Card>
)
