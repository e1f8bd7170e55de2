/** Settings of this browser, kept in its cookies. */
import { DEFAULT_PREFERENCES, type Preferences } from '../document.tsx'
import { Button } from '../parts/button.tsx'
import { Field, Select, Tick } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const DENSITIES = [
  { value: 'cosy', label: 'Cosy' },
  { value: 'compact', label: 'Compact' },
]

export const Browser = ({ self, preferences }: { self: string; preferences: Preferences }) => (
  <form method="post" action={`${self}/browser`} class="form" {...ONCE}>
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
    <Tick name="api" label="Show API" hint="The API equivalent beside every act." checked={preferences.api ?? false} />
    <div class="actions">
      <Button label="Save for this browser" />
    </div>
  </form>
)

/** Cookies of the settings; a default value removes its cookie. */
export function cookiesOf({ theme, density, keys, api }: Preferences): string[] {
  const kept = { theme, density, keys: keys ? 'on' : 'off', api: api ? 'on' : 'off' }
  const usual = { ...DEFAULT_PREFERENCES, keys: 'on', api: 'off' }
  return (['theme', 'density', 'keys', 'api'] as const).map((name) =>
    kept[name] === usual[name]
      ? `${name}=; Path=/; Max-Age=0; SameSite=Lax`
      : `${name}=${kept[name]}; Path=/; Max-Age=31536000; SameSite=Lax`,
  )
}
