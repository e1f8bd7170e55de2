import { daysFor } from '../../../src/doors/pages/days.ts'
import { type NameOf, namesFor } from '../../../src/doors/pages/people.ts'
import { movedTo, page, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import type { Reader } from '../../../src/kernel/language/reader.ts'
import { notFound } from '../../../src/kernel/operation/fault.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../../src/kernel/time/clock.ts'
import { allocateCredits, listCreditMoves } from '../../../src/operations/credits/balances.ts'
import { createCreditRequest } from '../../../src/operations/credits/packs.ts'
import { getSummary } from '../../../src/operations/summary.ts'
import { getTenant } from '../../../src/operations/tenants/workspaces.ts'
import { besideOf, type Group, groupOf } from '../../credits/sentences.ts'
import { SidePanel } from '../../kit/panel.tsx'
import { linksHref, reservedHref } from '../../links/count-links.ts'
import { inPlace, inputOfQuery, listHref, type Query, type SortOrders, sortedBy } from '../../parts/lists/list.ts'
import { Pager } from '../../parts/lists/pager.tsx'
import { type Period, periodOf, periodWords, zoneWords } from '../../parts/lists/period.tsx'
import { CountLink } from '../../parts/lists/table.tsx'
import { many, number, signed } from '../../parts/text/format.ts'
import { Name } from '../../parts/text/name.tsx'
import { When } from '../../parts/text/when.tsx'
import { assertMay, drawPage, may, zoneOf } from '../../shell.tsx'
import { ByClient, type CreditColumn, MONEY_PERIODS, type Summary } from './by-client.tsx'

const MOVES: Record<CreditColumn, { label: string; sub: string }> = {
  given: { label: 'Received', sub: 'from plans, packs and grants, less transfers to others' },
  set_aside: { label: 'Reserved', sub: 'for pushes' },
  back: { label: 'Refunded', sub: 'by pushes' },
}
const isMove = (panel: string | undefined): panel is CreditColumn => Object.hasOwn(MOVES, panel ?? '')

type LedgerLines = AnswerOf<typeof listCreditMoves>
type PanelProps = { self: string; query: Query; base: string }

const close = ({ self, query }: PanelProps) => listHref(self, query, { panel: '', client: '' })

type MovesProps = PanelProps & { move: CreditColumn; list: LedgerLines; names: NameOf; zone: Reader }

/** The lines of the ledger behind a number; for several workspaces, each line names its workspace. */
const MovesPanel = ({ move, list, names, zone, ...around }: MovesProps) => {
  const { self, query, base } = around
  const sum = move === 'set_aside' ? -list.sum : list.sum
  const { label, sub } = MOVES[move]
  return (
    <SidePanel
      title={list.tenant_name ? `${label}: ${list.tenant_name}` : label}
      close={close(around)}
      foot={<Pager list={list} href={self} query={query} />}
    >
      <p>{`${signed(sum)} index credits ${sub}.`}</p>
      <nav class="seg full" aria-label="What moved">
        {Object.entries(MOVES).map(([panel, { label: words }]) => (
          <a {...inPlace(listHref(self, query, { panel }))} aria-current={panel === move && 'true'}>
            {words}
          </a>
        ))}
      </nav>
      <ul class="moved">
        {list.items.map((line) => (
          <Moved
            line={line}
            group={groupOf([line], names, zone)}
            whose={list.tenant_name === null}
            {...{ base, zone }}
          />
        ))}
      </ul>
    </SidePanel>
  )
}

type MovedProps = { line: LedgerLines['items'][number]; group: Group; whose: boolean; base: string; zone: Reader }

const Moved = ({ line, group, whose, base, zone }: MovedProps) => (
  <li>
    <p>
      <a href={`${base}/credits/${line.id}`}>{group.sentence}</a>
      <small>
        <When time={line.created_at} zone={zone} />
        {[whose ? line.tenant_name : '', besideOf(group, zone)].filter(Boolean).map((text) => ` · ${text}`)}
      </small>
    </p>
    <b class="nowrap">{signed(line.direction === 'in' ? line.amount : -line.amount)}</b>
  </li>
)

type ExpectedProps = PanelProps & Summary & { from: string; to: string }

/** Basis of expected refunds: reserved credits, and the results of the last 30 days. */
const ExpectedPanel = ({ rows, total, from, to, ...around }: ExpectedProps) => (
  <SidePanel title="Expected refunds" close={close(around)}>
    <p>{`${number(total.expected_back)} of ${many(total.reserved, 'reserved credit')}, if links go on as those of the last 30 days that are final.`}</p>
    <ul class="moved">
      {rows
        .filter(({ reserved }) => reserved > 0)
        .map((row) => (
          <li>
            <p>
              <Name of={row.name} />
              <small>
                <CountLink href={reservedHref(around.base, row.id)} n={row.reserved} /> reserved
                <Share of={row} base={around.base} days={{ from, to }} />
              </small>
            </p>
            <b>{number(row.expected_back)}</b>
          </li>
        ))}
    </ul>
    {total.reserved === 0 && <p class="muted">Nothing is reserved.</p>}
  </SidePanel>
)

/** Refunded and indexed credits of the last 30 days. */
function Share({ of, base, days }: { of: Summary['rows'][number]; base: string; days: { from: string; to: string } }) {
  const { id, returned, indexed } = of
  if (returned + indexed === 0) return <>, none final in 30 days: at the share of the agency</>
  const href = (moment: 'returned' | 'indexed') => linksHref(base, { moment, ...days, tenant_id: id })
  return (
    <>
      ; in 30 days <CountLink href={href('returned')} n={returned} /> refunded and{' '}
      <CountLink href={href('indexed')} n={indexed} /> indexed
    </>
  )
}

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
