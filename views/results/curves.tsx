/** Curves of the results: shares by day 1, 3 and 7, week by week, and from the push to day 7. */

import { points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { listed, say } from '../../src/kernel/language/say.ts'
import { PushRow } from '../jobs/push-row.tsx'
import { AxisChart, type ChartColumn } from '../kit/axis-chart.tsx'
import { Section } from '../kit/fold.tsx'
import { hasShare, shareOf } from '../kit/share.ts'
import { linksHref } from '../links/count-links.ts'
import { countedDay } from '../parts/text/format.ts'
import { wordsOfNote } from './notes.tsx'
import { type ResultsProps, sundayOf } from './props.ts'

/** A line of fewer weeks is a dot in a void. */
const LEAST_WEEKS = 3

/** Whether there are too few complete weeks for a line; of a short range, the weeks before it count too. */
export const hasFewWeeks = ({ total, usual }: ResultsProps['results']): boolean =>
  usual === null && (total.at(-1)?.weeks.length ?? 0) < LEAST_WEEKS

/** First and last day of these weeks. */
export const spanOf = (weeks: readonly string[], zone: Reader): string =>
  `${countedDay(weeks[0]!, zone)} – ${countedDay(sundayOf(weeks.at(-1)!), zone)}`

type Cells = ResultsProps['results']['total']

export function Weeks(props: ResultsProps) {
  const { results, pushes, zone, now } = props
  const { weeks, rows, before } = results
  if (hasFewWeeks(results))
    return (
      <ul class="rows push-rows">
        {pushes.map((push) => (
          <PushRow of={push} now={now} zone={zone} />
        ))}
      </ul>
    )
  const at = (of: typeof rows, week: string | undefined) => of.find(({ key }) => key === week)?.cells
  const own = weeks.map((week) => at(rows, week))
  const earlier = weeks.map((_, n) => at(before?.rows ?? [], before?.weeks[n]))
  const line = (of: readonly (Cells | undefined)[], day: number, so_far = false) =>
    of.map((cells) => {
      const cell = cells?.[day]
      return cell && cell.sent > cell.due && (so_far || cell.settled) ? cell.seen / cell.sent : null
    })
  const so_far = own.findLastIndex((cells) => cells?.at(-1)?.settled) + 1
  const last = LOOK_DAYS.length - 1
  return (
    <AxisChart
      to={zone}
      label={say(zone, 'Indexed by day {day}, by week', { day: LAST_LOOK_DAY })}
      columns={weeks.map((week, n) => columnOf(props, week, own[n], earlier[n]?.at(-1)))}
      height={236}
      area
      lines={[
        { kind: 'main', values: line(own, last, true), end: say(zone, 'day {day}', { day: LAST_LOOK_DAY }), so_far },
        ...LOOK_DAYS.slice(0, -1).map((day, n) => ({
          kind: 'pale' as const,
          values: line(own, n),
          end: say(zone, 'day {day}', { day }),
        })),
        ...(before ? [{ kind: 'before' as const, values: line(earlier, last) }] : []),
      ]}
    />
  )
}

/** One week, beside the same week of the period before. */
function columnOf(
  props: ResultsProps,
  week: string,
  own: Cells | undefined,
  was: Cells[number] | undefined,
): ChartColumn {
  const { results, notes, base, scope, supplier, zone } = props
  const final = own?.at(-1)
  const sent = final?.sent ?? 0
  const compares = final?.settled && was?.settled && hasShare(sent) && hasShare(was.sent)
  const of = { moment: 'sent', ...scope, from: week, to: sundayOf(week) } as const
  const marked = (notes?.items ?? []).filter(({ day }) => day >= of.from && day <= of.to)
  return {
    name: say(zone, 'Week of {day}', { day: countedDay(week, zone) }),
    tick: countedDay(week, zone),
    note: say(zone, '{links, plural, one {# link} other {# links}}', { links: sent }),
    values: [
      ...LOOK_DAYS.toReversed().map((day) => {
        const cell = own?.find((one) => one.day === day)
        const known = cell && cell.sent > cell.due
        return {
          label:
            cell && !cell.settled ? say(zone, 'By day {day}, so far', { day }) : say(zone, 'By day {day}', { day }),
          text: known ? shareOf(cell.seen, cell.sent, zone) : '–',
          ...(cell === final && compares && { change: signedPoints(final.seen / sent, was.seen / was.sent) }),
        }
      }),
      ...(results.before
        ? [
            {
              label: say(zone, '{n, plural, one {# weeks} other {# weeks}} before', { n: results.weeks.length }),
              text: was ? shareOf(was.seen, was.sent, zone) : '–',
            },
          ]
        : []),
    ],
    ...(sent > 0 &&
      !supplier && {
        link: {
          href: linksHref(base, of),
          label: say(zone, 'See {links, plural, one {# link} other {# links}}', { links: sent }),
        },
      }),
    ...(marked.length > 0 && { notes: marked.map((one) => wordsOfNote(one, zone)) }),
  }
}

const signedPoints = (share: number, was: number): string => {
  const by = points(share, was)
  return by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '±0'
}

/** The share of the complete weeks by each day. */
export function FromPush({ results, zone }: ResultsProps) {
  const { total, before } = results
  const { sent = 0, weeks = [] } = total.at(-1) ?? {}
  if (!hasShare(sent)) return null
  const was = before && hasShare(before.total.at(-1)?.sent ?? 0) ? before.total : null
  const days = Array.from({ length: LAST_LOOK_DAY + 1 }, (_, day) => day)
  const nameOf = (day: number) => (day === 0 ? say(zone, 'Push') : say(zone, 'Day {day}', { day }))
  const line = (cells: typeof total) =>
    days.map((day) => {
      const cell = cells.find((one) => one.day === day)
      return day === 0 ? 0 : cell ? cell.seen / cell.sent : null
    })
  return (
    <Section
      title={say(zone, 'From push to day {day}', { day: LAST_LOOK_DAY })}
      note={say(zone, '{links, plural, one {# link} other {# links}}, {span}', {
        ...{ links: sent, span: spanOf(weeks, zone) },
      })}
    >
      <AxisChart
        to={zone}
        label={say(zone, 'Indexed by day {days}', { days: listed(zone, LOOK_DAYS.map(String)) })}
        area
        height={190}
        columns={days.map((day): ChartColumn => {
          const [own, old] = [total, was ?? []].map((cells) => cells.find((cell) => cell.day === day))
          return {
            name: nameOf(day),
            tick: day === 0 || own ? nameOf(day) : '',
            values: own
              ? [
                  {
                    label: say(zone, 'Indexed'),
                    text: shareOf(own.seen, own.sent, zone),
                    ...(old && { change: signedPoints(own.seen / own.sent, old.seen / old.sent) }),
                  },
                  { label: say(zone, 'Links'), text: say(zone, '{seen} of {all}', { seen: own.seen, all: own.sent }) },
                  ...(old
                    ? [
                        {
                          label: say(zone, '{n, plural, one {# weeks} other {# weeks}} before', {
                            n: before!.weeks.length,
                          }),
                          text: shareOf(old.seen, old.sent, zone),
                        },
                      ]
                    : []),
                ]
              : [],
          }
        })}
        lines={[
          { kind: 'main', values: line(total) },
          ...(was ? [{ kind: 'before' as const, values: line(was) }] : []),
        ]}
      />
    </Section>
  )
}
