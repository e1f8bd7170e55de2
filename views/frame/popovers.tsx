/** Menus of workspaces and of the visitor. They are popovers, so that they open without JavaScript. */

import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { Button } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { hx } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { Avatar } from '../parts/person.tsx'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import type { Shell } from './shell.ts'

export const Workspaces = ({ shell }: { shell: Shell }) => {
  const { workspaces = [], clients_href, palette_href, user, to } = shell
  return (
    <div class="menu below" id="workspaces" popover="auto">
      {clients_href && <FindWorkspace to={to} clients_href={clients_href} palette_href={palette_href} />}
      {workspaces.map((other) => (
        <a href={other.href}>
          {other.above ? <Icon name="arrow-up" /> : <Avatar name={other.name} />}
          {other.above ? (
            <Say
              to={to}
              text="Up to <n>{name}</n>"
              values={{ name: other.name }}
              tags={{ n: () => <Name of={other.name} /> }}
            />
          ) : (
            <Name of={other.name} />
          )}
        </a>
      ))}
      {workspaces.length === 0 && <p>{say(to, 'You have no other workspace.')}</p>}
      {(clients_href || user.operator_href) && <hr />}
      {clients_href && (
        <a href={clients_href}>
          <Icon name="users" />
          {say(to, 'All clients')}
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
}

type FindProps = { to: Reader; clients_href: string; palette_href?: string | undefined }

const FindWorkspace = ({ to, clients_href, palette_href }: FindProps) => (
  <search>
    <form method="get" action={clients_href}>
      <input
        class="input"
        type="search"
        name="q"
        aria-label={say(to, 'Search workspaces')}
        placeholder={say(to, 'Search workspaces')}
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
      <Button class="btn no-script" label={say(to, 'Search')} />
    </form>
    <div id="crossings" role="status"></div>
  </search>
)

/** Opens the list, which is read when it is first opened. */
export const BellButton = ({ bell, is_plain, to }: Pick<Shell, 'bell' | 'is_plain' | 'to'>) =>
  bell && !is_plain ? (
    <button
      type="button"
      class="icon-btn bell"
      popovertarget="bell"
      aria-label={say(
        to,
        '{unseen, plural, =0 {Nothing new happened} one {# new happening} other {# new happenings}}',
        { unseen: bell.unseen },
      )}
      {...hx({ get: bell.href, target: '#bell', trigger: 'click once' })}
    >
      <Icon name="bell" />
      {bell.unseen > 0 && <span class="n">{bell.unseen}</span>}
    </button>
  ) : null

export const Bell = ({ shell: { bell, is_plain, to } }: { shell: Shell }) =>
  bell && !is_plain ? (
    <div class="menu above bell-menu" id="bell" popover="auto" role="dialog" aria-label={say(to, 'What happened')}>
      <a href={bell.href}>
        <Icon name="bell" />
        {say(to, 'What happened')}
      </a>
    </div>
  ) : null

/** Something that the visitor has not seen. */
export const Dot = ({ to }: { to: Reader }) => (
  <span class="unseen">
    <span class="vh">{say(to, 'new')}</span>
  </span>
)

/** The visitor, with the links to their account and to sign out. */
export const Person = ({ shell: { user, to } }: { shell: Shell }) => (
  <div class="menu above" id="person" popover="auto">
    <p>
      <Name of={user.name} />
      <br />
      {user.email}
    </p>
    {user.profile_href && (
      <a href={user.profile_href}>
        <Icon name="circle-user" />
        {say(to, 'Your account')}
      </a>
    )}
    {user.settings_href && (
      <a href={user.settings_href}>
        <Icon name="settings" />
        {say(to, 'Settings')}
      </a>
    )}
    {user.links?.map(({ label, icon, href, dot }) => (
      <a href={href}>
        <Icon name={icon} />
        {label}
        {dot && <Dot to={to} />}
      </a>
    ))}
    {user.help_href && (
      <a href={user.help_href}>
        <Icon name="circle-question-mark" />
        {say(to, 'Help')}
      </a>
    )}
    <button type="button" class="js-only" data-do="theme" aria-label={say(to, 'Light or dark')}>
      <Icon name="moon" />
      {say(to, 'Light or dark')}
    </button>
    <button type="button" class="js-only" data-do="density" aria-label={say(to, 'Compact rows')}>
      <Icon name="rows-3" />
      {say(to, 'Compact rows')}
    </button>
    {user.view_as && <Post action={user.view_as} class="" icon="scan-search" label="View as its admin" />}
    <Post action={user.sign_out} class="" icon="log-out" label={say(to, 'Sign out')} />
  </div>
)
