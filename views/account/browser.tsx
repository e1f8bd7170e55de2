/** Settings of this browser, kept in its cookies. */
import { DEFAULT_PREFERENCES, keptPreference, type Preferences, preferencesFrom } from '../document.tsx'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/forms/field.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
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

const SWITCH = [
  { value: 'on', label: 'on' },
  { value: 'off', label: 'off' },
]

const ROWS = [
  { name: 'theme', label: 'Theme', choices: THEMES },
  { name: 'density', label: 'Rows of tables', choices: DENSITIES },
  { name: 'separator', label: 'Separator of CSV files', choices: SEPARATORS },
  { name: 'keys', label: 'Keyboard shortcuts', note: 'Single keys such as n and j; ? lists them.', choices: SWITCH },
  { name: 'api', label: 'Show API', note: 'The API equivalent beside every act.', choices: SWITCH },
] as const

/** Each setting is kept as it is chosen, and the page drawn again with it. */
export const Browser = ({ self, preferences }: { self: string; preferences: Preferences }) => {
  const kept = textsOf(preferences)
  const action = `${self}/browser`
  return (
    <>
      {ROWS.map(({ name, label, choices, ...more }) => (
        <form
          class="set"
          method="post"
          action={action}
          {...hx({ post: action, trigger: 'change, submit', swap: 'none' })}
        >
          <div>
            <label for={name}>{label}</label>
            {'note' in more && <small>{more.note}</small>}
          </div>
          <div>
            <span class="f">
              <Select control={{ id: name, name, class: '' }} choices={choices} value={kept[name]} />
              <Icon name="chevrons-up-down" />
            </span>
          </div>
          <Button class="btn small no-script" label="Save" of={label} />
        </form>
      ))}
    </>
  )
}

const textsOf = ({ theme, density, keys, api, separator }: Preferences) => ({
  theme,
  density,
  keys: keys ? 'on' : 'off',
  api: api ? 'on' : 'off',
  separator: separator ?? '',
})

/** The settings with the ones that a form sent. */
export const changedBy = (kept: Preferences, form: Readonly<Record<string, string>>): Preferences =>
  preferencesFrom({ ...textsOf(kept), ...form })

/** Cookies of the settings; a default value removes its cookie. */
export function cookiesOf(preferences: Preferences): string[] {
  const kept = textsOf(preferences)
  const usual = textsOf(DEFAULT_PREFERENCES)
  return (['theme', 'density', 'keys', 'api', 'separator'] as const).map((name) =>
    keptPreference(name, kept[name] === usual[name] ? null : kept[name]),
  )
}
