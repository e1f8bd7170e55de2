/** The two shells: the app with its sidebar and bars, and the plain page for the public. */
import { type Brand, Document, type Preferences, SIGNALPOST } from './document.tsx'
import type { Child } from './jsx/elements.ts'
import type { Html } from './jsx/html.ts'
import { ConfirmDialog, HelpDialog, type Key } from './parts/dialogs.tsx'
import { number } from './parts/format.ts'
import { hx } from './parts/hx.ts'
import { Icon, type IconName } from './parts/icon.tsx'
import { Palette, type PaletteEntry } from './parts/palette.tsx'
import { Avatar } from './parts/person.tsx'
import { Post } from './parts/post.tsx'
import { type ToastData, Toasts } from './parts/toast.tsx'
import { SameAsDialog } from './same-as/same-as.tsx'

export type NavItem = {
  label: string
  icon: IconName
  href: string
  count?: number
  current?: boolean
  /** The shortcut that goes there: `g j`, `n`. */
  key?: string
}
export type NavSection = { section?: string; items: readonly NavItem[] }

/** All that surrounds a page of the app. Only pages that exist are in it. */
export type Shell = {
  brand?: Brand
  preferences: Preferences
  /** Where the brand leads: the dashboard. */
  home: string
  workspace: { name: string; line: string; logo_url?: string | null }
  /** Other workspaces to cross to: the one above first, when the visitor may go there. */
  workspaces?: readonly { name: string; href: string; above?: boolean }[]
  /** Where all workspaces below are listed. */
  clients_href?: string
  user: { name: string; email: string; profile_href?: string; sign_out: string; view_as?: string | undefined }
  nav: readonly NavSection[]
  /** The bottom bar on a phone; at most five, with short labels. */
  tabs: readonly NavItem[]
  credits?: { index: number; check: number; href?: string } | null
  /** Actions for the palette, above the pages of `nav`. */
  actions?: readonly PaletteEntry[]
  palette_href?: string
  toasts?: readonly ToastData[]
  /** Whether this is about the whole install: it is tinted, so that nobody takes it for a workspace. */
  platform?: boolean
}

type AppPageProps = { shell: Shell; title: string; banner?: Child; children?: Child }

export function AppPage({ shell, title, banner, children }: AppPageProps): Html {
  return (
    <Document title={title} brand={shell.brand ?? SIGNALPOST} preferences={shell.preferences}>
      <div class={['shell', shell.platform && 'platform']}>
        <Sidebar shell={shell} />
        <div class="page">
          <TopBar shell={shell} />
          <Toasts toasts={[...(shell.toasts ?? [])]} />
          <main id="main" tabindex="-1" hx-history-elt>
            {banner}
            {children}
          </main>
        </div>
      </div>
      <nav class="tabbar" aria-label="Main, short">
        {shell.tabs.map((tab) => (
          <a href={tab.href} aria-current={tab.current && 'page'}>
            <Icon name={tab.icon} />
            {tab.label}
          </a>
        ))}
      </nav>
      <Workspaces shell={shell} />
      <Person shell={shell} />
      <Palette entries={[...(shell.actions ?? []), ...pages(shell)]} href={shell.palette_href} />
      <ConfirmDialog />
      <SameAsDialog />
      <HelpDialog keys={keys(shell)} />
    </Document>
  )
}

type PublicPageProps = {
  title: string
  preferences: Preferences
  brand?: Brand
  width?: 'narrow' | 'middle' | 'wide' | 'docs'
  noindex?: boolean
  /** As in `Document`. */
  refresh?: number
  /** Hide the mark above the content: a report carries its own. */
  bare?: boolean
  toasts?: readonly ToastData[]
  children?: Child
}

/** Sign-in, set-up, reports and error pages: a mark and the content. */
export function PublicPage({ brand = SIGNALPOST, width = 'narrow', ...page }: PublicPageProps): Html {
  return (
    <Document
      title={page.title}
      brand={brand}
      preferences={page.preferences}
      noindex={page.noindex ?? true}
      refresh={page.refresh}
    >
      <div class={['public', width]}>
        {!page.bare && (
          <header>
            <Mark brand={brand} />
          </header>
        )}
        <Toasts toasts={[...(page.toasts ?? [])]} />
        <main id="main" tabindex="-1" hx-history-elt>
          {page.children}
        </main>
      </div>
    </Document>
  )
}

function Sidebar({ shell }: { shell: Shell }) {
  return (
    <nav class="side" aria-label="Main">
      <a class="brand" href={shell.home}>
        <Mark brand={shell.brand ?? SIGNALPOST} inner />
      </a>
      <Switch shell={shell} class="switch" />
      {shell.nav.map((section) => (
        <div class="nav">
          {section.section && <h2>{section.section}</h2>}
          {section.items.map((item) => (
            <a href={item.href} aria-current={item.current && 'page'} data-key={item.key}>
              <Icon name={item.icon} />
              {item.label}
              {item.count !== undefined && item.count > 0 && <span class="count">{number(item.count)}</span>}
            </a>
          ))}
        </div>
      ))}
    </nav>
  )
}

const Switch = ({ shell: { workspace }, class: kind }: { shell: Shell; class: string }) => (
  <button type="button" class={kind} popovertarget="workspaces">
    <Avatar name={workspace.name} logo_url={workspace.logo_url} />
    {kind === 'switch' ? (
      <>
        <span>
          <b>{workspace.name}</b>
          <small>{workspace.line}</small>
        </span>
        <Icon name="chevrons-up-down" />
      </>
    ) : (
      <span class="vh">{`Workspace: ${workspace.name}`}</span>
    )}
  </button>
)

/** Crossing to another workspace. A popover, so it works without JavaScript; outside the sidebar, which a phone hides. */
const Workspaces = ({ shell: { workspaces = [], clients_href, palette_href } }: { shell: Shell }) => (
  <div class="menu below" id="workspaces" popover="auto">
    {clients_href && (
      <search>
        <form method="get" action={clients_href}>
          <input
            class="input"
            type="search"
            name="q"
            aria-label="Search workspaces"
            placeholder="Search workspaces"
            autocomplete="off"
            {...(palette_href
              ? hx({
                  get: `${palette_href}?of=workspaces`,
                  target: '#crossings',
                  trigger: 'input changed delay:150ms',
                  sync: 'this:replace',
                })
              : {})}
          />
          <button type="submit" class="btn no-script">
            Search
          </button>
        </form>
        <div id="crossings" role="status"></div>
      </search>
    )}
    {workspaces.map((other) => (
      <a href={other.href}>
        {other.above ? <Icon name="arrow-up" /> : <Avatar name={other.name} />}
        {other.above ? `Up to ${other.name}` : other.name}
      </a>
    ))}
    {workspaces.length === 0 && <p>You have no other workspace.</p>}
    {clients_href && (
      <>
        <hr />
        <a href={clients_href}>
          <Icon name="users" />
          All clients
        </a>
      </>
    )}
  </div>
)

/** Who is signed in, and the way out. */
const Person = ({ shell: { user } }: { shell: Shell }) => (
  <div class="menu" id="person" popover="auto">
    <p>
      {user.name}
      <br />
      {user.email}
    </p>
    {user.profile_href && (
      <a href={user.profile_href}>
        <Icon name="circle-user" />
        Your account
      </a>
    )}
    {user.view_as && (
      <Post action={user.view_as} class="">
        <Icon name="scan-search" />
        View as its admin
      </Post>
    )}
    <Post action={user.sign_out} class="">
      <Icon name="log-out" />
      Sign out
    </Post>
  </div>
)

const TopBar = ({ shell }: { shell: Shell }) => (
  <header class="top">
    <Switch shell={shell} class="btn ghost square narrow-only" />
    {shell.palette_href && (
      <a class="no-script" href={`${shell.palette_href}/do`}>
        Say what to do
      </a>
    )}
    <button type="button" class="jump js-only" data-do="palette" aria-keyshortcuts="Control+K">
      <Icon name="search" />
      <span>
        Search<span class="wide-only"> or jump to…</span>
      </span>
      <kbd>Ctrl K</kbd>
    </button>
    {shell.credits && <Balance credits={shell.credits} />}
    <button type="button" class="btn ghost square js-only wide-only" data-do="density" aria-label="Compact rows">
      <Icon name="rows-3" />
    </button>
    <button type="button" class="btn ghost square js-only" data-do="theme" aria-label="Light or dark">
      <Icon name="moon" />
    </button>
    <button type="button" class="btn ghost square" popovertarget="person" aria-label={`You: ${shell.user.name}`}>
      <Icon name="circle-user" />
    </button>
  </header>
)

const Balance = ({ credits: { index, check, href } }: { credits: NonNullable<Shell['credits']> }) => (
  <>
    <Pill icon="coins" text={`${number(index)} index`} href={href} />
    <Pill icon="scan-search" text={`${number(check)} check`} href={href} />
  </>
)

function Pill({ icon, text, href }: { icon: IconName; text: string; href?: string }) {
  const shown = { class: 'pill', title: 'Credits available', children: [<Icon name={icon} />, text] }
  return href ? <a href={href} {...shown} /> : <span {...shown} />
}

/** The name with its sign: the product's, or a workspace's logo. */
export const Mark = ({ brand, inner }: { brand: Brand; inner?: boolean }) => {
  const content = (
    <>
      {brand.logo_url ? <Avatar name={brand.name} logo_url={brand.logo_url} /> : <Icon name="logo" />}
      {brand.name}
    </>
  )
  return inner ? content : <div class="brand">{content}</div>
}

const pages = (shell: Shell): PaletteEntry[] =>
  shell.nav.flatMap(({ items }) => items.map(({ label, icon, href }) => ({ label, icon, href, kind: 'Page' })))

const keys = (shell: Shell): Key[] => [
  { keys: 'Ctrl K', does: 'Search or jump to' },
  { keys: '/', does: 'Search this list' },
  { keys: 'j k', does: 'Next and previous row' },
  { keys: 'Enter', does: 'Open the row' },
  { keys: 'x', does: 'Select the row' },
  { keys: 'e', does: 'On the dashboard, mark as seen; elsewhere, export where the page offers a file' },
  ...shell.nav.flatMap(({ items }) => items.flatMap(({ key, label }) => (key ? [{ keys: key, does: label }] : []))),
  { keys: 'Esc', does: 'Close' },
]
