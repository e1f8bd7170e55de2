/** The menu on a phone, instead of the sidebar. It is a popover, so that it opens without JavaScript. */

import { say } from '../../src/kernel/language/say.ts'
import { Post } from '../parts/forms/post.tsx'
import { Icon } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { number } from '../parts/text/format.ts'
import { BellButton, Dot } from './popovers.tsx'
import type { Shell } from './shell.ts'
import { Back, Find, Me, Nav } from './sidebar.tsx'

export const PhoneTop = ({ shell, title }: { shell: Shell; title: string }) => (
  <header class="phone-top">
    <button type="button" class="icon-btn" popovertarget="workspaces">
      <span class="vh">{say(shell.to, 'Workspace: {name}, switch', { name: shell.workspace.name })}</span>
      <Avatar name={shell.workspace.name} logo_url={shell.workspace.logo_url} />
    </button>
    <span class="clip" title={title} dir="auto">
      {title}
    </span>
    <BellButton {...shell} />
    {!shell.is_plain && (
      <button type="button" class="icon-btn js-only" data-do="palette" aria-label={say(shell.to, 'Search or do')}>
        <Icon name="search" />
      </button>
    )}
  </header>
)

/** Four shortcuts, and a button that opens the whole menu. */
export const Dock = ({ shell }: { shell: Shell }) => (
  <nav class="dock" aria-label={say(shell.to, 'Shortcuts')}>
    {shell.dock.slice(0, 4).map((item) => (
      <a href={item.href} aria-current={item.current && 'page'}>
        <Icon name={item.icon} />
        {item.label}
        {item.count ? (
          <span class="n">
            {number(item.count, shell.to)}
            <span class="vh"> {say(shell.to, 'waiting')}</span>
          </span>
        ) : null}
      </a>
    ))}
    <button type="button" popovertarget="drawer">
      <Icon name="menu" />
      {say(shell.to, 'Menu')}
    </button>
  </nav>
)

export const Drawer = ({ shell }: { shell: Shell }) => (
  <div class="drawer" id="drawer" popover="auto">
    <div class="grab" />
    {!shell.is_plain && <Find to={shell.to} href={shell.palette_href} />}
    <Nav to={shell.to} items={shell.nav} label={say(shell.to, 'Menu')} keys={false} />
    <Back shell={shell} />
    <div class="drawer-foot">
      {shell.user.profile_href ? (
        <a class="me" href={shell.user.profile_href}>
          <Me shell={shell} />
        </a>
      ) : (
        <span class="me">
          <Me shell={shell} />
        </span>
      )}
      {shell.user.links?.map(({ label, icon, href, dot }) => (
        <a class="icon-btn" href={href} aria-label={label}>
          <Icon name={icon} />
          {dot && <Dot to={shell.to} />}
        </a>
      ))}
      {shell.user.help_href && (
        <a class="icon-btn" href={shell.user.help_href} aria-label={say(shell.to, 'Help')}>
          <Icon name="circle-question-mark" />
        </a>
      )}
      {shell.user.settings_href && (
        <a class="icon-btn" href={shell.user.settings_href} aria-label={say(shell.to, 'Settings')}>
          <Icon name="settings" />
        </a>
      )}
      <button type="button" class="icon-btn js-only" data-do="theme" aria-label={say(shell.to, 'Light or dark')}>
        <Icon name="moon" />
      </button>
      <Post action={shell.user.sign_out} class="icon-btn">
        <Icon name="log-out" />
        <span class="vh">{say(shell.to, 'Sign out')}</span>
      </Post>
    </div>
  </div>
)
