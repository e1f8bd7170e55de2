/** Settings of this browser, kept in its cookies. */
import { DEFAULT_PREFERENCES, keptPreference, type Preferences } from '../document.tsx'
import { Button } from '../parts/button.tsx'
import { Field, Select, Tick } from '../parts/forms/field.tsx'
import { ONCE } from '../parts/hx.ts'
import { CSV_SEPARATORS } from '../parts/lists/separators.tsx'

const THEMES = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const DENSITIES = [
  { value: 'cosy', label: 'Cosy' },
  { value: 'compact', label: 'Compact' },
]

const SEPARATORS = [
  { value: '', label: 'As in the language of dates' },
  ...CSV_SEPARATORS.map(({ separator, label, hint }) => ({ value: separator, label: `${label}: ${hint}` })),
]

export const Browser = ({ self, preferences }: { self: string; preferences: Preferences }) => (
  <form method="post" action={`${self}/browser`} class="form" {...ONCE}>
    <Field name="theme" label="Theme">
      {(control) => <Select control={control} choices={THEMES} value={preferences.theme} />}
    </Field>
    <Field name="density" label="Rows of tables">
      {(control) => <Select control={control} choices={DENSITIES} value={preferences.density} />}
    </Field>
    <Field name="separator" label="Separator of CSV files">
      {(control) => <Select control={control} choices={SEPARATORS} value={preferences.separator ?? ''} />}
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
export function cookiesOf({ theme, density, keys, api, separator }: Preferences): string[] {
  const kept = { theme, density, keys: keys ? 'on' : 'off', api: api ? 'on' : 'off', separator: separator ?? '' }
  const usual = { ...DEFAULT_PREFERENCES, keys: 'on', api: 'off', separator: '' }
  return (['theme', 'density', 'keys', 'api', 'separator'] as const).map((name) =>
    keptPreference(name, kept[name] === usual[name] ? null : kept[name]),
  )
}
