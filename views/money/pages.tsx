import { type MoneyRow, readMoney } from '../../src/domains/reports/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import { action, goTo, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { notFound } from '../../src/kernel/fault.ts'
import { newId } from '../../src/kernel/ids.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { many } from '../parts/format.ts'
import { listHref } from '../parts/list.ts'
import { periodOf } from '../parts/period.tsx'
import { type Orders, sortedBy } from '../parts/sorted.ts'
import { appPage, may, requireMay, zoneOf } from '../shell.tsx'
import { MONEY_PERIODS, Money, type MoneyProps } from './money.tsx'

export const moneyScreens: readonly Screen[] = [page('/money', moneyPage), action('/money/:id/give', give)]

const selfOf = ({ base }: SignedInCall): string => `${base}/money`

/** For those who fund clients: a client's own people have their ledger. */
async function moneyPage(call: SignedInCall) {
  requireMay(call, allocateCredits)
  const { caller, query, app, base } = call
  const now = app.clock.now()
  const period = periodOf(query, now, MONEY_PERIODS)
  if (call.read((tx) => readTenant(tx, caller.tenant_id)).kind === 'client') throw notFound('page')
  const money = await readMoney(call.read, period)
  const props: MoneyProps = {
    ...money,
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
