/** Menus of workspaces and of the visitor. They are popovers, so that they open without JavaScript. */

import { Button } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { many } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import type { Shell } from './shell.ts'

export const Workspaces = ({ shell: { workspaces = [], clients_href, palette_href, user } }: { shell: Shell }) => (
  <div class="menu below" id="workspaces" popover="auto">
    {clients_href && <FindWorkspace clients_href={clients_href} palette_href={palette_href} />}
    {workspaces.map((other) => (
      <a href={other.href}>
        {other.above ? <Icon name="arrow-up" /> : <Avatar name={other.name} />}
        {other.above && 'Up to '}
        <Name of={other.name} />
      </a>
    ))}
    {workspaces.length === 0 && <p>You have no other workspace.</p>}
    {(clients_href || user.operator_href) && <hr />}
    {clients_href && (
      <a href={clients_href}>
        <Icon name="users" />
        All clients
      </a>
    )}
    {user.operator_href && (
      <a href={user.operator_href}>
        <Icon name="server" />
        Operator
      </a>
    )}
  </div>
)

const FindWorkspace = ({ clients_href, palette_href }: { clients_href: string; palette_href?: string | undefined }) => (
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
      <Button class="btn no-script" label="Search" />
    </form>
    <div id="crossings" role="status"></div>
  </search>
)

/** Opens the list, which is read when it is first opened. */
export const BellButton = ({ bell, is_plain }: Pick<Shell, 'bell' | 'is_plain'>) =>
  bell && !is_plain ? (
    <button
      type="button"
      class="icon-btn bell"
      popovertarget="bell"
      aria-label={bell.unseen ? many(bell.unseen, 'new happening') : 'Nothing new happened'}
      {...hx({ get: bell.href, target: '#bell', trigger: 'click once' })}
    >
      <Icon name="bell" />
      {bell.unseen > 0 && <span class="n">{bell.unseen}</span>}
    </button>
  ) : null

export const Bell = ({ shell: { bell, is_plain } }: { shell: Shell }) =>
  bell && !is_plain ? (
    <div class="menu above bell-menu" id="bell" popover="auto" role="dialog" aria-label="What happened">
      <a href={bell.href}>
        <Icon name="bell" />
        What happened
      </a>
    </div>
  ) : null

/** Something that the visitor has not seen. */
export const Dot = () => (
  <span class="unseen">
    <span class="vh">new</span>
  </span>
)

/** The visitor, with the links to their account and to sign out. */
export const Person = ({ shell: { user } }: { shell: Shell }) => (
  <div class="menu above" id="person" popover="auto">
    <p>
      <Name of={user.name} />
      <br />
      {user.email}
    </p>
    {user.profile_href && (
      <a href={user.profile_href}>
        <Icon name="circle-user" />
        Your account
      </a>
    )}
    {user.settings_href && (
      <a href={user.settings_href}>
        <Icon name="settings" />
        Settings
      </a>
    )}
    {user.links?.map(({ label, icon, href, dot }) => (
      <a href={href}>
        <Icon name={icon} />
        {label}
        {dot && <Dot />}
      </a>
    ))}
    {user.help_href && (
      <a href={user.help_href}>
        <Icon name="circle-question-mark" />
        Help
      </a>
    )}
    <button type="button" class="js-only" data-do="theme" aria-label="Light or dark">
      <Icon name="moon" />
      Light or dark
    </button>
    <button type="button" class="js-only" data-do="density" aria-label="Compact rows">
      <Icon name="rows-3" />
      Compact rows
    </button>
    {user.view_as && <Post action={user.view_as} class="" icon="scan-search" label="View as its admin" />}
    <Post action={user.sign_out} class="" icon="log-out" label="Sign out" />
  </div>
)
