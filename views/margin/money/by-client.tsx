/** Credits by client: received, used and refunded in a period, current balances, and details of a number. */
import { LAST_LOOK_DAY } from '../../../src/domains/plans/index.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus, type Time } from '../../../src/kernel/time/clock.ts'
import type { getSummary } from '../../../src/operations/summary.ts'
import { Credits } from '../../clients/purse.tsx'
import type { Child } from '../../jsx/elements.ts'
import { EmptyState, Section } from '../../kit/fold.tsx'
import { Split, Sum } from '../../kit/panel.tsx'
import { Strip } from '../../kit/strip.tsx'
import { linksHref, reservedHref } from '../../links/count-links.ts'
import { Chip } from '../../parts/chips.tsx'
import { listHref, type Query } from '../../parts/lists/list.ts'
import { type Period, type PeriodName, PeriodTabs } from '../../parts/lists/period.tsx'
import { type Column, CountLink, DataTable, Named } from '../../parts/lists/table.tsx'
import { longDay, many, number, signed } from '../../parts/text/format.ts'
import { DEFINITIONS } from '../../parts/text/glossary.ts'

/** Longer periods are missing, because daily counts are deleted earlier. */
export const MONEY_PERIODS: readonly PeriodName[] = ['30d', 'month', 'last_month', '90d']

export type Summary = Pick<AnswerOf<typeof getSummary>, 'rows' | 'total'>
type Row = Summary['rows'][number]
type UseColumn = 'used' | 'returned' | 'indexed'
export type CreditColumn = 'given' | 'set_aside' | 'back'

export type ByClientProps = Summary & {
  period: Period
  query: Query
  self: string
  base: string
  /** Page that sells credits; null for visitors who may not buy. */
  buy: string | null
  panel?: Child
  now: Time
  zone: string
}

export const ByClient = (props: ByClientProps) => {
  const { rows, period, query, self, base, panel } = props
  return (
    <div id="list">
      <Split panel={panel}>
        <div class="bar-row">
          <PeriodTabs period={period} names={MONEY_PERIODS} href={self} query={{ ...query, panel: '', client: '' }} />
        </div>
        <Strip facts={factsOf(props)} />
        <Section title="Clients" note="each without the workspaces below it; current balances">
          {rows.length > 1 ? (
            <DataTable
              caption="Credits by client"
              columns={columnsOf(props)}
              rows={rows}
              href={self}
              query={query}
              lines
            />
          ) : (
            <EmptyState icon="users" act={<a href={`${base}/clients/new`}>Add client</a>}>
              No client yet. Each gets a line with its credits here.
            </EmptyState>
          )}
        </Section>
        <Section title="Balance" note="all workspaces">
          <Sum lines={balanceOf(props)} />
        </Section>
      </Split>
    </div>
  )
}

/** `1.04`; a dash where no link was found indexed. */
const perIndexed = ({ credits_per_indexed }: Pick<Row, 'credits_per_indexed'>): string =>
  credits_per_indexed?.toFixed(2) ?? '–'

/** The counted links of the period, of one workspace or of all. */
const linksOf = ({ base, period: { from, to } }: ByClientProps, moment: UseColumn, tenant_id?: string): string =>
  linksHref(base, { moment, from, to: dayOf(plus(to, -DAY)), tenant_id })

/** The page with the details of a number in its panel. */
const behind = ({ self, query }: ByClientProps, panel: CreditColumn | 'expected', client = ''): string =>
  listHref(self, query, { panel, client })

const factsOf = (props: ByClientProps) => {
  const { total, base } = props
  return [
    {
      label: 'Used',
      value: number(total.used),
      href: linksOf(props, 'used'),
      note: `${many(total.indexed, 'link')} indexed`,
    },
    {
      label: 'Refunded',
      value: number(total.returned),
      href: linksOf(props, 'returned'),
      note: `not indexed by day ${LAST_LOOK_DAY}`,
    },
    {
      label: 'Credits per indexed link',
      value: perIndexed(total),
      note: `and ${many(total.checks_used, 'check credit')} in total`,
    },
    {
      label: 'Expected refunds',
      value: `≈ ${number(total.expected_back)}`,
      href: behind(props, 'expected'),
      note: (
        <>
          of <CountLink href={reservedHref(base)} n={total.reserved} /> reserved
        </>
      ),
    },
  ]
}

const HELP: Partial<Record<keyof Row, string>> = { ...DEFINITIONS, available: DEFINITIONS.free }

function columnsOf(props: ByClientProps): Column<Row>[] {
  const { total, base } = props
  const column = (
    label: string,
    name: Exclude<keyof Row & keyof Summary['total'], 'credits_per_indexed'>,
    href: (id?: string) => string,
  ) => ({
    label,
    help: HELP[name],
    sort: name,
    first: 'desc' as const,
    class: 'num wide-only',
    cell: ({ id, ...row }: Row) => <CountLink href={href(id)} n={row[name]} />,
    total: <CountLink href={href()} n={total[name]} />,
  })
  return [
    { label: 'Client', sort: 'name', cell: (row) => <Name of={row} />, total: 'Total' },
    {
      ...column('Received', 'given', (id) => behind(props, 'given', id)),
      class: 'num wide-only opt',
      cell: ({ id, given }) => <CountLink href={behind(props, 'given', id)} n={given} says={signed(given)} />,
      total: <CountLink href={behind(props, 'given')} n={total.given} says={signed(total.given)} />,
    },
    column('Used', 'used', (id) => linksOf(props, 'used', id)),
    column('Refunded', 'returned', (id) => linksOf(props, 'returned', id)),
    { ...column('Indexed', 'indexed', (id) => linksOf(props, 'indexed', id)), class: 'num wide-only opt' },
    { ...column('Reserved', 'reserved', (id) => reservedHref(base, id)), class: 'num wide-only opt' },
    {
      label: 'Available',
      help: `${DEFINITIONS.free} ${DEFINITIONS.lasts}`,
      sort: 'runway_days',
      class: 'cred',
      word: 'Available',
      cell: (row) => <Credits of={row} now={props.now} zone={props.zone} />,
      total: number(total.available),
    },
    {
      label: 'Credits for 30 days',
      help: DEFINITIONS.lacks,
      class: 'end',
      cell: (row) => <Act of={row} {...props} />,
      total: '',
    },
  ]
}

const Name = ({ of: { id, name, kind, own, archived, used, returned } }: { of: Row }) => (
  <>
    {archived ? <b>{name}</b> : <Named href={`/app/w/${id}/credits`} name={name} />}{' '}
    {archived && <Chip word="Archived" icon="ban" tone="idle" />}
    {(own || kind === 'team') && <small class="sub2">{own ? 'this workspace' : 'team'}</small>}
    <span class="sub">
      {number(used)} used, {number(returned)} refunded
    </span>
  </>
)

/** The panel of Clients transfers the missing credits. */
function Act({ of: { id, own, archived, lacks, name }, base, buy }: ByClientProps & { of: Row }) {
  if (archived || lacks <= 0) return null
  const href = own ? buy : `${base}/clients?transfer=${id}`
  if (!href) return null
  return (
    <a class="btn small" href={href}>
      {own ? 'Buy credits' : `Transfer ${number(lacks)}`}
      {!own && <span class="vh"> to {name}</span>}
    </a>
  )
}

function balanceOf(props: ByClientProps) {
  const { total, period } = props
  const moved = (panel: CreditColumn, n: number) => <CountLink href={behind(props, panel)} n={n} says={signed(n)} />
  return [
    { label: `Available before ${longDay(plus(period.from, 0))}`, value: number(total.opening) },
    { label: 'Received from plans, packs and grants', value: moved('given', total.given) },
    { label: 'Reserved for pushes', value: moved('set_aside', -total.set_aside) },
    {
      label: `Refunded by pushes, ${number(total.returned)} of it not indexed by day ${LAST_LOOK_DAY}`,
      value: moved('back', total.back),
    },
    { label: `Available after ${longDay(plus(period.to, -DAY))}`, value: number(total.closing), total: true },
  ]
}
