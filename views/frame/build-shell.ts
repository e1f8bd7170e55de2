/** The frame of a page, from its call: menu, counts, and the message of the previous page. */
import { filled, SIGN_OUT, type SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import { getShell } from '../../src/operations/account/shell.ts'
import { brandFor, domainOfCall } from '../branding.ts'
import { undoOf } from '../jobs/undo.tsx'
import { letterUndoOf } from '../letters/take-back.ts'
import { defaultActions } from '../palette/default-actions.ts'
import { GO, type PaletteEntry } from '../palette/palette.tsx'
import { ROLE_WORDS } from '../parts/text/words.ts'
import type { Counts, MenuEntry } from '../sections.ts'
import { entriesShown, type MenuContext, type ShownEntry, tabsShown } from '../shown-entries.ts'
import { zoneOf } from './reader.ts'
import type { NavItem, PersonLink, Shell } from './shell.ts'
import type { ToastData, UndoData } from './toast.tsx'
import { may, mayWrite, preferencesOf } from './visitor.ts'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Undo of a report that was sent a moment ago. */
    take_back(call: SignedInCall, id: string): UndoData
    /** A page in the menu of a person of an agency; null for others. */
    person_link(call: SignedInCall, news: string | null): PersonLink | null
  }
}

const OPERATOR_BASE = '/app/platform'

/** Entries for the bar of a phone, in order of priority; all are in its menu. */
const AT_HAND = ['Today', 'Overview', 'Pushes', 'New push', 'Pages', 'Clients', 'Reports', 'Credits']
const SHORT: Readonly<Record<string, Text>> = { 'New push': text('Push') }

/** The frame for people of the workspace, or for its agency; `about`: the client of the page. */
export async function shellOf(
  call: SignedInCall,
  about?: { id: string; name: string; archived?: boolean; under?: string },
  to: Reader = zoneOf(call),
): Promise<Shell> {
  const here = await readHere(call)
  const { menus } = call.site
  const agency = here.agency
  const own = agency ?? here.tenant
  const sight = sightOf(call, agency || here.tenant.kind !== 'client' ? menus.agency : menus.client, here)
  const entries = agency ? agencyEntries(call, sight, agency.id) : entriesShown(sight)
  const current = entries.find((entry) => entry.current)
  const clients = entries.find(({ title }) => title === 'Clients')
  return {
    ...(await aroundOf(call)),
    to,
    brand: brandFor(call, call.caller.tenant_id),
    home: entries[0]!.href,
    palette_href: `${call.base}/palette`,
    is_clients: !agency && here.tenant.kind === 'client',
    is_plain: !agency && here.tenant.kind === 'client' && call.caller.role === 'client_viewer',
    workspace: { name: own.name, logo_url: brandFor(call, own.id).logo_url },
    workspaces: [
      ...here.others
        .map(({ id, name }) => ({ name, href: `/app/w/${id}`, above: id === here.tenant.parent_id }))
        .toSorted((a, b) => Number(b.above) - Number(a.above)),
      ...sampleOf(call, here.tenant),
    ],
    clients_href: clients?.href,
    user: {
      ...userOf(call, to),
      settings_href: entries.find(({ aside }) => aside)?.href,
      help_href: `${call.base}/help/${!agency && here.tenant.kind === 'client' ? 'client' : 'team'}`,
      links: here.tenant.kind === 'client' && !agency ? [] : personLinks(call, here.tenant.news),
    },
    bell: here.tenant.unseen === null ? undefined : { href: `${call.base}/bell`, unseen: here.tenant.unseen },
    nav: entries.filter(({ aside }) => !aside).map((entry) => itemOf(entry, to)),
    dock: dockOf(entries, to),
    ...(agency
      ? clientOf(call, sight, `/app/w/${agency.id}`, here.tenant)
      : { tabs: current?.tabs.map((tab) => ({ ...tab, title: sayStored(to, tab.title) })) }),
    ...(about &&
      clientOf(call, { ...sight, path: `/app/w/${about.id}${about.under ?? ''}` }, call.base, about, !about.under)),
    verbs: defaultActions(call, to, { is_client: here.tenant.kind === 'client' }),
    // The pages of an archived client cannot be opened.
    ...(about?.archived && { tabs: [] }),
    actions: [...placesOf(entries, to), ...(call.caller.platform ? placesOf(operatorEntries(call), to) : [])],
  }
}

/** From the sample agency back to the own one, and from an agency that has it to it. */
const sampleOf = ({ visitor, base }: SignedInCall, { sample }: { sample: boolean }) =>
  visitor.sample_for
    ? [{ name: visitor.sample_for.name, href: `/app/w/${visitor.sample_for.id}` }]
    : sample
      ? [{ name: 'Sample data', href: `${base}/sample` }]
      : []

const personLinks = (call: SignedInCall, news: string | null): PersonLink[] =>
  filled(call, 'person_link').flatMap((link) => link(call, news) ?? [])

/** Tabs of one client; its overview is a page of its agency. */
function clientOf(
  { site: { menus } }: SignedInCall,
  sight: MenuContext,
  agency: string,
  { id, name }: { id: string; name: string },
  current = false,
) {
  const clients = menus.agency.find(({ title }) => title === 'Clients')!
  const base = `/app/w/${id}`
  const href = `${agency}/clients/${id}`
  const tabs = tabsShown(menus.client_page, { ...sight, base, entries: [{ ...clients, tabs: menus.client_page }] })
  return {
    tabs: tabs.map((tab) => (tab.href === base ? { ...tab, href } : tab)),
    client: { name, href, list_href: `${agency}/clients`, current },
  }
}

export async function operatorShell(call: SignedInCall): Promise<Shell> {
  const { tenant, others, install } = await readHere(call)
  const entries = operatorEntries(call, {
    users: install!.pending_users,
    waitlist: install!.waitlist,
    requests: install!.pack_requests,
    errors: install!.open_errors,
  })
  return {
    ...(await aroundOf(call)),
    to: zoneOf(call),
    brand: brandFor(call, call.caller.tenant_id),
    home: OPERATOR_BASE,
    palette_href: `${call.base}/palette`,
    workspace: { name: 'Signalpost' },
    workspaces: others.map(({ id, name }) => ({ name, href: `/app/w/${id}` })),
    user: { ...userOf(call, ENGLISH), role: 'Operator', view_as: undefined },
    operator: true,
    updated_to: install!.updated_to,
    back: { label: `Back to ${tenant.name}`, href: call.base },
    nav: entries.map((entry) => itemOf(entry, ENGLISH)),
    dock: entries.map((entry) => itemOf(entry, ENGLISH)),
    tabs: entries.find((entry) => entry.current)?.tabs,
    actions: placesOf(entries, ENGLISH),
  }
}

const operatorEntries = (call: SignedInCall, counts: Counts = {}): ShownEntry[] =>
  entriesShown({ ...sightOf(call, call.site.menus.operator, { counts }), base: OPERATOR_BASE })

/** The agency's own entries, while one of its clients is shown. */
function agencyEntries(call: SignedInCall, sight: MenuContext, agency_id: string): ShownEntry[] {
  const base = `/app/w/${agency_id}`
  const facts = { ...sight.facts, client: false, root: true }
  return entriesShown({ ...sight, base, facts, counts: {} }).map((entry) => ({
    ...entry,
    current: entry.title === 'Clients',
    // A new push is for the client on the page.
    href: entry.title === 'New push' ? `${base}/push?tenant_id=${call.caller.tenant_id}` : entry.href,
  }))
}

async function readHere(call: SignedInCall) {
  const { workspace, others, install } = await call.call(getShell, {})
  const tenant = workspace!
  const above = others.find(({ id }) => id === tenant.parent_id)
  return {
    tenant,
    others,
    install,
    agency: tenant.kind === 'client' ? above : undefined,
    counts: { jobs: tenant.open_jobs, drafts: tenant.waiting_drafts },
  }
}

type WorkspaceState = { tenant?: { kind: string; parent_id: string | null }; counts: Readonly<Record<string, number>> }

const sightOf = (
  call: SignedInCall,
  entries: readonly MenuEntry[],
  { tenant, counts }: WorkspaceState,
): MenuContext => ({
  entries,
  base: call.base,
  path: new URL(call.request.url).pathname,
  facts: {
    client: tenant?.kind === 'client',
    root: tenant?.parent_id === null,
    own_domain: Boolean(domainOfCall(call)),
  },
  counts,
  may: (operation) => may(call, operation),
})

const aroundOf = async (call: SignedInCall) => ({ preferences: preferencesOf(call), toasts: await toastsOf(call) })

function userOf({ visitor: { user }, caller, base }: SignedInCall, to: Reader): Shell['user'] {
  return {
    name: user.name,
    email: user.email,
    role: say(to, ROLE_WORDS[caller.role]),
    profile_href: `${base}/account`,
    operator_href: caller.platform ? OPERATOR_BASE : undefined,
    sign_out: SIGN_OUT,
    view_as: caller.platform ? `${OPERATOR_BASE}/view/${caller.tenant_id}` : undefined,
  }
}

const itemOf = ({ title, icon, href, count, current, key }: ShownEntry, to: Reader): NavItem => ({
  label: sayStored(to, title),
  icon,
  href,
  count,
  current,
  key,
})

const dockOf = (entries: readonly ShownEntry[], to: Reader): NavItem[] =>
  entries
    .filter(({ title }) => AT_HAND.includes(title))
    .toSorted((a, b) => AT_HAND.indexOf(a.title) - AT_HAND.indexOf(b.title))
    .slice(0, 4)
    .map((entry) => ({ ...itemOf(entry, to), label: sayStored(to, SHORT[entry.title] ?? entry.title) }))

/** Every page by its entry and tab, for the palette. */
const placesOf = (entries: readonly ShownEntry[], to: Reader): PaletteEntry[] =>
  entries.flatMap((entry) =>
    entry.tabs
      .filter(({ title }) => title !== entry.title)
      .map(({ title, href }) => ({
        ...{ kind: '', group: GO, icon: entry.icon, href },
        label: `${sayStored(to, entry.title)}: ${sayStored(to, title)}`,
      })),
  )

/** The message of the previous page, with an undo button if it can still be undone. */
async function toastsOf(call: SignedInCall): Promise<ToastData[]> {
  const { flash } = call
  if (!flash) return []
  const { undo, moved, report, letter, ...left } = flash
  const word = { ...left, text: sayStored(zoneOf(call), left.text) }
  if (report) return [{ ...word, undo: filled(call, 'take_back')[0]?.(call, report) }]
  if (letter) return [{ ...word, undo: letterUndoOf(call, letter) }]
  if (moved) return [{ ...word, undo: (await filled(call, 'moves')[0]?.undoOf(call, moved)) ?? null }]
  return [{ ...word, undo: undo ? await undoOf(call, undo, mayWrite(call)) : null }]
}
