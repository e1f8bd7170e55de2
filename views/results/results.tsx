/** Results as a heat map: the share of pushed links that checks found by day 1, 3 and 7, by week, client or host. */

import type { getResultsByWeek } from '../../src/features/results/operations.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import type { getResults } from '../../src/operations/results.ts'
import type { Child } from '../jsx/elements.ts'
import { HeatCell, heatClass } from '../kit/cells.tsx'
import { EmptyState, Fold } from '../kit/fold.tsx'
import { linksHref } from '../links/count-links.ts'
import { listHref, type Query } from '../parts/lists/list.ts'
import { Scroll } from '../parts/lists/scroll.tsx'
import { Seg } from '../parts/lists/seg.tsx'
import { CountLink } from '../parts/lists/table.tsx'
import { countedDay, countedWeekday, many, number, percent } from '../parts/text/format.ts'

type DayCounts = { seen: number; due: number; sent: number; settled: boolean }

type ResultsProps = {
  /** Filter by client or host. */
  query: Query
  /** Address of results by week. */
  self: string
  base: string
  can_write: boolean
  zone?: string
}
export type WeeksProps = ResultsProps & Pick<AnswerOf<typeof getResults>, 'rows' | 'weeks'>
export type RowsProps = ResultsProps &
  AnswerOf<typeof getResultsByWeek> & {
    by: 'client' | 'host'
    day: 1 | 3 | 7
    /** Ids of clients below their usual: they come first, in this order, with a link to the reason. */
    off: readonly string[]
  }

const None = ({ base, can_write }: ResultsProps) => (
  <EmptyState icon="send" act={can_write && <a href={`${base}/push`}>Push links</a>}>
    Results appear with the first checks.
  </EmptyState>
)

const DAYS = [1, 3, 7] as const

/** Weeks are columns, so that all twelve fit on one screen. */
export function Weeks(props: WeeksProps) {
  const { rows, weeks, zone, base, query } = props
  if (rows.length === 0) return <None {...props} />
  const columns = weeks.map((key) => ({ key, row: rows.find((row) => row.key === key) }))
  return (
    <>
      <Grid label="Results by week" head="Week of" weeks={weeks} zone={zone} tall>
        {DAYS.map((day, at) => (
          <tr>
            <th scope="row">
              {`Day ${day}`}
              {day === 7 && <small> final</small>}
            </th>
            {columns.map(({ key, row }) => (
              <Share cell={row?.cells[at]} href={cellHref(props, { key, day: String(day), ...query })} />
            ))}
          </tr>
        ))}
        <tr class="count">
          <th scope="row">Links pushed</th>
          {columns.map(({ key, row }) => (
            <td>{row ? <CountLink href={sentHref(base, query, key)} n={row.sent} /> : '·'}</td>
          ))}
        </tr>
      </Grid>
      <Scale />
    </>
  )
}

/** Rows that are shown before the others are folded. */
const SHOWN = 12

/** A client or a host as a row of its weeks; its name leads to all its days. */
export function Rows(props: RowsProps) {
  const { rows, by, day, off, self, query } = props
  if (rows.length === 0) return <None {...props} />
  const first = off.flatMap((id) => rows.filter(({ key }) => key === id))
  const others = rows.filter((row) => !first.includes(row))
  const shown = Math.max(1, SHOWN - first.length)
  const here = `${self}/${by}s`
  return (
    <>
      <Seg
        label="Day"
        tabs={DAYS.map((one) => ({
          label: `Day ${one}`,
          href: listHref(here, query, { day: String(one) }),
          current: one === day,
        }))}
      />
      <div id="list">
        <Table {...props} label={`Results by ${by}`} groups={[first, others.slice(0, shown)]} />
        {others.length > shown && (
          <Fold summary={<b>{`${many(others.length - shown, `more ${by}`)}`}</b>}>
            <Table {...props} label={`More ${by}s`} groups={[others.slice(shown)]} />
          </Fold>
        )}
        <Scale />
      </div>
    </>
  )
}

type TableProps = RowsProps & { label: string; groups: readonly RowsProps['rows'][] }

const Table = ({ label, groups, ...props }: TableProps) => (
  <Grid label={label} head={props.by === 'client' ? 'Client' : 'Host'} weeks={props.weeks} zone={props.zone}>
    {groups
      .filter((rows) => rows.length > 0)
      .map((rows) => (
        <tbody>
          {rows.map((row) => (
            <Row {...props} row={row} />
          ))}
        </tbody>
      ))}
  </Grid>
)

function Row({ row, ...props }: RowsProps & { row: RowsProps['rows'][number] }) {
  const { by, base, day, off, weeks, self } = props
  const of = { [by === 'client' ? 'tenant_id' : 'host']: row.key }
  return (
    <tr>
      <th scope="row">
        <span class="row-h">
          <a class="clip row-name" href={listHref(self, {}, of)} title={row.label} dir="auto">
            {row.label}
          </a>
          {off.includes(row.key) && ' '}
          {off.includes(row.key) && (
            <a class="link small" href={`${base}/clients/${row.key}#why`}>
              Why?<span class="vh">{` ${row.label}`}</span>
            </a>
          )}
        </span>
      </th>
      {weeks.map((key) => (
        <Share
          cell={row.weeks.find(({ week }) => week === key)}
          href={cellHref(props, { key, day: String(day), ...of })}
          small
        />
      ))}
    </tr>
  )
}

type GridProps = { label: string; head: string; weeks: readonly string[]; zone?: string; tall?: true; children?: Child }

const Grid = ({ label, head, weeks, zone, tall, children }: GridProps) => (
  <Scroll label={label}>
    <table class="heat">
      <caption class="vh">{`${label}: the share of links indexed, in percent`}</caption>
      <colgroup>
        <col />
        <col span={String(weeks.length)} />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {weeks.map((week) => (
            <th scope="col">{countedDay(week, zone)}</th>
          ))}
        </tr>
      </thead>
      {tall ? <tbody class="tall">{children}</tbody> : children}
    </table>
  </Scroll>
)

/** Share of a cell; its counts on hover and for screen readers, its links on click. */
function Share({ cell, href, small }: { cell: DayCounts | undefined; href: string; small?: true }) {
  if (!cell || cell.sent === 0) return <HeatCell share={null} title="No push, or no check yet" />
  const { seen, due, sent, settled } = cell
  if (sent === due)
    return <HeatCell share={null} href={href} title={`${many(sent, 'link')}, checks to come`} so_far="tint" />
  // Found links need no further check, so a share of the checked links alone would start near 100%.
  const share = seen / sent
  const title = `${percent(share)}${settled ? '' : ' so far'}: ${number(seen)} of ${many(sent, 'link')}${toCheck(due)}`
  return <HeatCell share={share} href={href} title={title} so_far={settled ? undefined : small ? 'tint' : 'words'} />
}

const toCheck = (due: number): string => (due > 0 ? `; ${number(due)} still to check` : '')

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

/** The links of one week, or of one client or host in it. */
const cellHref = ({ self }: ResultsProps, of: Query): string => listHref(`${self}/links`, {}, { by: 'week', ...of })

const sentHref = (base: string, { tenant_id, host }: Query, week: string): string => {
  const to = dayOf(plus(`${week}T00:00:00.000Z`, 6 * DAY))
  return linksHref(base, { moment: 'sent', tenant_id, host, from: week, to })
}

export const weekName = (key: string, zone?: string): string => countedWeekday(key, zone)
