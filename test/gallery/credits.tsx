/** Credits of a workspace, and one line of its ledger. */
import type { LedgerLine } from '../../src/domains/credits/index.ts'
import { adjustCredits } from '../../src/operations/credits/adjust-credits.ts'
import { reverseLedgerEntry } from '../../src/operations/credits/reverse-ledger-entry.ts'
import { Credits, type CreditsProps } from '../../views/credits/credits.tsx'
import { Entry, type EntryProps } from '../../views/credits/entry.tsx'
import { Reserved, type ReservedProps, type SetAside } from '../../views/credits/reserved.tsx'
import { fieldsOf } from '../../views/parts/form.tsx'
import { inApp, NO_ROWS } from './frames.tsx'
import { at, links, NASTY, NOW } from './samples.ts'

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
  line('led_4', { ...NO_JOB, reason: 'allocation', amount: 300, balance_after: 1200, note: NASTY, actor: NASTY }),
  line('led_3', { ...NO_JOB, reason: 'pack', direction: 'in', amount: 1000, balance_after: 1500 }),
  line('led_2', { ...NO_JOB, reason: 'plan_grant', direction: 'in', amount: 500, kind: 'check', balance_after: 500 }),
]
const SELF = at('/credits')
const NO_LINKS = { links: [], links_by_credit: null }
const NOTHING = { available: 0, reserved: 0, owed: 0 }

const credits = (more: Partial<CreditsProps> = {}) =>
  inApp(
    'Credits',
    <Credits
      balance={{ index: { available: 1168, reserved: 32, owed: 0 }, check: { available: 500, reserved: 0, owed: 0 } }}
      runway_days={29}
      list={{ items: ROWS, total: 120, page: 1, page_size: 50 }}
      query={{}}
      self={SELF}
      reserved_href={at('/links?credit=reserved')}
      packs={at('/packs')}
      adjusts={null}
      idempotency_key="once"
      {...more}
    />,
  )

const entry = (more: Partial<EntryProps>) =>
  inApp(
    'Credits',
    <Entry
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
      reverses={null}
      idempotency_key="once"
      {...more}
    />,
  )

const reserved = (more: Partial<ReservedProps> = {}) =>
  inApp(
    'Credits',
    <Reserved
      kind="check"
      balance={{ index: { available: 1168, reserved: 32, owed: 0 }, check: { ...NOTHING, reserved: 1225 } }}
      list={{ items: SET_ASIDE, total: 3, page: 1, page_size: 50 }}
      query={{ kind: 'check' }}
      base={at('')}
      {...more}
    />,
  )

const SET_ASIDE: SetAside[] = [
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
        adjusts: fieldsOf(adjustCredits.input, ['amount', 'kind', 'reason']),
        values: { amount: '-5000', kind: 'index', reason: NASTY },
        issues: [{ path: 'amount', message: 'takes more than the 1,168 that are there' }],
        balance: { index: { ...NOTHING, owed: 160 }, check: NOTHING },
      }),
  },
  { name: 'credits-none', page: () => credits({ list: NO_ROWS, runway_days: null, packs: null }) },
  { name: 'credits-none-fits', page: () => credits({ list: NO_ROWS, query: { q: NASTY } }) },
  { name: 'credit-line', page: () => entry({}) },
  {
    name: 'credit-line-undo',
    page: () =>
      entry({
        entry: { ...ROWS[2]!, ...NO_LINKS, reversible: true, related: [], settlement: null },
        job: null,
        reverses: fieldsOf(reverseLedgerEntry.input, ['note']),
      }),
  },
]
