/** The money of an agency: clients in their conditions, and an agency without any. */

import type { LedgerLine } from '../../src/domains/credits/index.ts'
import type { MoneyRow, MoneyTotal } from '../../src/domains/reports/index.ts'
import { Expected } from '../../views/money/expected.tsx'
import { type LinesProps, type MoneyLine, MoneyLines } from '../../views/money/lines.tsx'
import { MONEY_PERIODS, Money, type MoneyProps } from '../../views/money/money.tsx'
import { periodOf } from '../../views/parts/period.tsx'
import { line } from './credits.tsx'
import { inApp, NO_ROWS } from './frames.tsx'
import { at, NASTY, NOW } from './samples.ts'

const row = (id: string, name: string, more: Partial<MoneyRow> = {}): MoneyRow => ({
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
  row('ten_team', NASTY, { kind: 'team', used: 0, indexed: 0, returned: 0, runway_days: null, lacks: 0 }),
  row('ten_old', 'Old client', { archived: true, given: -40, available: 0, runway_days: null, lacks: 0 }),
]

const sum = (rows: MoneyRow[]): MoneyTotal => {
  const of = (name: Exclude<keyof MoneyTotal, 'opening' | 'closing'>) => rows.reduce((all, one) => all + one[name], 0)
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
    available,
    reserved: of('reserved'),
    expected_back: of('expected_back'),
    opening: available - given + set_aside - back,
    closing: available,
  }
}

const money = (rows: MoneyRow[], more: Partial<MoneyProps> = {}) =>
  inApp(
    'Credits',
    <Money
      rows={rows}
      total={sum(rows)}
      period={periodOf({}, NOW, MONEY_PERIODS)}
      query={{}}
      self={at('/money')}
      base={at('')}
      clients={at('/clients')}
      packs={at('/packs')}
      now={NOW}
      idempotency_key="once"
      {...more}
    />,
  )

const expected = (rows: MoneyRow[]) =>
  inApp('Credits', <Expected rows={rows} total={sum(rows)} money={at('/money')} base={at('')} now={NOW} />)

const lines = (more: Partial<LinesProps> = {}) =>
  inApp(
    'Credits',
    <MoneyLines
      move="given"
      names={new Map()}
      days={periodOf({}, NOW, MONEY_PERIODS)}
      client={null}
      sum={1460}
      list={{ items: LINES, total: 3, page: 1, page_size: 50 }}
      query={{ move: 'given' }}
      money={at('/money')}
      base={at('')}
      {...more}
    />,
  )

const of = (id: string, more: Partial<LedgerLine>, tenant_name: string): MoneyLine => ({
  ...line(id, { job_id: null, job_name: null, ...more }),
  tenant_name,
})

const LINES: MoneyLine[] = [
  of('led_4', { reason: 'pack', direction: 'in', amount: 1000 }, 'Northwind'),
  of('led_3', { reason: 'allocation', amount: 40, note: NASTY, actor: NASTY }, 'Northwind'),
  of('led_2', { reason: 'plan_grant', direction: 'in', amount: 500 }, NASTY),
]

export const moneyGallery = [
  { name: 'money-lines', page: () => lines() },
  { name: 'money-lines-none', page: () => lines({ move: 'back', client: NASTY, sum: 0, list: NO_ROWS }) },
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
