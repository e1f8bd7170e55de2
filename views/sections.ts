/** Entries of the menu with their pages as tabs: one list for each kind of reader. */

import { text } from '../src/kernel/language/say.ts'
import type { AnyOperation } from '../src/kernel/operation/operation.ts'
import { putBranding } from '../src/operations/branding.ts'
import { allocateCredits } from '../src/operations/credits/balances.ts'
import { createCreditRequest } from '../src/operations/credits/packs.ts'
import { submitIndexJob } from '../src/operations/jobs/submit-index-job.ts'
import { addMember } from '../src/operations/members.ts'
import { listTenantAudit, listWorkspaceViews } from '../src/operations/tenants/overview.ts'
import type { IconName } from './parts/icon.tsx'

declare module '../src/doors/pages/screens.ts' {
  interface Site {
    menus: Menus
  }
}

export type Menus = {
  /** An agency or a team in it. */
  agency: readonly MenuEntry[]
  /** Tabs of a client in its agency; the first is the client's page. */
  client_page: readonly TabOf[]
  /** A client's own people. */
  client: readonly MenuEntry[]
  operator: readonly MenuEntry[]
}

/** A tab that a feature adds behind another one (null: before all), to an entry of a menu or to the page of a client. */
export type FeatureTab = TabOf & { menu: keyof Menus; entry?: string; behind: string | null }

/** An entry that a feature adds behind another one. */
export type FeatureEntry = MenuEntry & { menu: 'agency' | 'client' | 'operator'; behind: string }

/** Conditions of a tab besides the right to its operation. */
export type MenuFacts = {
  /** A workspace without clients of its own. */
  client: boolean
  root: boolean
  /** The agency's own domain serves the page; apps cannot connect there. */
  own_domain: boolean
}

/** Counts by name, shown as badges of a tab and of its entry. */
export type Counts = Readonly<Record<string, number>>

export type TabOf = {
  title: string
  /** Path below the entry's base: `/jobs`. Every address below it belongs to the tab. */
  under: string
  /** More paths that belong to the tab. */
  also?: readonly string[]
  /** Operation that the visitor must be allowed to call; without one everyone sees the tab. */
  may?: AnyOperation
  when?: (facts: MenuFacts) => boolean
  count?: string
  /** Hidden while its count is zero, unless it is the current tab. */
  while_counted?: true
}

export type MenuEntry = {
  title: string
  icon: IconName
  /** Keyboard shortcut: `g j`, `n`. */
  key?: string
  /** Tabs; the entry leads to the first one that the visitor may see. */
  tabs: readonly TabOf[]
  /** In the menu of the person instead of the main menu. */
  aside?: true
}

const NEW_PUSH: MenuEntry = {
  title: text('New push'),
  icon: 'plus',
  key: 'n',
  tabs: [{ title: text('New push'), under: '/push', may: submitIndexJob }],
}

const PUSHES: readonly TabOf[] = [
  { title: 'Pushes', under: '/jobs', count: 'jobs' },
  { title: 'Checks', under: '/checks' },
]

const RESULTS: readonly TabOf[] = [{ title: 'By link', under: '/links' }]

const CREDITS: readonly TabOf[] = [
  { title: text('Overview'), under: '/credits' },
  { title: text('Ledger'), under: '/credits/ledger' },
  { title: 'By client', under: '/credits/clients', may: allocateCredits, when: ({ client }) => !client },
  // Members of the root workspace can read its plan there.
  { title: text('Buy'), under: '/credits/buy', when: ({ root }) => root },
  { title: text('Buy'), under: '/credits/buy', may: createCreditRequest, when: ({ root }) => !root },
]

const SETTINGS: MenuEntry = {
  title: text('Settings'),
  icon: 'settings',
  tabs: [
    { title: text('General'), under: '/branding', may: putBranding },
    { title: text('People'), under: '/members', may: addMember },
    { title: text('IndexNow sites'), under: '/indexnow' },
    { title: text('Integrations'), under: '/integrations', also: ['/keys', '/connect', '/webhooks'] },
    { title: text('Operator access'), under: '/views', may: listWorkspaceViews },
    { title: text('Audit'), under: '/audit', may: listTenantAudit },
    { title: text('Account'), under: '/account' },
  ],
}

const AGENCY: readonly MenuEntry[] = [
  { title: 'Today', icon: 'sun', key: 'g d', tabs: [{ title: 'Today', under: '' }] },
  NEW_PUSH,
  { title: 'Pushes', icon: 'send', key: 'g j', tabs: PUSHES },
  { title: 'Results', icon: 'grid-3x3', key: 'g u', tabs: RESULTS },
  {
    title: 'Clients',
    icon: 'users',
    key: 'g c',
    tabs: [{ title: 'Clients', under: '/clients', when: ({ client }) => !client }],
  },
  { title: 'Credits', icon: 'coins', key: 'g l', tabs: CREDITS },
  { ...SETTINGS, key: 'g i' },
]

const CLIENT_PAGE: readonly TabOf[] = [
  {
    title: 'Overview',
    under: '',
    also: ['/links', '/cohorts', '/indexnow', '/notifications', '/emails', '/integrations'],
  },
  { title: 'Pushes', under: '/jobs', also: ['/checks', '/drafts', '/push'] },
  { title: 'Credits', under: '/credits' },
  { title: 'People', under: '/members', may: addMember },
  { title: 'General', under: '/branding', may: putBranding },
]

const CLIENT: readonly MenuEntry[] = [
  { title: text('Overview'), icon: 'layout-dashboard', key: 'g d', tabs: [{ title: text('Overview'), under: '' }] },
  {
    title: text('Pages'),
    icon: 'link-2',
    key: 'g u',
    tabs: [
      { title: text('Pages'), under: '/links' },
      { title: text('Sent'), under: '/jobs' },
      { title: text('Checked'), under: '/checks' },
      { title: text('New push'), under: '/push', may: submitIndexJob },
    ],
  },
  { title: text('Credits'), icon: 'coins', key: 'g l', tabs: CREDITS },
  { ...SETTINGS, aside: true },
]

const OPERATOR: readonly MenuEntry[] = [
  {
    title: 'Suppliers',
    icon: 'plug',
    tabs: [
      { title: 'Overview', under: '/suppliers' },
      { title: 'Batches', under: '/providers/batches' },
      { title: 'Usage', under: '/providers/usage' },
      { title: 'Compare', under: '/providers/scoreboard' },
    ],
  },
  {
    title: 'People',
    icon: 'user-cog',
    tabs: [
      { title: 'Users', under: '/users', count: 'users' },
      { title: 'Workspaces', under: '/workspaces' },
      { title: 'Access', under: '/access' },
    ],
  },
  {
    title: 'Revenue',
    icon: 'banknote',
    tabs: [
      { title: 'Overview', under: '/revenue' },
      { title: 'Packs', under: '/revenue/packs', count: 'requests' },
      { title: 'Plans', under: '/revenue/plans' },
    ],
  },
  {
    title: 'System',
    icon: 'server',
    tabs: [
      { title: 'Overview', under: '' },
      { title: 'System', under: '/system' },
      { title: 'Errors', under: '/errors', count: 'errors' },
      { title: 'Audit', under: '/audit' },
      { title: 'Clock', under: '/clock' },
      { title: 'IndexNow', under: '/indexnow' },
      { title: 'E-mail', under: '/email' },
    ],
  },
]

type Added = { tabs?: readonly FeatureTab[]; entries?: readonly FeatureEntry[] }

/** All menus, with the tabs and entries of features. */
export function menusWith(features: readonly Added[]): Menus {
  const of = (menu: keyof Menus) => features.flatMap(({ tabs = [] }) => tabs.filter((tab) => tab.menu === menu))
  const behind = (menu: keyof Menus, title: string) =>
    features.flatMap(({ entries = [] }) => entries.filter((entry) => entry.menu === menu && entry.behind === title))
  const entries = (menu: keyof Menus, own: readonly MenuEntry[]) =>
    own
      .flatMap((entry) => [entry, ...behind(menu, entry.title)])
      .map((entry) => ({
        ...entry,
        tabs: withTabs(
          entry.tabs,
          of(menu).filter((tab) => tab.entry === entry.title),
        ),
      }))
  return {
    agency: entries('agency', AGENCY),
    client_page: withTabs(CLIENT_PAGE, of('client_page')),
    client: entries('client', CLIENT),
    operator: entries('operator', OPERATOR),
  }
}

const withTabs = (own: readonly TabOf[], added: readonly FeatureTab[]): readonly TabOf[] =>
  added.reduce((tabs, tab) => {
    const at = tabs.findIndex(({ under }) => under === tab.behind)
    return tabs.toSpliced(tab.behind === null ? 0 : at < 0 ? tabs.length : at + 1, 0, tab)
  }, own)
