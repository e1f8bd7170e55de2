import { hx } from '../parts/hx.ts'
import { Icon, type IconName } from '../parts/icon.tsx'

export type PaletteEntry = {
  label: string
  /** The type of the result, or the effect of the action. */
  kind: string
  icon: IconName
  href: string
  /** Takes the list in the clipboard along. */
  clipboard?: boolean
}

/** Ctrl K: finds every page and action by name. With `href`, the server adds jobs, clients and URLs. */
export const Palette = ({ entries, href }: { entries: readonly PaletteEntry[]; href?: string }) => (
  <dialog id="palette" class="palette" aria-label="Search or jump to">
    <input
      type="text"
      name="q"
      role="combobox"
      aria-label="Search or jump to"
      aria-controls="palette-list"
      aria-expanded="true"
      aria-autocomplete="list"
      autocomplete="off"
      spellcheck="false"
      placeholder="Search, jump to, or say what to do: transfer 200 to Florist"
      {...(href
        ? hx({ get: href, target: '#palette-found', trigger: 'input changed delay:150ms', sync: 'this:replace' })
        : {})}
    />
    <div role="listbox" id="palette-list" aria-label="Results">
      <div id="palette-pages">
        <PaletteOptions entries={entries} prefix="page" />
      </div>
      <div id="palette-found"></div>
    </div>
    <p class="none" role="status" hidden>
      Nothing found.
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

/** Options alone: the server's answer while the visitor types. */
export const PaletteOptions = (props: { entries: readonly PaletteEntry[]; prefix?: string }) => (
  <>
    {props.entries.map((entry, at) => (
      <a
        role="option"
        id={`option-${props.prefix ?? 'found'}-${at}`}
        href={entry.href}
        data-do={entry.clipboard && 'clipboard'}
        aria-selected="false"
        tabindex="-1"
      >
        <Icon name={entry.icon} />
        {entry.label}
        <small>{entry.kind}</small>
      </a>
    ))}
  </>
)
