/** Where the credits of an agency went: what each client was given, used and got back, and how long it lasts. */
import type { Move } from '../../src/domains/credits/index.ts'
import { giftFor } from '../../src/domains/credits/index.ts'
import type { Money as MoneyData, MoneyRow, MoneyTotal } from '../../src/domains/reports/index.ts'
import { DAY, dayOf, plus, type Time } from '../../src/kernel/time/clock.ts'
import { linksHref, reservedHref } from '../links/doors.ts'
import { Card, CardBody, Empty, Facts, Kpi } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Door } from '../parts/door.tsx'
import { longDay, many, number, signed } from '../parts/format.ts'
import type { Query } from '../parts/list.ts'
import { MEANS } from '../parts/means.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Period, type PeriodName, PeriodTabs, periodWords } from '../parts/period.tsx'
import { Hidden } from '../parts/post.tsx'
import { type Column, DataTable } from '../parts/table.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { linesHref } from './lines.tsx'
import { Until } from './until.tsx'

/** Counts of a day are kept for so long. */
export const MONEY_PERIODS: readonly PeriodName[] = ['30d', 'month', 'last_month', '90d']

export type MoneyProps = MoneyData & {
  period: Period
  query: Query
  self: string
  /** Where the workspace's pages are. */
  base: string
  /** The list of clients, where each is funded by hand. */
  clients: string
  /** Where to ask for more credits; null for those who may not. */
  packs: string | null
  now: Time
  idempotency_key: string
  zone?: string
}

export const Money = (props: MoneyProps) => {
  const { rows, period, query, self } = props
  return (
    <>
      <PageHead
        title="Money"
        sub={`Index credits, from ${periodWords(period)}. Days are of UTC; what is reserved, free and left is of now.`}
      />
      <PeriodTabs period={period} names={MONEY_PERIODS} href={self} query={query} />
      <Dials {...props} />
      <Card
        id="list"
        title="By client"
        aside={<span class="muted">Each by itself, without those below it</span>}
        foot={rows.length > 1 && <span>Give: what it lacks to last 30 days. Expected refunds are not counted.</span>}
      >
        {rows.length > 1 ? (
          <DataTable caption="Credits by client" columns={columnsOf(props)} rows={rows} href={self} query={query} />
        ) : (
          <Empty icon="users" action={<a href={props.clients}>Add a client</a>}>
            No client yet. Once there are some, each has its line here.
          </Empty>
        )}
      </Card>
      <Card title="The ledger of these days" aside={<span class="muted">All of them together</span>}>
        <CardBody>
          <Facts facts={ledgerFacts(props)} />
        </CardBody>
      </Card>
    </>
  )
}

/** Index credits for one page that was seen indexed: `1.04`; a dash where none was. */
const aPage = ({ used, indexed }: Pick<MoneyRow, 'used' | 'indexed'>): string =>
  indexed === 0 ? '–' : (used / indexed).toFixed(2)

type Moved = 'used' | 'returned' | 'indexed'

/** The links that a number of these days counts, of one workspace or of all of them. */
const doorOf = ({ base, period: { from, to } }: MoneyProps, moment: Moved, tenant_id?: string): string =>
  linksHref(base, { moment, from, to: dayOf(plus(to, -DAY)), tenant_id })

const Dials = ({ total, ...props }: MoneyProps) => (
  <div class="grid">
    <Kpi
      class="w3"
      icon="check"
      label="Used"
      help={MEANS.used}
      value={number(total.used)}
      href={doorOf({ total, ...props }, 'used')}
      note={`${many(total.indexed, 'page')} seen indexed`}
    />
    <Kpi
      class="w3"
      icon="shield-check"
      label="Refunded"
      help={MEANS.returned}
      value={number(total.returned)}
      href={doorOf({ total, ...props }, 'returned')}
      note="Not indexed by day 7, so not charged"
    />
    <Kpi
      class="w3"
      icon="coins"
      label="Credits for an indexed page"
      help={MEANS.a_page}
      value={aPage(total)}
      note={`and ${many(total.checks_used, 'check credit')} for looks in all`}
    />
    <Kpi
      class="w3"
      icon="undo-2"
      label="Expected back"
      help={MEANS.expected_back}
      value={number(total.expected_back)}
      href={`${props.self}/expected`}
      note={
        <>
          of <Door href={reservedHref(props.base)} n={total.reserved} /> reserved, as in the last 30 days
        </>
      }
    />
  </div>
)

const HELP: Partial<Record<keyof MoneyRow, string>> = { ...MEANS, available: MEANS.free }

function columnsOf(props: MoneyProps): Column<MoneyRow>[] {
  const { total, self, now, zone = 'UTC' } = props
  const moved = (label: string, name: Moved, kind?: string): Column<MoneyRow> => ({
    ...count(label, name, kind),
    cell: ({ id, ...row }) => <Door href={doorOf(props, name, id)} n={row[name]} />,
    total: <Door href={doorOf(props, name)} n={total[name]} />,
  })
  const count = (label: string, name: keyof MoneyTotal & keyof MoneyRow, kind = 'num wide-only'): Column<MoneyRow> => ({
    label,
    help: HELP[name],
    sort: name,
    first: 'desc',
    class: kind,
    cell: (row) => number(row[name]),
    total: number(total[name]),
  })
  return [
    { label: 'Client', sort: 'name', cell: (row) => <Name of={row} />, total: 'Together' },
    {
      ...count('Given', 'given'),
      cell: ({ id, given }) => (
        <Door href={linesHref(self, props.period, 'given', id)} n={given} says={signed(given)} />
      ),
      total: <Door href={linesHref(self, props.period, 'given')} n={total.given} says={signed(total.given)} />,
    },
    moved('Used', 'used'),
    moved('Refunded', 'returned'),
    moved('Indexed', 'indexed'),
    {
      label: 'A page',
      help: MEANS.a_page,
      sort: 'a_page',
      first: 'desc',
      class: 'num wide-only',
      cell: aPage,
      total: aPage(total),
    },
    {
      ...count('Reserved', 'reserved'),
      cell: ({ id, reserved }) => <Door href={reservedHref(props.base, id)} n={reserved} />,
      total: <Door href={reservedHref(props.base)} n={total.reserved} />,
    },
    {
      ...count('Free', 'available', 'num'),
      cell: (row) => (
        <>
          {row.archived ? number(row.available) : <a href={`/app/w/${row.id}/credits`}>{number(row.available)}</a>}
          <span class="sub">
            <Until of={row} now={now} zone={zone} />
          </span>
        </>
      ),
    },
    {
      label: 'Lasts until',
      help: MEANS.lasts,
      sort: 'runway_days',
      class: 'num wide-only',
      cell: (row) => <Until of={row} now={now} zone={zone} />,
      total: '',
    },
    {
      label: 'To last 30 days',
      help: MEANS.lacks,
      class: 'end',
      cell: (row) => <Act of={row} {...props} self={self} />,
      total: '',
    },
  ]
}

const Name = ({ of: { id, name, kind, own, archived, used, returned } }: { of: MoneyRow }) => (
  <>
    {archived ? (
      <b>{name}</b>
    ) : (
      <a href={`/app/w/${id}/credits`} data-row>
        <b>{name}</b>
      </a>
    )}{' '}
    {own ? <span class="muted small">This workspace</span> : kind === 'team' && <span class="muted small">Team</span>}{' '}
    {archived && <Chip word="Archived" icon="ban" tone="idle" />}
    <span class="sub">
      {number(used)} used, {number(returned)} refunded
    </span>
  </>
)

const giftOf = ({ own, archived, lacks }: MoneyRow, rows: readonly MoneyRow[]): number =>
  own || archived || lacks <= 0 ? 0 : giftFor(lacks, rows.find((row) => row.own)?.available ?? 0)

type ActProps = Pick<MoneyProps, 'rows' | 'self' | 'clients' | 'packs' | 'period' | 'idempotency_key'>

/** One act a row: what it lacks, given; else where it is funded by hand. */
function Act({ of, rows, self, clients, packs, period, idempotency_key }: ActProps & { of: MoneyRow }) {
  const { own, archived, lacks, id, name } = of
  if (archived) return null
  if (own) return lacks > 0 && packs ? <a href={packs}>Get a pack</a> : null
  const amount = giftOf(of, rows)
  if (amount < 1) return <a href={`${clients}/${id}`}>{lacks > 0 ? 'Nothing left to give' : 'Give or take'}</a>
  const give = `${self}/${id}/give`
  return (
    <form method="post" action={give} class="post">
      <Hidden fields={{ amount: String(amount), idempotency_key: `${idempotency_key}-${id}`, period: period.name }} />
      <button type="submit" class="btn small">
        Give {number(amount)}
        <span class="vh"> to {name}</span>
      </button>
      <SameAs of={give} short />
    </form>
  )
}

function ledgerFacts({ total, period, self, ...props }: MoneyProps) {
  const moved = (move: Move, n: number) => <Door href={linesHref(self, period, move)} n={n} says={signed(n)} />
  const facts = [
    { label: `Free before ${longDay(plus(period.from, 0))}`, value: number(total.opening) },
    { label: 'Came in: plans, packs, grants', value: moved('given', total.given) },
    { label: 'Set aside for jobs', value: moved('set_aside', -total.set_aside) },
    {
      label: (
        <>
          Back from jobs, <Door href={doorOf({ total, period, self, ...props }, 'returned')} n={total.returned} /> of it
          not indexed by day 7
        </>
      ),
      value: moved('back', total.back),
    },
    { label: `Free after ${longDay(plus(period.to, -DAY))}`, value: number(total.closing), class: 'total' as const },
  ]
  return facts.map(({ value, ...fact }) => ({ ...fact, value: <span class="nowrap">{value}</span> }))
}
