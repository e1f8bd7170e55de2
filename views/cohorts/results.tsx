/** Results as a heat map: the share of pushed links that checks found by day 1, 3 and 7, by week, client or host. */
import { COHORT_WEEKS, type CohortCell, type CohortRow, type CohortRows } from '../../src/domains/jobs/index.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { HeatCell, heatClass } from '../kit/cells.tsx'
import { EmptyState } from '../kit/fold.tsx'
import { linksHref } from '../links/doors.ts'
import { Door } from '../parts/door.tsx'
import { countedDay, countedWeekday, many, number, percent } from '../parts/format.ts'
import { listHref, type Query } from '../parts/list.ts'

export type ResultsProps = {
  rows: readonly CohortRow[]
  by: CohortRows
  /** Of which client or host alone. */
  query: Query
  /** The page by week. */
  self: string
  base: string
  /** The first day that is counted, a Monday. */
  since: string
  can_write: boolean
  zone?: string
}

export const Results = (props: ResultsProps) => {
  const { rows, by, base, can_write } = props
  if (rows.length === 0)
    return (
      <EmptyState icon="send" act={can_write && <a href={`${base}/push`}>Push links</a>}>
        Results appear with the first checks.
      </EmptyState>
    )
  return (
    <>
      {by === 'week' ? <Weeks {...props} /> : <Rows {...props} />}
      <Scale />
    </>
  )
}

const DAYS = ['Day 1', 'Day 3', 'Day 7'] as const

/** Twelve weeks as columns, so that all are on one screen. */
function Weeks({ rows, since, zone, ...props }: ResultsProps) {
  const weeks = Array.from({ length: COHORT_WEEKS }, (_, n) => {
    const key = dayOf(plus(`${since}T12:00:00.000Z`, n * 7 * DAY))
    return { key, row: rows.find((row) => row.key === key) }
  })
  return (
    <Grid
      label="Results by week"
      columns={weeks.length}
      head="Week of"
      heads={weeks.map(({ key }) => countedDay(key, zone))}
    >
      {DAYS.map((day, at) => (
        <tr>
          <th scope="row">
            {day}
            {at === 2 && <small> final</small>}
          </th>
          {weeks.map(({ row }) => (
            <Share cell={row?.cells[at]} of={row} {...props} />
          ))}
        </tr>
      ))}
      <tr class="count">
        <th scope="row">Links pushed</th>
        {weeks.map(({ row }) => (
          <td>{row ? <Door href={sentHref({ ...props, since }, row)} n={row.sent} /> : '·'}</td>
        ))}
      </tr>
    </Grid>
  )
}

/** A client or a host as a row; its name leads to its weeks. */
const Rows = ({ rows, ...props }: ResultsProps) => (
  <Grid
    label={`Results by ${props.by}`}
    columns={DAYS.length + 1}
    head={props.by === 'client' ? 'Client' : 'Host'}
    heads={[...DAYS, 'Links pushed']}
  >
    {rows.map((row) => (
      <tr>
        <th scope="row">
          <a href={ownWeeks(props, row)} title={row.label}>
            {row.label}
          </a>
        </th>
        {row.cells.map((cell) => (
          <Share cell={cell} of={row} {...props} />
        ))}
        <td class="n">
          <Door href={sentHref(props, row)} n={row.sent} />
        </td>
      </tr>
    ))}
  </Grid>
)

type GridProps = { label: string; columns: number; head: string; heads: readonly string[]; children?: Child }

const Grid = ({ label, columns, head, heads, children }: GridProps) => (
  <section class="scroll" aria-label={label} tabindex="0">
    <table class={['heat', columns < COHORT_WEEKS && 'few']}>
      <caption class="vh">{`${label}: the share of links indexed by day 1, 3 and 7, in percent`}</caption>
      <colgroup>
        <col />
        <col span={String(columns)} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {heads.map((one) => (
            <th scope="col">{one}</th>
          ))}
        </tr>
      </thead>
      <tbody class={[columns === COHORT_WEEKS && 'tall']}>{children}</tbody>
    </table>
  </section>
)

type Place = Pick<ResultsProps, 'by' | 'query' | 'self' | 'base'>

/** The figure of a cell; its counts on hover and for screen readers; it opens its links. */
function Share({ cell, of, by, query, self }: Place & { cell: CohortCell | undefined; of: CohortRow | undefined }) {
  if (!cell || !of || cell.sent === 0) return <HeatCell share={null} title="No push, or no check yet" />
  const { day, seen, due, sent, settled } = cell
  const href = listHref(`${self}/links`, { ...query, by }, { key: of.key, day: String(day) })
  if (sent === due) return <HeatCell share={null} href={href} title={`${many(sent, 'link')}, checks to come`} so_far />
  const share = seen / (sent - due)
  const title = `${percent(share)}${settled ? '' : ' so far'}: ${number(seen)} of ${many(sent - due, 'link')}`
  return <HeatCell share={share} href={href} title={title} so_far={!settled} />
}

const STEPS = [0, 10, 30, 50, 70]

const Scale = () => (
  <div class="legend scale">
    <span>Indexed, %</span>
    <span class="steps">
      {STEPS.map((step) => (
        <i class={heatClass(step / 100)}>{String(step)}</i>
      ))}
    </span>
    <span>
      <i class="key wait" />
      So far: some links are still to be checked
    </span>
    <span class="muted">· no push, or no check yet</span>
  </div>
)

/** The links of a row: of one week, or of one client or host since the first week. */
function sentHref({ base, by, query, since }: Place & { since: string }, { key }: CohortRow): string {
  const days = by === 'week' ? { from: key, to: dayOf(plus(`${key}T00:00:00.000Z`, 6 * DAY)) } : { from: since }
  const of = by === 'client' ? { tenant_id: key } : by === 'host' ? { host: key } : {}
  return linksHref(base, { moment: 'sent', tenant_id: query.tenant_id, host: query.host, ...days, ...of })
}

export const weekName = ({ key }: { key: string }, zone?: string): string => countedWeekday(key, zone)

/** The weeks of one client, or of one host. */
const ownWeeks = ({ self, query, by }: Place, { key }: CohortRow): string =>
  listHref(self, query, { by: undefined, [by === 'client' ? 'tenant_id' : 'host']: key })
