/** The money of an agency: clients in their conditions, and an agency without any. */

import type { LedgerLine } from '../../../src/domains/credits/index.ts'
import type { CreditUseRow, CreditUseTotal } from '../../../src/domains/figures/index.ts'
import { ByClient, type ByClientProps, MONEY_PERIODS } from '../../../views/margin/money/by-client.tsx'
import { ExpectedPanel, MovesPanel, type MovesProps } from '../../../views/margin/money/panels.tsx'
import { periodOf } from '../../../views/parts/lists/period.tsx'
import { inPage, NO_ROWS } from '../frames.tsx'
import { at, NASTY, NOW, nameOf } from '../samples.ts'
import { line } from './credits.tsx'

const row = (id: string, name: string, more: Partial<CreditUseRow> = {}): CreditUseRow => ({
  id,
  name,
  kind: 'client',
  created_at: NOW,
  archived: false,
  own: false,
  given: 600,
  set_aside: 480,
  back: 131,
  used: 289,
  returned: 121,
  sent: 900,
  indexed: 280,
  checks_used: 212,
  credits_per_indexed: 1.03,
  available: 251,
  reserved: 60,
  expected_back: 18,
  runway_days: 22,
  running_dry: false,
  used_per_day: 4.2,
  lacks: 92,
  ...more,
})

const ROWS = [
  row('ten_northwind', 'Northwind', {
    kind: 'agency',
    own: true,
    given: 2200,
    available: 4200,
    runway_days: 410,
    lacks: 0,
  }),
  row('ten_bakery', 'Bakery', { available: 12, runway_days: 1, running_dry: true, lacks: 371 }),
  row('ten_inn', 'Harbour Inn', { available: 0, runway_days: 0, running_dry: true, reserved: 0, lacks: 1290 }),
  row('ten_team', NASTY, {
    kind: 'team',
    used: 0,
    indexed: 0,
    credits_per_indexed: null,
    returned: 0,
    runway_days: null,
    lacks: 0,
  }),
  row('ten_old', 'Old client', { archived: true, given: -40, available: 0, runway_days: null, lacks: 0 }),
]

const sum = (rows: CreditUseRow[]): CreditUseTotal => {
  const of = (name: Exclude<keyof CreditUseTotal, 'opening' | 'closing' | 'credits_per_indexed'>) =>
    rows.reduce((all, one) => all + one[name], 0)
  const [given, set_aside, back, available] = [of('given'), of('set_aside'), of('back'), of('available')]
  return {
    given,
    set_aside,
    back,
    used: of('used'),
    returned: of('returned'),
    sent: 900,
    indexed: of('indexed'),
    checks_used: of('checks_used'),
    credits_per_indexed: of('indexed') === 0 ? null : of('used') / of('indexed'),
    available,
    reserved: of('reserved'),
    expected_back: of('expected_back'),
    opening: available - given + set_aside - back,
    closing: available,
  }
}

const SELF = at('/credits/clients')
const AROUND = { self: SELF, base: at('') }

const money = (rows: CreditUseRow[], more: Partial<ByClientProps> = {}) =>
  inPage(
    'Credits',
    'credits',
    <ByClient
      rows={rows}
      total={sum(rows)}
      period={periodOf({}, NOW, MONEY_PERIODS)}
      query={{}}
      {...AROUND}
      buy={at('/credits/buy')}
      now={NOW}
      zone="UTC"
      {...more}
    />,
  )

const expected = (rows: CreditUseRow[]) =>
  money(rows, {
    panel: <ExpectedPanel {...AROUND} query={{ panel: 'expected' }} rows={rows} total={sum(rows)} now={NOW} />,
  })

const DAYS = { from: '2026-10-04', to: '2026-11-02', tenant_name: null }

const lines = (more: Partial<MovesProps['list']> = {}, move: MovesProps['move'] = 'given') => {
  const list = { ...DAYS, items: LINES, total: 3, page: 1, page_size: 50, sum: 1460, ...more }
  const panel = <MovesPanel {...AROUND} query={{ panel: move }} move={move} names={nameOf} zone="UTC" list={list} />
  return money(ROWS, { panel })
}

type Line = LedgerLine & { tenant_name: string }

const of = (id: string, more: Partial<LedgerLine>, tenant_name: string): Line => ({
  ...line(id, { job_id: null, job_name: null, ...more }),
  tenant_name,
})

const LINES: Line[] = [
  of('led_4', { reason: 'pack', direction: 'in', amount: 1000 }, 'Northwind'),
  of('led_3', { reason: 'allocation', amount: 40, note: NASTY, actor: NASTY }, 'Northwind'),
  of('led_2', { reason: 'plan_grant', direction: 'in', amount: 500 }, NASTY),
]

export const moneyGallery = [
  { name: 'money-lines', page: () => lines() },
  { name: 'money-lines-none', page: () => lines({ ...NO_ROWS, tenant_name: NASTY, sum: 0 }, 'back') },
  { name: 'money-expected', page: () => expected(ROWS) },
  { name: 'money-expected-none', page: () => expected([]) },
  { name: 'money', page: () => money(ROWS) },
  {
    name: 'money-sorted',
    page: () => money(ROWS.toReversed(), { query: { sort: 'used', dir: 'desc', period: 'last_month' } }),
  },
  { name: 'money-nothing-to-give', page: () => money([{ ...ROWS[0]!, available: 0, lacks: 900 }, ...ROWS.slice(1)]) },
  { name: 'money-none', page: () => money([row('ten_northwind', 'Northwind', { own: true, given: 0, lacks: 0 })]) },
]
