/** The frames: the app with its menu, the public page, and the document for clients. */

import type { Reader } from '../src/kernel/language/reader.ts'
import { say } from '../src/kernel/language/say.ts'
import { ApiEquivalentDialog } from './api-equivalent/api-equivalent.tsx'
import { type Brand, Document, type Preferences, SIGNALPOST } from './document.tsx'
import { Dock, Drawer, PhoneTop } from './frame/phone.tsx'
import { Bell, Person, Workspaces } from './frame/popovers.tsx'
import type { Shell } from './frame/shell.ts'
import { Sidebar } from './frame/sidebar.tsx'
import { type ToastData, Toasts } from './frame/toast.tsx'
import type { Child } from './jsx/elements.ts'
import type { Html } from './jsx/html.ts'
import { GO, Palette, type PaletteEntry } from './palette/palette.tsx'
import { ConfirmDialog, HelpDialog, type Key } from './parts/forms/dialogs.tsx'
import { Icon } from './parts/icon.tsx'
import { Avatar } from './parts/person.tsx'
import { number } from './parts/text/format.ts'
import { Name } from './parts/text/name.tsx'
import type { ShownTab } from './shown-entries.ts'

export type { NavItem, Shell } from './frame/shell.ts'

type AppPageProps = {
  shell: Shell
  title: string
  banner?: Child
  /** Class of the page's own rules in static/styles/pages. */
  kind?: string | undefined
  /** Title and acts, above the tabs. */
  head?: Child
  children?: Child
}

export function AppPage({ shell, title, banner, kind, head, children }: AppPageProps): Html {
  // The name of the client is above its tabs; a page without tabs has its own title and the path to the client.
  const aside = shell.client?.current || !hasTabs(shell) ? undefined : shell.client
  return (
    <Document to={shell.to} title={title} brand={shell.brand ?? SIGNALPOST} preferences={shell.preferences}>
      <Hatch />
      <div class={['app', shell.operator && 'operator']}>
        <Sidebar shell={shell} />
        <div class="app-body">
          <PhoneTop shell={shell} title={title} />
          <main id="main" tabindex="-1" class={kind} hx-history-elt>
            {banner}
            <ClientLine shell={shell} />
            {aside ? (
              <p class="client-name clip" title={aside.name} dir="auto">
                {aside.name}
              </p>
            ) : (
              head
            )}
            {hasTabs(shell) && <Tabs to={shell.to} tabs={shell.tabs ?? []} />}
            {aside && head}
            {children}
          </main>
        </div>
      </div>
      <Dock shell={shell} />
      <Drawer shell={shell} />
      <Toasts to={shell.to} toasts={[...(shell.toasts ?? [])]} />
      <Workspaces shell={shell} />
      <Person shell={shell} />
      <Bell shell={shell} />
      <Palette
        to={shell.to}
        entries={[...(shell.verbs ?? []), ...pages(shell), ...(shell.actions ?? [])]}
        href={shell.palette_href}
      />
      <ConfirmDialog to={shell.to} />
      <ApiEquivalentDialog to={shell.to} />
      <HelpDialog to={shell.to} keys={keys(shell)} />
    </Document>
  )
}

/** Pattern of waiting links: charts fill with `url(#hatch)`. */
const Hatch = () => (
  <svg class="defs" aria-hidden="true">
    <pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect class="hatch-bg" width="5" height="5" />
      <rect class="hatch-ln" width="1.5" height="5" />
    </pattern>
  </svg>
)

/** Path to the client, for visitors of its agency. */
const ClientLine = ({ shell: { client } }: { shell: Shell }) =>
  client ? (
    <div class="topline">
      {client.list_href && (
        <>
          <a href={client.list_href}>Clients</a>
          <Icon name="chevron-right" />
        </>
      )}
      <a class="clip" href={client.href} title={client.name} dir="auto">
        {client.name}
      </a>
    </div>
  ) : null

type PublicPageProps = {
  /** As in `Document`. */
  to?: Reader | undefined
  title: string
  preferences: Preferences
  brand?: Brand
  width?: 'narrow' | 'middle' | 'docs'
  noindex?: boolean
  /** As in `Document`. */
  refresh?: number
  toasts?: readonly ToastData[]
  children?: Child
}

/** Sign-in, set-up, reports and error pages: the brand and the content. */
export function PublicPage({ brand = SIGNALPOST, width = 'narrow', ...page }: PublicPageProps): Html {
  return (
    <Document
      to={page.to}
      title={page.title}
      brand={brand}
      preferences={page.preferences}
      noindex={page.noindex ?? true}
      refresh={page.refresh}
    >
      <Hatch />
      <div class={['public', width]}>
        <header>
          <Mark brand={brand} />
        </header>
        <main id="main" tabindex="-1" hx-history-elt>
          {page.children}
        </main>
      </div>
      <Toasts to={page.to} toasts={[...(page.toasts ?? [])]} />
    </Document>
  )
}

type DocPageProps = Pick<PublicPageProps, 'to' | 'title' | 'preferences' | 'children'> & {
  brand: Brand
  head: Child
  foot: Child
  kind?: string
}

/** A document for clients under the brand of their agency; head and foot have the full width. */
export const DocPage = ({ to, title, brand, preferences, head, foot, kind, children }: DocPageProps): Html => (
  <Document to={to} title={title} brand={brand} preferences={preferences} noindex>
    <Hatch />
    <div class={['doc', kind]}>
      {head}
      <main id="main" tabindex="-1" class="doc-in" hx-history-elt>
        {children}
      </main>
      <footer class="doc-foot">
        <div class="doc-in">{foot}</div>
      </footer>
    </div>
  </Document>
)

/** Name and logo of the product or of a workspace. */
export const Mark = ({ brand }: { brand: Brand }) => (
  <div class="brand">
    {brand === SIGNALPOST ? <Icon name="logo" /> : <Avatar name={brand.name} logo_url={brand.logo_url} />}
    <Name of={brand.name} />
  </div>
)

const pages = (shell: Shell): PaletteEntry[] =>
  shell.nav
    .filter(({ key }) => key !== NEW_PUSH_KEY)
    .map(({ label, icon, href }) => ({ label, icon, href, kind: '', group: GO }))

/** It is among the acts of the palette. */
const NEW_PUSH_KEY = 'n'

const keys = (shell: Shell): Key[] => [
  { keys: 'Ctrl K', does: say(shell.to, 'Search or jump to') },
  { keys: '/', does: say(shell.to, 'Search this list') },
  { keys: 'j k', does: say(shell.to, 'Next and previous row') },
  { keys: 'Enter', does: say(shell.to, 'Open the row') },
  { keys: 'x', does: say(shell.to, 'Select the row') },
  { keys: 'a', does: say(shell.to, 'Approve the report of the row') },
  { keys: 'e', does: say(shell.to, 'On Today, mark as seen; elsewhere, export where the page offers a file') },
  ...shell.nav.flatMap(({ key, label }) => (key ? [{ keys: key, does: label }] : [])),
  { keys: 'Esc', does: say(shell.to, 'Close') },
]

/** A single page needs none. */
const hasTabs = ({ tabs = [] }: Shell): boolean => tabs.length > 1

/** Tabs of the section. */
const Tabs = ({ to, tabs }: { to: Reader; tabs: readonly ShownTab[] }) => (
  <nav class="tabs" aria-label={say(to, 'Pages of this section')}>
    {tabs.map((tab) => (
      <a href={tab.href} aria-current={tab.current && 'page'}>
        {tab.title}
        {tab.count ? <span class="n">{number(tab.count, to)}</span> : null}
      </a>
    ))}
  </nav>
)
