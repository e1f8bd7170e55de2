import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Icon } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { initials, number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { BellButton, Dot } from './popovers.tsx'
import type { NavItem, Shell } from './shell.ts'

/** The menu on a wide screen. */
export const Sidebar = ({ shell }: { shell: Shell }) => (
  <div class="side">
    <div class="side-in">
      <Switch shell={shell} />
      {!shell.is_plain && <Find to={shell.to} href={shell.palette_href} />}
      <Nav to={shell.to} items={shell.nav} label={say(shell.to, 'Main')} />
      <div class="side-foot">
        <Back shell={shell} />
        <div class="row">
          <button type="button" class="me" popovertarget="person">
            <span class="vh">{say(shell.to, 'You:')} </span>
            <Me shell={shell} />
          </button>
          <BellButton {...shell} />
        </div>
      </div>
    </div>
  </div>
)

export const Me = ({ shell: { user, to } }: { shell: Shell }) => (
  <>
    <span class="face" aria-hidden="true">
      {initials(user.name)}
    </span>
    <span class="clip">
      <Name of={user.name} />
      <small class="clip">{user.role ?? user.email}</small>
    </span>
    {user.links?.some(({ dot }) => dot) && <Dot to={to} />}
  </>
)

type NavProps = { to: Reader; items: readonly NavItem[]; label: string; keys?: boolean }

/** Only the sidebar has shortcuts, so that each key belongs to one element. */
export const Nav = ({ to, items, label, keys = true }: NavProps) => (
  <nav class="nav" aria-label={label}>
    {items.map((item) => (
      <a href={item.href} aria-current={item.current && 'page'} data-key={keys ? item.key : undefined}>
        <Icon name={item.icon} />
        {item.label}
        {item.count ? (
          <span class="n">{number(item.count, to)}</span>
        ) : (
          keys &&
          item.key?.length === 1 && (
            <span aria-hidden="true">
              <kbd>{item.key.toUpperCase()}</kbd>
            </span>
          )
        )}
      </a>
    ))}
  </nav>
)

const Switch = ({ shell: { workspace, operator, to } }: { shell: Shell }) => (
  <button type="button" class="ws" popovertarget="workspaces">
    <span class="vh">{say(to, 'Workspace:')} </span>
    <Avatar name={workspace.name} logo_url={workspace.logo_url} />
    <span class="clip">
      <Name of={workspace.name} />
      {operator && <small>Operator</small>}
    </span>
    <Icon name="chevrons-up-down" />
  </button>
)

/** Opens the palette, which searches and runs actions; without JavaScript, it is a page. */
export const Find = ({ to, href }: { to: Reader; href: string | undefined }) => (
  <>
    {href && (
      <a class="find no-script" href={`${href}/do`}>
        <Icon name="search" />
        {say(to, 'Say what to do')}
      </a>
    )}
    <button type="button" class="find js-only" data-do="palette" aria-keyshortcuts="Control+K">
      <Icon name="search" />
      <span class="clip">{say(to, 'Search or do')}</span>
      <kbd>Ctrl K</kbd>
    </button>
  </>
)

export const Back = ({ shell: { back, to } }: { shell: Shell }) => (
  <>
    {back && (
      <nav class="nav" aria-label={say(to, 'Back')}>
        <a href={back.href}>
          <Icon name="arrow-left" />
          <span class="clip">{back.label}</span>
        </a>
      </nav>
    )}
  </>
)
