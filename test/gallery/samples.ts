/** The cast's data for looking at: agency Northwind (Ada, Ben), client Bakery (Vera), and names that hold markup. */

import { challengeWords } from '../../src/domains/preflight/index.ts'
import { features } from '../../src/features/index.ts'
import { ENGLISH, readerOf } from '../../src/kernel/language/reader.ts'
import { DAY, HOUR, plus, type Time } from '../../src/kernel/time/clock.ts'
import { DEFAULT_PREFERENCES, type Preferences } from '../../views/document.tsx'
import type { JobDetail, JobLink, JobSummary, Outcome } from '../../views/jobs/shapes.ts'
import type { Shell } from '../../views/layout.tsx'
import type { JobStatus, LinkState } from '../../views/parts/text/words.ts'
import type { Preflight, PreflightRow } from '../../views/push/causes.ts'
import type { Bill } from '../../views/push/order.ts'
import { type MenuEntry, menusWith } from '../../views/sections.ts'
import { entriesShown } from '../../views/shown-entries.ts'
import { ARABIC, LONG } from '../torture/names.ts'

export const NOW: Time = '2026-11-21T09:12:00.000Z'
/** Who reads the samples, and when. */
export const READER = readerOf('UTC', 'en', NOW)
export const NASTY = 'Guest posts · "spring" & <b>more</b>'
const CLIENTS = ['Bakery', LONG, 'Hazel <studio>', ARABIC]

/** Names of people by their address; others are shown as they are. */
export const nameOf = (actor: string): string => (actor === 'ada@northwind.example' ? 'Ada' : actor)

const MENUS = menusWith(features)
const BASE = '/app/w/northwind'
export const at = (path: string): string => `${BASE}${path}`

/** The frame of the agency's pages; `current` names an entry of its menu, or one of its tabs. */
export function shell(
  current: string,
  more: Partial<Shell> = {},
  preferences: Preferences = DEFAULT_PREFERENCES,
): Shell {
  const entries = entriesAt(
    current,
    more.operator ? MENUS.operator : MENUS.agency,
    more.operator ? '/app/platform' : BASE,
  )
  const nav = entries.map(({ title, ...entry }) => ({ label: title, ...entry }))
  return {
    to: ENGLISH,
    preferences,
    home: at(''),
    workspace: more.operator ? { name: 'Signalpost' } : { name: 'Northwind Agency' },
    clients_href: 'clients',
    workspaces: CLIENTS.map((name) => ({ name, href: at(`/../${encodeURIComponent(name)}`) })),
    user: {
      name: 'Ada',
      email: 'ada@northwind.example',
      role: 'Owner',
      profile_href: at('/account'),
      sign_out: '/app/sign-out',
      view_as: '/app/platform/view/a',
    },
    nav,
    dock: nav.filter(({ label }) => label !== 'New push').slice(0, 4),
    tabs: entries.find((entry) => entry.current)?.tabs ?? [],
    actions: [{ label: 'Push new links', kind: 'Action', group: 'Do', icon: 'send', href: at('/push') }],
    ...more,
  }
}

function entriesAt(current: string, entries: readonly MenuEntry[], base: string) {
  const tab = entries.flatMap(({ tabs }) => tabs).find(({ title }) => title === current)
  const under = (entries.find(({ title }) => title === current)?.tabs[0] ?? tab)?.under
  return entriesShown({
    entries,
    base,
    path: under === undefined ? '' : `${base}${under}`,
    facts: { client: false, root: true, own_domain: false },
    counts: { jobs: 148, users: 3, waitlist: 12 },
    may: () => true,
  })
}

const NO_STATES: Record<LinkState, number> = {
  queued: 0,
  flagged: 0,
  visible: 0,
  scheduled: 0,
  sent: 0,
  failed: 0,
  indexed: 0,
  not_indexed: 0,
  cancelled: 0,
  checked: 0,
  held_out: 0,
}

export function outcome(states: Partial<Record<LinkState, number>>, look: Time | null = null): Outcome {
  const all = { ...NO_STATES, ...states }
  const links = Object.values(all).reduce((sum, count) => sum + count, 0)
  const excluded = all.flagged + all.visible + all.cancelled
  const waiting = all.queued + all.scheduled + all.sent
  const base = links - excluded
  return {
    links,
    states: all,
    indexed: { yes: all.indexed + all.visible, no: all.not_indexed + all.sent, unknown: all.queued + all.flagged },
    indexed_rate: base ? all.indexed / base : null,
    warned: Math.floor(links / 20),
    credits: { reserved: waiting, consumed: all.indexed, released: all.not_indexed + all.failed, excluded },
    next_look_at: look,
  }
}

export function job(more: Partial<JobDetail> = {}): JobDetail {
  const sent_at = more.sent_at === undefined ? plus(NOW, -3 * DAY - HOUR) : more.sent_at
  const result = more.outcome ?? outcome({ indexed: 71, sent: 44, flagged: 5 }, plus(NOW, 4 * DAY - HOUR))
  return {
    id: '0193f0a2-1145-7000-8000-000000000001',
    tenant_id: '0193f0a2-0001-7000-8000-000000000001',
    tenant_name: LONG,
    type: 'index',
    name: NASTY,
    status: 'watching',
    note: null,
    created_at: plus(NOW, -3 * DAY - 2 * HOUR),
    created_by: 'Ada',
    recheck_days: 0,
    preflight: true,
    skip_flagged: true,
    force_refresh: false,
    indexnow_force: false,
    holdout_pct: 0,
    engine: 'scan_standard',
    source_job_id: null,
    finished_at: null,
    updated_at: NOW,
    link_count: result.links,
    drip_days: 0,
    smart: true,
    pre_check: true,
    simulated: false,
    sent_at,
    outcome: result,
    comparison: { before: 10, after: 81, gained: 71, lost: 0 },
    indexnow: pings({ sent: 88, skipped_24h: 6, refused: 2 }),
    next: 'Under way: call get_job_status in a minute.',
    progress: { stage: 'watching', done: 76, total: 120 },
    share_url: null,
    ...more,
  }
}

/** As the looks of the sample above have found it. */
/** Links of a push that are indexed, and due, by day 1, 3 and 7. */
export const timeline = (
  sent: number,
  indexed: readonly number[],
  due: readonly number[],
  indexed_late = 0,
): JobSummary['timeline'] => ({
  sent,
  days: ([1, 3, 7] as const).map((day, at) => {
    const [seen, open] = [indexed[at] ?? 0, due[at] ?? 0]
    return { day, indexed: seen, not_indexed: sent - seen - open, due: open }
  }),
  indexed_late,
})

export const jobFacts = (more: Partial<JobSummary> = {}): JobSummary => ({
  tenant_id: 'client',
  tenant_name: 'Bakery',
  time_zone: 'UTC',
  timeline: timeline(115, [39, 71, 71], [0, 0, 44]),
  answers: null,
  uncovered: 3,
  unseen: 24,
  leaving: { today: 0, later: 0, last_at: null },
  available: { index: 120, check: 240 },
  reserved: { index: 44, check: 0 },
  crawl: { adapters: ['simulated'], links: 115, crawled: 88, asked_at: plus(NOW, -2 * HOUR) },
  indexnow_sites: [{ host: 'bakery.example', id: 'site-1' }],
  cancel: null,
  undo_until: null,
  ...more,
})

const NO_PINGS = { eligible: 0, queued: 0, sent: 0, skipped_24h: 0, not_covered: 0, refused: 0, failed: 0 }

export function pings(counts: Partial<typeof NO_PINGS>): JobDetail['indexnow'] {
  const eligible = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const all = { ...NO_PINGS, ...counts, eligible }
  const explanation = counts.refused ? 'The key file answered 404 for 2 links.' : null
  return {
    ...all,
    hosts: eligible ? [{ ...all, host: 'bakery.example', explanation }] : [],
    answers: { 200: all.sent },
  }
}

const NAMES = [
  'Location pages · November',
  'Guest posts · wave 1',
  'Citations · migration',
  NASTY,
  'Category pages · relaunch',
]
const STATUSES: JobStatus[] = ['sending', 'watching', 'done', 'watching', 'watching', 'done', 'done', 'cancelled']

export const jobs = (count: number): JobDetail[] =>
  Array.from({ length: count }, (_, i) => {
    const links = [240, 12, 42, 120, 480, 18, 24, 96][i % 8]!
    const status = STATUSES[i % STATUSES.length]!
    const seen = status === 'sending' ? 0 : Math.round((links * (17 + ((i * 23) % 60))) / 100)
    const open = { indexed: seen, sent: links - seen - 1, flagged: 1 }
    const closed = { indexed: seen, not_indexed: links - seen, ...(i === 2 ? { failed: 1 } : {}) }
    return job({
      id: `0193f0a2-${1148 - i}-7000-8000-000000000001`,
      name: NAMES[i % NAMES.length]!,
      tenant_name: CLIENTS[(i * 3) % CLIENTS.length]!,
      status,
      created_at: plus(NOW, -(i * 4 + 2) * HOUR),
      sent_at: plus(NOW, -(i * 4 + 1) * HOUR),
      outcome: outcome(status === 'done' ? closed : status === 'cancelled' ? { cancelled: links } : open),
    })
  })

const PAGES = ['about-us', 'contact', 'sourdough', 'opening-hours?ref="x"&y=<z>', 'wedding-cakes', 'night-shift', 'rye']

export const links = (count: number, day: number): JobLink[] =>
  Array.from({ length: count }, (_, i) => {
    const state: LinkState =
      day === 0 ? 'sent' : (['indexed', 'indexed', 'indexed', 'sent', 'indexed', 'flagged'] as const)[i % 6]!
    const flagged = state === 'flagged'
    return {
      uid: 4000 + i,
      url: `https://bakery.example/blog/${PAGES[i % PAGES.length]}-${(i * 137) % 900}`,
      state,
      indexed: state === 'indexed' ? 'yes' : 'unknown',
      credit: state === 'indexed' ? 'consumed' : flagged ? 'excluded' : 'reserved',
      flags: flagged ? ['noindex'] : [],
      fix: flagged ? 'Remove the noindex tag, then push again' : null,
      warnings: i % 5 === 2 ? ['The page has almost no text (12 characters). Describe its subject in text.'] : [],
      bing_flags: flagged ? ['noindex'] : [],
      http_status: 200,
      guarantee: !flagged,
      sent_at: flagged ? null : plus(NOW, -day * DAY),
      checked_at: day ? plus(NOW, -HOUR) : null,
      next_look_at: plus(NOW, DAY),
      reason: null,
      before_indexed: null,
      due_at: null,
      looks: day ? 2 : 0,
      place: null,
      simulated: false,
    }
  })

const ROUTES = ['/locations/north', '/locations/harbour', '/bread/rye', '/bread/whole-grain', '/blog/night-shift']
export const ADDRESSES = [...ROUTES, '/blog/old-offer', '/bread/spelt', '/about', '/locations/old-shop', '/contact']

export const bill = (more: Partial<Bill> = {}): Bill => ({
  ready: 39,
  pending: 0,
  skipped: 1,
  duplicates: 1,
  invalid: 2,
  to_indexnow: 31,
  index_credits: 39,
  check_credits: 39,
  balance_after: 1245,
  available: 1284,
  tenant_id: 'bakery',
  purse: 'Bakery',
  missing: [],
  foreign: [],
  limit: 10_000,
  affordable: 39,
  giver: null,
  ...more,
})

/** Links of two hosts whose bot protection stopped the screening. */
const CHALLENGED = ['www.florist.example', `${'long-name-of-a-shop.'.repeat(3)}example`].flatMap((host) =>
  [1, 2, 3].map((n) => ({
    ...{ url: `https://${host}/${n}`, final_url: `https://${host}/${n}`, flags: [], status: 403, canonical: null },
    ...{ chain: [], fix: null, challenged: 'Cloudflare', warnings: [challengeWords('Cloudflare')] },
  })),
)

export const preflight: Preflight = {
  rows: ADDRESSES.map(
    (path): PreflightRow => ({
      url: `https://bakery.example${path}`,
      warnings: path.includes('about')
        ? ['robots.txt answers 503, which keeps crawlers away for a while. Make it answer 200 or 404.']
        : [],
      flags: path.includes('old-offer') ? ['http_4xx'] : path.includes('old-shop') ? ['redirected'] : [],
      status: path.includes('old-offer') ? 404 : 200,
      final_url: `https://bakery.example${path.includes('old-shop') ? '/locations/new-shop' : path}`,
      canonical: null,
      chain: (path.includes('old-shop') ? [301, 200] : [200]).map((status) => ({ url: path, status })),
      fix: path.includes('old-offer')
        ? 'Restore the page or remove the link'
        : path.includes('old-shop')
          ? 'Push the target instead'
          : null,
    }),
  ).concat(CHALLENGED),
  pending: [],
  slow: [],
  duplicates: 1,
  dropped: [
    { entry: 'https://bakery.example/about', reason: 'is in the list already' },
    { entry: 'bakery.example/no-scheme', reason: 'no http(s) address' },
    { entry: '<script>alert(1)</script>', reason: 'no http(s) address' },
  ],
}
