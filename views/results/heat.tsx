/** Heat maps of weeks: shares of links by a day, of all links and of each client, host or supplier. */

import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Child } from '../jsx/elements.ts'
import { HeatCell, heatClass } from '../kit/cells.tsx'
import { Fold } from '../kit/fold.tsx'
import { hasShare } from '../kit/share.ts'
import { linksHref } from '../links/count-links.ts'
import { listHref, type Query } from '../parts/lists/list.ts'
import { CountLink } from '../parts/lists/table.tsx'
import { countedDay, many, number, percent, roughly } from '../parts/text/format.ts'
import { nameOf } from '../suppliers/vendors.ts'
import { type ResultsProps, type Rows, sundayOf } from './props.ts'

type Counts = { seen: number; due: number; sent: number; settled: boolean }

/** Rows that are shown before the others are folded. */
const SHOWN = 12

export const AllClients = (props: ResultsProps) => {
  const { results, by_row, day, base, scope, supplier } = props
  const at = LOOK_DAYS.indexOf(day)
  const rowOf = (week: string) => results.rows.find(({ key }) => key === week)
  return (
    <Grid {...props} head="Week of" tall>
      <tbody class="tall">
        <tr>
          <th scope="row">{by_row === 'client' ? 'All clients' : 'All links'}</th>
          {results.weeks.map((week) => (
            <Share cell={rowOf(week)?.cells[at]} href={supplier ? null : cellHref(props, { key: week })} card />
          ))}
        </tr>
        <tr class="count">
          <th scope="row">Links pushed</th>
          {results.weeks.map((week) => (
            <td>
              {rowOf(week) ? (
                <CountLink
                  {...countOf(rowOf(week)!.sent, results.weeks.length)}
                  href={supplier ? null : sentHref(base, scope, week)}
                />
              ) : (
                '·'
              )}
            </td>
          ))}
        </tr>
      </tbody>
    </Grid>
  )
}

/** Narrow columns have room for four digits. */
const countOf = (n: number, columns: number) => ({ n, says: columns > 12 && n >= 10_000 ? roughly(n) : number(n) })

/** Rows off their usual first, then those with the most links. */
export function ByRow(props: ResultsProps) {
  const { rows, off, by_row } = props
  const first = off.flatMap((id) => rows.filter(({ key }) => key === id))
  const others = rows.filter((row) => !first.includes(row))
  const shown = Math.max(1, SHOWN - first.length)
  return (
    <>
      <Grid {...props} label={`Results by ${by_row}`}>
        {first.length > 0 && <Group {...props} rows={first} title="Off their usual" />}
        <Group {...props} rows={others.slice(0, shown)} title={first.length > 0 ? 'As usual' : undefined} />
      </Grid>
      {others.length > shown && (
        <Fold summary={<b>{many(others.length - shown, `more ${by_row}`)}</b>}>
          <Grid {...props} label={`More ${by_row}s`}>
            <Group {...props} rows={others.slice(shown)} />
          </Grid>
        </Fold>
      )}
    </>
  )
}

const Group = ({ title, ...props }: ResultsProps & { title?: string }) => (
  <tbody>
    {title && (
      <tr class="off-h">
        <th colspan={String(props.results.weeks.length + 1)} scope="rowgroup">
          <span>{title}</span>
        </th>
      </tr>
    )}
    {props.rows.map((row) => (
      <Row {...props} row={row} />
    ))}
  </tbody>
)

function Row({ row, ...props }: ResultsProps & { row: Rows[number] }) {
  const { by_row, scope, self, results, supplier } = props
  const name = by_row === 'supplier' ? nameOf(row.key) : row.label
  const of = by_row === 'supplier' ? null : { [by_row === 'client' ? 'tenant_id' : 'host']: row.key }
  return (
    <tr>
      <th scope="row">
        {of ? (
          <a class="clip row-name" href={listHref(self, props.query, { ...of, by: undefined })} title={name} dir="auto">
            {name}
          </a>
        ) : (
          <span class="clip row-name" title={name}>
            {name}
          </span>
        )}
      </th>
      {results.weeks.map((key) => (
        <Share
          cell={row.weeks.find(({ week }) => week === key)}
          href={of && !supplier ? cellHref(props, { key, ...scope, ...of }) : null}
          card
        />
      ))}
    </tr>
  )
}

type GridProps = ResultsProps & { label?: string; head?: string; tall?: true; children?: Child }

/** Narrow columns share a date: the first of four. */
const GROUP = 4

function Grid({ label = 'Results by week', head, results, zone, tall, children }: GridProps) {
  const group = results.weeks.length > 12 ? GROUP : 1
  return (
    <table class={['heat', results.weeks.length < 12 && 'few-w']}>
      <caption class="vh">{`${label}: the share of links indexed, in percent`}</caption>
      <colgroup>
        <col />
        <col span={String(results.weeks.length)} />
      </colgroup>
      <thead class={tall ? undefined : 'vh'}>
        <tr>
          <th scope="col">{head ?? 'Name'}</th>
          {results.weeks.map((week, at) =>
            group === 1 ? (
              <th scope="col">{countedDay(week, zone)}</th>
            ) : (
              at % group === 0 && (
                <th scope="colgroup" colspan={String(group)}>
                  {countedDay(week, zone)}
                </th>
              )
            ),
          )}
        </tr>
      </thead>
      {children}
    </table>
  )
}

/** Share of a cell; its counts on hover and for screen readers, its links on click. */
function Share({ cell, href, card }: { cell: Counts | undefined; href: string | null; card?: boolean }) {
  if (!cell || cell.sent === 0) return <HeatCell share={null} title="No push, or no check yet" />
  const { seen, due, sent, settled } = cell
  const opens = href === null ? {} : { href }
  if (sent === due) return <HeatCell share={null} {...opens} title={`${many(sent, 'link')}, checks to come`} so_far />
  // Found links need no further check, so a share of the checked links alone would start near 100%.
  const share = seen / sent
  const named = hasShare(sent) ? `${percent(share)}${settled ? '' : ' so far'}: ` : ''
  const to_check = due > 0 ? `; ${number(due)} still to check` : ''
  return (
    <HeatCell
      share={share}
      {...opens}
      title={`${named}${number(seen)} of ${many(sent, 'link')}${to_check}`}
      few={hasShare(sent) ? undefined : `${seen}/${sent}`}
      so_far={!settled}
      card={card === true && href !== null}
    />
  )
}

const STEPS = [0, 10, 30, 50, 70]

export const Scale = ({ results }: ResultsProps) => (
  <div class="legend scale">
    <span>Indexed, %</span>
    <span class="steps">
      {STEPS.map((step) => (
        <i class={heatClass(step / 100)}>{String(step)}</i>
      ))}
    </span>
    <span>
      <i class="key solid" />
      {`By day ${LAST_LOOK_DAY}`}
    </span>
    {results.before && (
      <span>
        <i class="key prev" />
        {`${results.weeks.length} weeks before`}
      </span>
    )}
    <span>
      <i class="key wait" />
      So far, or to come
    </span>
    <span>
      <i class="key few">7/12</i>
      Fewer than 20 links
    </span>
  </div>
)

/** The links of one week, or of one client or host in it. */
const cellHref = ({ self, day, scope, query }: ResultsProps, { key, ...of }: Query): string =>
  listHref(`${self}/links`, {}, { by: 'week', key, day: String(day), ...scope, last_weeks: query.last_weeks, ...of })

const sentHref = (base: string, { tenant_id, host }: Query, week: string): string =>
  linksHref(base, { moment: 'sent', tenant_id, host, from: week, to: sundayOf(week) })
