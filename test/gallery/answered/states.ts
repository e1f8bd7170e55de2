/** States of pages that no example is in: what differs in the answers. A list has the rows that are named. */

import { CASE_KINDS } from '../../../src/domains/figures/index.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { href } from '../../../static/index.ts'
import type { Person } from '../../world.ts'
import { NASTY } from '../samples.ts'

type State = { name: string; at: string; as?: Person; answers: Record<string, object> }

const NOW = '2026-11-02T09:00:00.000Z'
const rate = (rate: number) => ({ indexed: rate * 100, answered: 100, rate, low: rate - 0.05, high: rate + 0.05 })
const days = (...rates: [number, number, number]) => [1, 3, 7].map((day, n) => ({ day, ...rate(rates[n]!) }))
const trouble = {
  ...{ adapter: 'speedyindex', enabled: true, base_url: null, api_key: null, simulated: false },
  ...{ status: 'open', sent_this_month: 18_240 },
  last_errors: [{ at: NOW, failure: 'transient', message: NASTY }],
  breaker: { cause: 'errors', reason: NASTY, opened_at: NOW, until: plus(NOW, DAY) },
}
const usual = { rate: 0.62, rate_links: 900, rate_until: '2026-10-25', sent_30d: 900, returned_30d: 37 }
const standing = { ...usual, usual: 0.55, last: { day: '2026-10-25', links: 44, rate: 0.16 }, off_usual: 'below' }
const chart = [1, 2, 3].map((n) => ({ day: `2026-10-2${n}`, indexed: 20 * n, waiting: n, not_indexed: 5 }))
const week = (day: string, share: number) => ({ week: day, links: 100, checked: 100, seen: share, final: true })
const cell = (day: number, share: number) => ({ day, seen: share, due: 0, sent: 100, weeks: [], settled: true })
const cells = (...shares: [number, number, number]) => [1, 3, 7].map((day, n) => cell(day, shares[n]!))
/** A week of refunds that have come, and one of those expected. */
const forecast = {
  ...{ spendable: 2526, own: 1240, reserved: 299, expected_refunds: 150, used_per_day: 61.4, runway_days: 41 },
  days: [...Array(12).keys()].map((n) => ({
    day: dayOf(plus(NOW, (n - 6) * DAY)),
    ...(n > 6 ? { refunded: 0, waiting: 96, expected_refunds: 24 } : { refunded: 20, waiting: 0, expected_refunds: 0 }),
    links: 96,
  })),
}
/** Drops, one of each rule. */
const DROPPED = [
  {
    host: 'quay-hotels.example',
    cause: 'noindex',
    push: 'fixed',
    state: 'open',
    title: 'The page forbids indexing',
    act: 'Remove noindex. The links are then pushed again.',
  },
  {
    host: 'quay-hotels.example',
    cause: 'canonical_chosen',
    push: 'never',
    state: 'open',
    title: 'Google chose another page',
    act: 'Point links and sitemap at one page. A push does not help.',
  },
  {
    host: 'kestrel-insurance.example',
    cause: 'not_crawled_130',
    push: 'now',
    state: 'open',
    title: 'Not crawled for over 130 days',
    act: 'A push brings Google back.',
  },
  {
    host: NASTY,
    cause: 'engine_choice',
    push: 'rarely',
    state: 'pushed',
    title: 'No cause on the page',
    act: 'Better content and links usually help; a push rarely does.',
  },
]
/** Of `get_results` by week; the example is by host. */
export const RESULTS = [
  { key: '2026-10-26', label: NASTY, sent: 100, cells: cells(5, 20, 45) },
  { key: '2026-10-19', label: 'Bakery', sent: 100, cells: cells(55, 75, 95) },
  {
    key: '2026-10-12',
    label: 'Quay',
    sent: 100,
    cells: cells(15, 22, 28).map((one) => ({ ...one, due: 20, settled: false })),
  },
]
const TWELVE = [...Array(12).keys()].map((n) => dayOf(plus('2026-08-17T12:00:00.000Z', n * 7 * DAY)))
const whole = (...shares: [number, number, number]) =>
  cells(...shares).map((one) => ({ ...one, seen: one.seen * 30, sent: 3000, weeks: TWELVE.slice(0, 11) }))
/** Fields of `get_results` by week, with the period before. */
export const RESULT_TOTALS = {
  weeks: TWELVE,
  total: whole(15, 45, 68),
  before: {
    weeks: TWELVE.map((day) => dayOf(plus(`${day}T12:00:00.000Z`, -84 * DAY))),
    rows: [],
    total: whole(9, 36, 60),
  },
}

const resultOf = (key: string, n: number) => {
  const late = n < 2 ? { due: 40, settled: false } : {}
  const [day1, day3, day7] = cells(9 + n, 40 + n, 72 - n) as [object, object, object]
  return { key, label: key, sent: 100, cells: [day1, day3, { ...day7, ...late }] }
}

const reserving = ['index', 'check'].map((type) => ({
  ...{ job_id: `job_${type}`, name: NASTY, type, status: 'watching', pending: 1000, created_at: NOW },
}))
const wholeStanding = {
  ...standing,
  ...{ since: '2026-10-04', indexed_30d: 560, available: 96, reserved: 120, used_per_day: 9.5, lacks: 275 },
  ...{ runway_days: 1, running_dry: true, below_usual: true, settles_today: 24, came_back: 8, came_in: 31 },
}
const named: Record<string, object> = {
  report: { name: '2026-10' },
  report_expired: { name: '2026-10' },
  past_due: { note: NOW },
  drops: { note: 'noindex' },
  drop_event: { note: NOW },
}
const cases = CASE_KINDS.map((kind) => ({
  ...{ kind, id: `${kind}-1`, tenant_id: 'ten_bakery', tenant_name: NASTY, stamp: '1', count: 19, act: null },
  ...{ name: 'shop.bakery.example', note: NASTY, standing: wholeStanding, ...named[kind] },
}))
const last = { day: '2026-10-25', links: 48 }
const clients = [
  { off_usual: 'above', last: { ...last, rate: 0.92 } },
  { off_usual: 'below', last: { ...last, rate: 0.31 } },
  { off_usual: 'low', last: { ...last, rate: 0.14 }, usual: null },
  { off_usual: null, last: { ...last, rate: 0.57 } },
  { off_usual: null, last: null, usual: null },
].map((more, n) => ({ ...wholeStanding, id: `ten_${n}`, name: NASTY, ...more }))
const weeks = [61, 63, 59, 65, 68, 66, 72, 70, 65, 71].map((share, n) => ({
  ...{ key: dayOf(plus(NOW, (-7 * n - 14) * DAY)), label: '', sent: 100, cells: cells(10, 40, share) },
}))
const refund = {
  ...{ direction: 'in', reason: 'release', amount: 1, actor: 'system', kind: 'index', created_at: NOW },
  ...{ job_id: 'job_1', job_name: NASTY, note: '1 not seen by the last check' },
}

export const STATES: State[] = [
  {
    name: 'clock-in-doubt',
    at: '/app/platform/clock',
    answers: { get_clock: { doubt: { latest: NOW, message: NASTY }, waiting: { pushes: 3, links: 919, checks: 12 } } },
  },
  {
    name: 'suppliers-compared',
    at: '/app/platform/suppliers/primary',
    answers: {
      get_crawl_settings: { fallback_share_pct: 20, routes: { primary: trouble, fallback: trouble } },
      get_provider_scoreboard: {
        duel: {
          sides: [
            { route: 'primary', adapter: 'speedyindex', share_pct: 80, links: 1700, days: days(0.2, 0.5, 0.7) },
            { route: 'fallback', adapter: 'twoindex', share_pct: 20, links: 230, days: days(0.1, 0.4, 0.6) },
          ],
          control: days(0.05, 0.2, 0.3),
          verdict: { better: 'primary', points: 9, sure: false, more_links: 240, needed_by: 'fallback' },
        },
      },
    },
  },
  {
    name: 'suppliers-search-console',
    at: '/app/platform/suppliers/search_console',
    answers: {
      get_integrations: {
        search_console: {
          service_account: { set: true, hint: NASTY },
          base_url: null,
          reserve_pct: 25,
          properties: [
            {
              property: `sc-domain:${NASTY}`,
              open_looks: 3,
              used_today: 120,
              queue: { left: 20, resumes_at: NOW, why: NASTY },
            },
          ],
        },
      },
    },
  },
  {
    name: 'margin-lost',
    at: '/app/platform/revenue/margin',
    answers: { get_margin: { clients: [{ margin_usd: -3 }], totals: { margin_usd: -3 } } },
  },
  {
    name: 'scoreboard-costs',
    at: '/app/platform/providers/scoreboard',
    answers: {
      get_provider_scoreboard: { items: [{ cost_usd: 3, cost_per_indexed_usd: 0.4, lift: 0.3, indexed_rate: 0.6 }] },
    },
  },
  {
    name: 'releases-newer',
    at: '/app/platform/system/releases',
    answers: {
      get_releases: {
        update: {
          asked_at: NOW,
          error: null,
          newer: {
            version: '0.3.0',
            released: NOW,
            security: true,
            notes: `### Added\n\n- One migration runs. ${NASTY}\n\n| was | is |\n|---|---|\n| \`old\` | \`new\` |`,
          },
        },
      },
    },
  },
  {
    name: 'notifications-refused-address',
    at: '/app/w/ten_northwind/notifications',
    answers: {
      get_notifications: {
        digest: true,
        next_digest_at: NOW,
        recipients: [
          { email: 'a@b.example', name: null, refused_at: NOW, refusal: NASTY, listed: true },
          { listed: true, name: NASTY, status: 'active' },
        ],
        last_sent: [{ kind: 'low_credits', email: 'a@b.example', sent_at: NOW }],
      },
      list_webhooks: {
        items: [
          {
            program: 'Slack',
            types: ['links.*', 'credits.low'],
            state: 'on',
            url: 'https://hooks.slack.com/services/T/B/x',
          },
          {
            program: 'Microsoft Teams',
            types: ['push.finished'],
            state: 'disabled',
            url: 'https://x.logic.azure.com/',
          },
        ],
      },
      list_client_readers: {
        total: 9,
        items: [
          { name: NASTY, reports: 3, accounts: 1 },
          {
            name: 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
            reports: 0,
            accounts: 0,
          },
          { name: '株式会社さくら商事', reports: 1, accounts: 0 },
          { name: 'شركة النخيل للتجارة', reports: 12, accounts: 2 },
        ],
      },
    },
  },
  {
    name: 'report-send',
    at: '/app/w/ten_bakery/reports/2026-10/send',
    answers: {
      get_email_recipients: {
        configured: true,
        people: [
          { email: 'vera@bakery.example', name: NASTY, as: 'reader', refused: false },
          { email: 'gone@bakery.example', name: '', as: 'reader', refused: true },
        ],
      },
      preview_report: { summary: { pushed: 78, open: 14 } },
    },
  },
  {
    name: 'system-in-trouble',
    at: '/app/platform/system',
    answers: {
      get_system: {
        previous_version: '0.1.0',
        errors_open: 3,
        database: { damage: NASTY },
        backups: { error: NASTY },
        tasks: [{ last_at: NOW, took_ms: 12, done: 3, next_at: NOW, failed_at: NOW, error: NASTY }],
      },
    },
  },
  {
    name: 'audit-stream-failing',
    at: '/app/platform/audit/streams',
    answers: { list_audit_sinks: { items: [{ last_ok_at: NOW, failing_since: NOW, last_error: NASTY, behind: 12 }] } },
  },
  {
    name: 'workspaces-open',
    at: '/app/platform/workspaces?open=ten_northwind',
    answers: { list_tenants: { items: [{ id: 'ten_northwind' }] }, get_tenant: { id: 'ten_northwind' } },
  },
  {
    name: 'client-below-its-usual',
    at: '/app/w/ten_northwind/clients/ten_bakery',
    answers: {
      get_tenant_overview: { standing, chart, weeks: [week('2026-10-26', 16), week('2026-10-19', 60)] },
      get_tenant_why: {
        standing,
        facts: ['cause', 'ruled_out', 'refunded'].map((mark) => ({ mark, text: NASTY, more: NASTY })),
        sections: [
          { name: '/category/', host: 'quay.example', links: 37, indexed: 1, usual: 0.55 },
          { name: NASTY, host: 'quay.example', links: 3, indexed: 3, usual: null },
        ],
        missed: [{ uid: 1, url: 'https://quay.example/category/1', flags: ['canonical_elsewhere'] }],
      },
    },
  },
  {
    name: 'clients-tagged',
    at: '/app/w/ten_northwind/clients?tag=Retainer',
    answers: {
      list_clients: {
        items: [
          { ...standing, days: chart, tags: ['Retainer'], tile_url: href('favicon.svg') },
          { days: [], tags: ['Q4', 'Retainer', 'Shops in the old town'] },
        ],
        saved_views: [
          { id: 'a', name: 'Retainers', filters: { tag: 'Retainer' } },
          { id: 'b', name: NASTY, filters: { view: 'low_credits' } },
        ],
        tags: [
          { tag: 'Q4', clients: 1 },
          { tag: 'Retainer', clients: 2 },
        ],
      },
    },
  },
  {
    name: 'client-with-tile',
    at: '/app/w/ten_northwind/clients/ten_bakery?transfer=ten_bakery',
    answers: { get_tenant_overview: { tile_url: href('favicon.svg') } },
  },
  {
    name: 'clients-to-save',
    at: '/app/w/ten_northwind/clients?tag=Q4&save_as=Autumn',
    answers: {
      list_clients: { items: [{ ...standing, days: chart, tags: ['Q4'] }], tags: [{ tag: 'Q4', clients: 1 }] },
    },
  },
  {
    name: 'clients-running-dry',
    at: '/app/w/ten_northwind/clients',
    answers: {
      list_clients: { items: [{ ...standing, days: chart, running_dry: true, runway_days: 1 }, { days: [] }] },
    },
  },
  ...['', '?sort=used&dir=desc', '?panel=expected', '?panel=given'].map((panel) => ({
    name: `credits-by-client${panel.replace(/\W\w+=/g, '-')}`,
    at: `/app/w/ten_northwind/credits/clients${panel}`,
    answers: { get_tenant: { kind: 'agency' } },
  })),
  ...['', '?weekly=900', '?panel=reserved&kind=index'].map((query) => ({
    name: `credits-calendar${query.replace(/\W/g, '-')}`,
    at: `/app/w/ten_northwind/credits${query}`,
    answers: { get_credits_forecast: forecast, list_reserved_credits: { items: reserving, total: 2 } },
  })),
  {
    name: 'ledger-line-of-links',
    at: '/app/w/ten_northwind/credits/led_1',
    answers: {
      get_ledger_entry: {
        ...refund,
        settlement: { reserved: 40, used: 16, returned: 8, pending: 16 },
        links_by_credit: { reserved: 16, consumed: 16, released: 8, excluded: 0 },
        links: [1, 2].map((uid) => ({
          ...{ uid, url: `https://bakery.example/${NASTY}`, state: 'not_indexed', indexed: 'no' },
          ...{ credit: 'released', guarantee: true },
        })),
      },
    },
  },
  {
    name: 'ledger-of-refunds',
    at: '/app/w/ten_northwind/credits/ledger',
    answers: { list_ledger: { items: [1, 2, 3].map((n) => ({ id: `led_${n}`, ...refund })) } },
  },
  {
    name: 'dashboard',
    at: '/app/w/ten_northwind/today',
    answers: {
      get_today: { cases: { open: cases.slice(1), seen: cases.slice(0, 1) }, clients, jobs: 148, simulated: false },
      get_results: { since: weeks.at(-1)!.key, rows: weeks, usual: 0.65 },
      get_credits_forecast: forecast,
    },
  },
  {
    name: 'engines-bing',
    at: '/app/w/ten_northwind/engines',
    answers: {
      get_bing_quota: {
        ...{ connected: true, asked_at: '2026-11-18T08:00:00.000Z', more: 3 },
        sites: [
          { site_url: 'https://bakery.example/', day: 10_000, month: 240_000, key_file: true },
          { site_url: `https://${'long-name-'.repeat(8)}.example/`, day: 5, month: 140, key_file: false },
        ],
      },
    },
  },
  {
    name: 'still-there-watched',
    at: '/app/w/ten_northwind/still-there',
    answers: {
      get_retention: {
        on: true,
        budget_month: 300,
        used_month: 12,
        watched: 2214,
        dropped: 38,
        returned: 9,
        unreached: 160,
      },
      get_survival: {
        links: 1240,
        points: [14, 30, 60, 90].map((day, n) => ({
          ...{ day, at_risk: 1240 - 60 * n, dropped: 12 },
          ...{ share: 0.97 - 0.02 * n, low: 0.955 - 0.025 * n, high: 0.985 - 0.016 * n },
        })),
        rows: [NASTY, 'Quay'].map((label) => ({
          ...{ key: label, label, links: 620, expected: null, chi2: null },
          points: [30, 60].map((day) => ({ day, at_risk: 600, dropped: 9, share: 0.95, low: 0.93, high: 0.97 })),
        })),
      },
      list_drops: {
        items: DROPPED.map((one, n) => ({
          ...one,
          ...{
            id: `drp_${n}`,
            tenant_id: 'ten_bakery',
            tenant_name: n === 3 ? NASTY : 'Quay Hotels',
            week: '2026-11-09',
          },
          ...{ opened_at: plus(NOW, -n * DAY), returned: n, links: 14 - 3 * n },
          ...{ last_yes_at: plus(NOW, -(9 + 2 * n) * DAY), first_no_at: plus(NOW, -(6 - n) * DAY) },
        })),
        total: DROPPED.length,
      },
      get_at_risk: {
        hosts: ['orchard-outdoor.example', NASTY].map((host) => ({
          ...{ tenant_id: 'ten_bakery', tenant_name: NASTY, host, links: 11 },
          ...{ crawled_from: plus(NOW, -124 * DAY), crawled_to: plus(NOW, -108 * DAY), day_131: '2026-11-09' },
        })),
      },
    },
  },
  {
    name: 'results-of-weeks',
    at: '/app/w/ten_northwind/cohorts',
    answers: { get_results: { ...RESULT_TOTALS, rows: TWELVE.toReversed().map(resultOf), usual: 0.65 } },
  },
  {
    name: 'dashboard-new',
    at: '/app/w/ten_platform/today',
    as: 'pat',
    answers: {
      get_today: { cases: { open: [], seen: [] }, clients: [], jobs: 0, simulated: true },
      get_results: { rows: [], usual: null },
      get_setup: { done: { address: true, mail: false }, dismissed: false },
    },
  },
]
