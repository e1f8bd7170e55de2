/** Credits of a workspace, and one line of its ledger. */
import type { LedgerLine } from '../../../src/domains/credits/index.ts'
import { Entry, type EntryProps } from '../../../views/credits/entry.tsx'
import { ledgerList } from '../../../views/credits/ledger.tsx'
import { Overview, type OverviewProps } from '../../../views/credits/overview.tsx'
import { adjustFold, reverseForm } from '../../../views/credits/pages.tsx'
import { type ReservedJob, ReservedPanel, type ReservedProps } from '../../../views/credits/reserved.tsx'
import { grouped } from '../../../views/credits/sentences.ts'
import { PageHead } from '../../../views/parts/page/page-head.tsx'
import { HeadOf } from '../../../views/shell.tsx'
import { inApp, NO_ROWS } from '../frames.tsx'
import { at, links, NASTY, NOW, nameOf, READER } from '../samples.ts'
import { FORECAST } from './dashboard.tsx'

export const line = (id: string, more: Partial<LedgerLine>): LedgerLine => ({
  id,
  tenant_id: 'ten_northwind',
  kind: 'index',
  direction: 'out',
  amount: 40,
  reason: 'reserve',
  balance_after: 1160,
  job_id: 'job_1',
  job_name: 'Spring menu',
  partner_name: null,
  group_id: id,
  actor: 'ada@northwind.example',
  note: null,
  created_at: NOW,
  ...more,
})

const NO_JOB = { job_id: null, job_name: null }
const ROWS = [
  line('led_6', { reason: 'release', direction: 'in', amount: 8, balance_after: 1168, actor: 'system' }),
  line('led_5', {}),
  line('led_4', {
    ...NO_JOB,
    reason: 'allocation',
    partner_name: 'Bakery',
    amount: 300,
    balance_after: 1200,
    note: NASTY,
    actor: NASTY,
  }),
  line('led_3', { ...NO_JOB, reason: 'pack', direction: 'in', amount: 1000, balance_after: 1500 }),
  line('led_2', { ...NO_JOB, reason: 'plan_grant', direction: 'in', amount: 500, kind: 'check', balance_after: 500 }),
]
const SELF = at('/credits')
const NO_LINKS = { links: [], links_by_credit: null }
const NOTHING = { available: 0, reserved: 0, owed: 0 }

const REFUND = {
  reason: 'release',
  direction: 'in',
  amount: 1,
  actor: 'system',
  note: '1 not seen by the last check',
} as const
const MANY = ['led_7', 'led_8', 'led_9'].map((id, at) => line(id, { ...REFUND, balance_after: 1171 - at }))

const credits = (more: Partial<OverviewProps> = {}) =>
  inApp(
    'Credits',
    <Overview
      balance={{ index: { available: 1240, reserved: 299, owed: 0 }, check: { available: 500, reserved: 12, owed: 0 } }}
      forecast={FORECAST}
      weekly={null}
      newest={grouped([...MANY, ...ROWS], nameOf)}
      has_clients
      base={at('')}
      now={NOW}
      adjust={null}
      zone={READER}
      panel={null}
      {...more}
    />,
    'Credits',
    {
      kind: 'credits',
      head: <HeadOf title="Credits" act={{ label: 'Buy credits', icon: 'plus', href: at('/packs') }} />,
    },
  )

const ledger = (more: Partial<Parameters<typeof ledgerList.View>[0]> = {}) =>
  inApp(
    'Credits',
    <ledgerList.View
      list={{ items: grouped([...MANY, ...ROWS], nameOf), total: 120, page: 1, page_size: 50 }}
      query={{}}
      self={`${SELF}/ledger`}
      base={at('')}
      {...more}
    />,
    'Credits',
    { kind: 'credits' },
  )

const entry = (more: Partial<EntryProps>) =>
  inApp(
    'Credits',
    <Entry
      names={nameOf}
      entry={{
        ...ROWS[1]!,
        reversible: false,
        related: [ROWS[0]!],
        settlement: { reserved: 40, used: 16, returned: 8, pending: 16 },
        links: links(6, 7).map((link) => ({ ...link, state: 'not_indexed', indexed: 'no', credit: 'released' })),
        links_by_credit: { reserved: 16, consumed: 16, released: 8, excluded: 0 },
      }}
      job={{ name: 'Spring menu', href: at('/jobs/job_1') }}
      base={at('')}
      self={SELF}
      reverse={null}
      {...more}
    />,
    'Credits',
    { kind: 'credits', head: <PageHead title="Ada pushed 40 links" sub="40 index credits out" /> },
  )

const reserved = (more: Partial<ReservedProps> = {}) =>
  credits({
    panel: (
      <ReservedPanel
        kind="check"
        balance={{ index: { available: 1168, reserved: 32, owed: 0 }, check: { ...NOTHING, reserved: 1225 } }}
        list={{ items: JOBS, total: 3, page: 1, page_size: 50 }}
        query={{ kind: 'check' }}
        base={at('')}
        {...more}
      />
    ),
  })

const JOBS: ReservedJob[] = [
  { job_id: 'job_1', name: 'Spring menu', type: 'index', status: 'checking', pending: 25, created_at: NOW },
  { job_id: 'job_2', name: NASTY, type: 'check', status: 'queued', pending: 1000, created_at: NOW },
  { job_id: 'job_3', name: 'Guest posts', type: 'check', status: 'checking', pending: 200, created_at: NOW },
]

export const creditGallery = [
  { name: 'credits-reserved', page: () => reserved() },
  { name: 'credits-reserved-none', page: () => reserved({ kind: 'index', list: NO_ROWS }) },
  { name: 'credits', page: () => credits() },
  {
    name: 'credits-operator',
    page: () =>
      credits({
        adjust: adjustFold(SELF, {
          values: { amount: '-5000', kind: 'index', reason: NASTY },
          issues: [{ path: 'amount', message: 'takes more than the 1,168 that are there' }],
        }),
        balance: { index: { ...NOTHING, owed: 160 }, check: NOTHING },
      }),
  },
  {
    name: 'credits-none',
    page: () => {
      const none = { spendable: 0, own: 0, reserved: 0, expected_refunds: 0, used_per_day: 0, days: [] }
      return credits({ newest: [], forecast: { ...FORECAST, ...none, runway_days: null, last_day: null } })
    },
  },
  { name: 'credits-what-if', page: () => credits({ weekly: 900, has_clients: false }) },
  { name: 'ledger', page: () => ledger() },
  { name: 'ledger-none-fits', page: () => ledger({ list: NO_ROWS, query: { q: NASTY } }) },
  { name: 'credit-line', page: () => entry({}) },
  {
    name: 'credit-line-undo',
    page: () =>
      entry({
        entry: { ...ROWS[2]!, ...NO_LINKS, reversible: true, related: [], settlement: null },
        job: null,
        reverse: reverseForm.form(`${SELF}/led_4/reverse`, {}, { verb: 'Reverse 300 credits' }),
      }),
  },
]
