/** Settings of this browser, kept in its cookies. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { DEFAULT_PREFERENCES, keptPreference, type Preferences, preferencesFrom } from '../document.tsx'
import { Button } from '../parts/button.tsx'
import { Select } from '../parts/forms/field.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { CSV_SEPARATORS } from '../parts/lists/separators.tsx'

const THEMES = [
  { value: 'system', label: text('As the system') },
  { value: 'light', label: text('Light') },
  { value: 'dark', label: text('Dark') },
]
const DENSITIES = [
  { value: 'cosy', label: text('Cosy') },
  { value: 'compact', label: text('Compact') },
]

const SEPARATORS = [
  { value: '', label: text('As in your language') },
  ...CSV_SEPARATORS.map(({ separator, label, hint }) => ({ value: separator, label, hint })),
]

const SWITCH = [
  { value: 'on', label: text('on') },
  { value: 'off', label: text('off') },
]

const ROWS = [
  { name: 'theme', label: text('Theme'), choices: THEMES },
  { name: 'density', label: text('Rows of tables'), choices: DENSITIES },
  { name: 'separator', label: text('Separator of CSV files'), choices: SEPARATORS },
  {
    name: 'keys',
    label: text('Keyboard shortcuts'),
    note: text('Single keys such as n and j; ? lists them.'),
    choices: SWITCH,
  },
  { name: 'api', label: text('Show API'), note: text('The API equivalent beside every act.'), choices: SWITCH },
] as const

type Choices = readonly { value: string; label: Text; hint?: Text }[]

const choicesFor = (to: Reader, choices: Choices) =>
  choices.map(({ value, label, hint }) => ({
    value,
    label: hint ? `${say(to, label)}: ${say(to, hint)}` : say(to, label),
  }))

/** Each setting is kept as it is chosen, and the page drawn again with it. */
export const Browser = ({ to, self, preferences }: { to: Reader; self: string; preferences: Preferences }) => {
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
            <label for={name}>{say(to, label)}</label>
            {'note' in more && <small>{say(to, more.note)}</small>}
          </div>
          <div>
            <span class="f">
              <Select control={{ id: name, name, class: '' }} choices={choicesFor(to, choices)} value={kept[name]} />
              <Icon name="chevrons-up-down" />
            </span>
          </div>
          <Button class="btn small no-script" label={say(to, 'Save')} of={say(to, label)} />
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
