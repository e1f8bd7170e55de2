import { MOVES } from '../../src/domains/credits/index.ts'
import { dayAfter, type MoneyRow } from '../../src/domains/reports/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { listCreditMoves } from '../../src/operations/credits/list-credit-moves.ts'
import { getSummary } from '../../src/operations/summary/get-summary.ts'
import { getTenant } from '../../src/operations/tenants/get-tenant.ts'
import { namesIn } from '../credits/pages.tsx'
import { asDay } from '../parts/asked.ts'
import { many } from '../parts/format.ts'
import { askedOf, listHref } from '../parts/list.ts'
import { periodOf } from '../parts/period.tsx'
import { type Orders, sortedBy } from '../parts/sorted.ts'
import { appPage, may, requireMay, zoneOf } from '../shell.tsx'
import { Expected, type ExpectedProps } from './expected.tsx'
import { type LinesProps, MOVE_WORDS, MoneyLines } from './lines.tsx'
import { MONEY_PERIODS, Money, type MoneyProps } from './money.tsx'

export const moneyScreens: readonly Screen[] = [
  page('/money', moneyPage),
  page('/money/lines', linesPage),
  page('/money/expected', expectedPage),
  action('/money/:id/give', give),
]

/** Periods end before their `to`; operations include it. */
const dayBefore = (day: string): string => dayOf(plus(`${day}T00:00:00.000Z`, -DAY))

const selfOf = ({ base }: SignedInCall): string => `${base}/money`

/** For those who fund clients: a client's own people have their ledger. */
async function requireFunds(call: SignedInCall): Promise<void> {
  requireMay(call, allocateCredits)
  if ((await call.call(getTenant, { id: call.caller.tenant_id })).kind === 'client') throw notFound('page')
}

async function moneyPage(call: SignedInCall) {
  await requireFunds(call)
  const { query, app, base } = call
  const now = app.clock.now()
  const period = periodOf(query, now, MONEY_PERIODS)
  const money = await call.call(getSummary, { from: period.from, to: dayBefore(period.to) }, { here: true })
  const props: MoneyProps = {
    total: money.total,
    rows: sortedBy(money.rows, ORDERS, query, ['runway_days']),
    period,
    query,
    self: selfOf(call),
    base,
    clients: `${base}/clients`,
    packs: may(call, createCreditRequest) ? `${base}/packs` : null,
    now,
    idempotency_key: newId(),
    zone: zoneOf(call),
  }
  return appPage(call, 'Money', <Money {...props} />)
}

/** Of 30 days, whatever the money view was of. */
async function expectedPage(call: SignedInCall) {
  await requireFunds(call)
  const now = call.app.clock.now()
  const { rows, total } = await call.call(getSummary, {}, { here: true })
  const props: ExpectedProps = {
    rows: rows.filter(({ reserved }) => reserved > 0),
    total,
    money: selfOf(call),
    base: call.base,
    now,
  }
  return appPage(call, 'Expected back', <Expected {...props} />)
}

/** Of one workspace, or of all below and here. */
async function linesPage(call: SignedInCall) {
  await requireFunds(call)
  const { query, app, base } = call
  const { tenant_id } = query
  const lately = periodOf({}, app.clock.now(), ['30d'])
  const move = MOVES.find((one) => one === query.move) ?? 'given'
  const to = asDay(query.to) ?? dayBefore(lately.to)
  const asked = { move, from: asDay(query.from) ?? lately.from, to, tenant_id: tenant_id || undefined }
  const moved = await call.call(listCreditMoves, { ...askedOf(listCreditMoves, query), ...asked }, { here: true })
  const props: LinesProps = {
    list: moved,
    client: moved.tenant_name,
    // As the money view writes it.
    sum: move === 'set_aside' ? -moved.sum : moved.sum,
    move,
    days: { from: moved.from, to: dayAfter(moved.to) },
    query,
    names: await namesIn(call),
    money: selfOf(call),
    base,
    zone: zoneOf(call),
  }
  return appPage(call, MOVE_WORDS[move].label, <MoneyLines {...props} />)
}

const ORDERS: Orders<MoneyRow> = {
  ...Object.fromEntries(
    (['name', 'given', 'used', 'returned', 'indexed', 'reserved', 'available', 'runway_days'] as const).map((name) => [
      name,
      (row: MoneyRow) => row[name],
    ]),
  ),
  a_page: ({ used, indexed }) => (indexed === 0 ? null : used / indexed),
}

async function give(call: SignedInCall) {
  const { amount, period, idempotency_key } = call.form
  const line = await call.call(
    allocateCredits,
    { tenant_id: call.params.id, amount, kind: 'index' },
    { idempotency_key: idempotency_key || undefined },
  )
  return goTo(listHref(selfOf(call), {}, { period }), {
    text: `${many(line.amount, 'credit')} given. The line in the ledger undoes it.`,
  })
}
