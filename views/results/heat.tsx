/** Heat maps of weeks: shares of links by a day, of all links and of each client, host or supplier. */

import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { HeatCell, heatClass } from '../kit/cells.tsx'
import { Fold } from '../kit/fold.tsx'
import { hasShare } from '../kit/share.ts'
import { linksHref } from '../links/count-links.ts'
import { listHref, type Query } from '../parts/lists/list.ts'
import { CountLink } from '../parts/lists/table.tsx'
import { countedDay, number, percent, roughly } from '../parts/text/format.ts'
import { nameOf } from '../suppliers/vendors.ts'
import { type ResultsProps, type Rows, sundayOf } from './props.ts'
import { moreOf, ROW_WORDS } from './words.ts'

type Counts = { seen: number; due: number; sent: number; settled: boolean }

/** Rows that are shown before the others are folded. */
const SHOWN = 12

export const AllClients = (props: ResultsProps) => {
  const { results, by_row, day, base, scope, supplier, zone } = props
  const at = LOOK_DAYS.indexOf(day)
  const rowOf = (week: string) => results.rows.find(({ key }) => key === week)
  return (
    <Grid {...props} head={say(zone, 'Week of')} tall>
      <tbody class="tall">
        <tr>
          <th scope="row">{by_row === 'client' ? say(zone, 'All clients') : say(zone, 'All links')}</th>
          {results.weeks.map((week) => (
            <Share
              to={zone}
              cell={rowOf(week)?.cells[at]}
              href={supplier ? null : cellHref(props, { key: week })}
              card
            />
          ))}
        </tr>
        <tr class="count">
          <th scope="row">{say(zone, 'Links pushed')}</th>
          {results.weeks.map((week) => (
            <td>
              {rowOf(week) ? (
                <CountLink
                  {...countOf(rowOf(week)!.sent, results.weeks.length, zone)}
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
const countOf = (n: number, columns: number, to: Reader) => ({
  n,
  says: columns > 12 && n >= 10_000 ? roughly(n, to) : number(n, to),
})

/** Rows off their usual first, then those with the most links. */
export function ByRow(props: ResultsProps) {
  const { rows, off, by_row, zone } = props
  const first = off.flatMap((id) => rows.filter(({ key }) => key === id))
  const others = rows.filter((row) => !first.includes(row))
  const shown = Math.max(1, SHOWN - first.length)
  return (
    <>
      <Grid {...props} label={say(zone, ROW_WORDS[by_row].label)}>
        {first.length > 0 && <Group {...props} rows={first} title={say(zone, 'Off their usual')} />}
        <Group {...props} rows={others.slice(0, shown)} title={first.length > 0 ? say(zone, 'As usual') : undefined} />
      </Grid>
      {others.length > shown && (
        <Fold summary={<b>{moreOf(by_row, others.length - shown, zone)}</b>}>
          <Grid {...props} label={say(zone, ROW_WORDS[by_row].more)}>
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
          to={props.zone}
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

function Grid({ zone, label = say(zone, 'Results by week'), head, results, tall, children }: GridProps) {
  const group = results.weeks.length > 12 ? GROUP : 1
  return (
    <table class={['heat', results.weeks.length < 12 && 'few-w']}>
      <caption class="vh">{say(zone, '{label}: the share of links indexed, in percent', { label })}</caption>
      <colgroup>
        <col />
        <col span={String(results.weeks.length)} />
      </colgroup>
      <thead class={tall ? undefined : 'vh'}>
        <tr>
          <th scope="col">{head ?? say(zone, 'Name')}</th>
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

type ShareProps = { to: Reader; cell: Counts | undefined; href: string | null; card?: boolean }

/** Share of a cell; its counts on hover and for screen readers, its links on click. */
function Share({ to, cell, href, card }: ShareProps) {
  if (!cell || cell.sent === 0) return <HeatCell share={null} title={say(to, 'No push, or no check yet')} />
  const { seen, due, sent, settled } = cell
  const opens = href === null ? {} : { href }
  if (sent === due)
    return (
      <HeatCell
        share={null}
        {...opens}
        title={say(to, '{links, plural, one {# link} other {# links}}, checks to come', { links: sent })}
        so_far
      />
    )
  // Found links need no further check, so a share of the checked links alone would start near 100%.
  const share = seen / sent
  const counts = say(
    to,
    '{seen} of {links, plural, one {# link} other {# links}}{due, plural, =0 {} one {; # still to check} other {; # still to check}}',
    { seen, links: sent, due },
  )
  const rate = percent(share, to)
  return (
    <HeatCell
      share={share}
      {...opens}
      title={
        !hasShare(sent)
          ? counts
          : settled
            ? say(to, '{rate}: {counts}', { rate, counts })
            : say(to, '{rate} so far: {counts}', { rate, counts })
      }
      few={hasShare(sent) ? undefined : `${seen}/${sent}`}
      so_far={!settled}
      card={card === true && href !== null}
    />
  )
}

const STEPS = [0, 10, 30, 50, 70]

export const Scale = ({ results, zone }: ResultsProps) => (
  <div class="legend scale">
    <span>{say(zone, 'Indexed, %')}</span>
    <span class="steps">
      {STEPS.map((step) => (
        <i class={heatClass(step / 100)}>{String(step)}</i>
      ))}
    </span>
    <span>
      <i class="key solid" />
      {say(zone, 'By day {day}', { day: LAST_LOOK_DAY })}
    </span>
    {results.before && (
      <span>
        <i class="key prev" />
        {say(zone, '{n, plural, one {# weeks} other {# weeks}} before', { n: results.weeks.length })}
      </span>
    )}
    <span>
      <i class="key wait" />
      {say(zone, 'So far, or to come')}
    </span>
    <span>
      <i class="key few">7/12</i>
      {say(zone, 'Fewer than 20 links')}
    </span>
  </div>
)

/** The links of one week, or of one client or host in it. */
const cellHref = ({ self, day, scope, query }: ResultsProps, { key, ...of }: Query): string =>
  listHref(`${self}/links`, {}, { by: 'week', key, day: String(day), ...scope, last_weeks: query.last_weeks, ...of })

const sentHref = (base: string, { tenant_id, host }: Query, week: string): string =>
  linksHref(base, { moment: 'sent', tenant_id, host, from: week, to: sundayOf(week) })
