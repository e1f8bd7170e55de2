import { daysFor } from '../../../src/doors/pages/days.ts'
import { namesFor } from '../../../src/doors/pages/people.ts'
import { movedTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { notFound } from '../../../src/kernel/operation/fault.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { allocateCredits, listCreditMoves } from '../../../src/operations/credits/balances.ts'
import { createCreditRequest } from '../../../src/operations/credits/packs.ts'
import { getSummary } from '../../../src/operations/summary.ts'
import { getTenant } from '../../../src/operations/tenants/workspaces.ts'
import { inputOfQuery, listHref, type SortOrders, sortedBy } from '../../parts/lists/list.ts'
import { type Period, periodOf, periodWords, zoneWords } from '../../parts/lists/period.tsx'
import { assertMay, drawPage, may, zoneOf } from '../../shell.tsx'
import { ByClient, MONEY_PERIODS, type Summary } from './by-client.tsx'
import { ExpectedPanel, isMove, MovesPanel } from './panels.tsx'

const PATH = '/credits/clients'

export const moneyScreens: readonly Screen[] = [
  page(PATH, byClient),
  // Old addresses: these pages are now panels.
  page('/money', ({ base, query }) => movedTo(listHref(base + PATH, query, {}))),
  page('/money/expected', ({ base }) => movedTo(listHref(base + PATH, {}, { panel: 'expected' }))),
  page('/money/lines', ({ base, query: { move, tenant_id } }) =>
    movedTo(listHref(base + PATH, {}, { panel: move, client: tenant_id })),
  ),
]

/** For people who transfer credits to clients; people of a client use the ledger. */
async function byClient(call: SignedInCall) {
  assertMay(call, allocateCredits)
  if ((await call.call(getTenant, { id: call.caller.tenant_id })).kind === 'client') throw notFound('page')
  const { query, app, base } = call
  const now = app.clock.now()
  const days = daysFor(call)
  const period = periodOf(query, now, MONEY_PERIODS, days)
  const { rows, total } = await call.call(getSummary, daysOf(period), { here: true })
  return drawPage(
    call,
    {
      title: 'Credits by client',
      heading: 'Credits',
      sub: `Index credits, ${periodWords(period)}${zoneWords(days.zone)}.`,
      kind: 'credits',
    },
    <ByClient
      total={total}
      rows={sortedBy(rows, ORDERS, query, ['runway_days'])}
      period={period}
      query={query}
      self={base + PATH}
      base={base}
      buy={may(call, createCreditRequest) ? `${base}/credits/buy` : null}
      panel={await panelOf(call, period)}
      now={now}
      zone={zoneOf(call)}
    />,
  )
}

/** Periods exclude their `to`; operations include it. */
const daysOf = ({ from, to }: Period) => ({ from, to: dayOf(plus(to, -DAY)) })

async function panelOf(call: SignedInCall, period: Period) {
  const { base, query } = call
  const { panel, client } = query
  const around = { self: base + PATH, query, base }
  // Expected refunds always use the last 30 days.
  if (panel === 'expected') return <ExpectedPanel {...around} {...(await call.call(getSummary, {}, { here: true }))} />
  if (!isMove(panel)) return null
  const asked = {
    ...inputOfQuery(listCreditMoves, query),
    ...daysOf(period),
    move: panel,
    tenant_id: client,
    sort: undefined,
  }
  const list = await call.call(listCreditMoves, { ...asked, dir: undefined }, { here: true })
  return <MovesPanel {...around} move={panel} list={list} names={namesFor(call)} zone={zoneOf(call)} />
}

type Row = Summary['rows'][number]
const SORTS = [
  'name',
  'given',
  'used',
  'returned',
  'indexed',
  'credits_per_indexed',
  'reserved',
  'runway_days',
] as const
const ORDERS: SortOrders<Row> = Object.fromEntries(SORTS.map((name) => [name, (row: Row) => row[name]]))
