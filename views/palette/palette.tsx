import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, text } from '../../src/kernel/language/say.ts'
import { hx } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'

export type PaletteEntry = {
  label: string
  /** The client of the result, or the effect of the action; empty where the group says it all. */
  kind: string
  icon: IconName
  href: string
  /** Heading of the results in the list: what can be done, found or opened. */
  group: string
  /** Takes the list in the clipboard along. */
  clipboard?: boolean
}

/** Group of what can be done, which comes first. */
export const DO = text('Do')
/** Group of the pages. */
export const GO = text('Go to')

type PaletteProps = { to: Reader; entries: readonly PaletteEntry[]; href?: string | undefined }

/** Ctrl K: finds every page and action by name. With `href`, the server adds jobs, clients and URLs. */
export const Palette = ({ to, entries, href }: PaletteProps) => (
  <dialog id="palette" class="palette" aria-label={say(to, 'Search or jump to')}>
    <input
      type="text"
      name="q"
      role="combobox"
      aria-label={say(to, 'Search or jump to')}
      aria-controls="palette-list"
      aria-expanded="true"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
      placeholder={say(to, 'Search, or say: transfer 200 to Florist')}
      {...(href
        ? hx({ get: href, target: '#palette-found', trigger: 'input changed delay:150ms', sync: 'this:replace' })
        : {})}
    />
    <div role="listbox" id="palette-list" aria-label={say(to, 'Results')}>
      {/* biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no element is one */}
      <div role="group" id="palette-last" aria-label={say(to, 'Last opened')} hidden>
        <p aria-hidden="true">{say(to, 'Last opened')}</p>
        <a role="option" id="option-last-0" href="#main" aria-selected="false" tabindex="-1" hidden>
          <Icon name="clock" />
          <span></span>
        </a>
      </div>
      <div id="palette-pages">
        <PaletteOptions to={to} entries={entries} prefix="page" />
      </div>
      <div id="palette-found"></div>
    </div>
    <p class="none" role="status" hidden>
      {say(to, 'Nothing found.')}
    </p>
  </dialog>
)

/** Results of the workspace switcher, as links of its menu. */
export const Crossings = ({ q, to }: { q: string; to: readonly PaletteEntry[] }) => (
  <>
    {to.map(({ href, label }) => (
      <a href={href}>{label}</a>
    ))}
    {q !== '' && to.length === 0 && <p>No workspace has this name.</p>}
  </>
)

type OptionsProps = { to?: Reader; entries: readonly PaletteEntry[]; prefix?: string }

/** Options alone, by group: the server's answer while the visitor types. */
export const PaletteOptions = ({ to = ENGLISH, entries, prefix = 'found' }: OptionsProps) => (
  <>
    {[...Map.groupBy(entries, ({ group }) => group)].map(([group, options], n) => (
      // biome-ignore lint/a11y/useSemanticElements: a listbox holds groups, and no element is one
      <div role="group" aria-label={sayStored(to, group)} data-pages={group === GO}>
        <p aria-hidden="true">{sayStored(to, group)}</p>
        {options.map((entry, at) => (
          <a
            role="option"
            id={`option-${prefix}-${n}-${at}`}
            href={entry.href}
            data-do={entry.clipboard && 'clipboard'}
            aria-selected="false"
            tabindex="-1"
          >
            <Icon name={entry.icon} />
            <span>{entry.label}</span>
            {entry.kind !== '' && <small>{entry.kind}</small>}
          </a>
        ))}
      </div>
    ))}
  </>
)
