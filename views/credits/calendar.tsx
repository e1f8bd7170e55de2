/** The guarantee calendar: the refunds of each day, and the level of the credits through the weeks. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { DAY, dayOf, plus, weekOf } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { CalendarDay } from '../kit/cells.tsx'
import { linksHref } from '../links/count-links.ts'
import { countedDay, countedWeekdayName, number } from '../parts/text/format.ts'
import type { Forecast } from './forecast.ts'

type CalendarProps = {
  forecast: Forecast
  /** Index credits used a day. */
  pace: number
  today: string
  base: string
  zone: Reader
}

const MOST_WEEKS = 7
const FEWEST_WEEKS = 5
const TANK = 26
const WEEK = Array.from({ length: 7 }, (_, n) => n)

export function Calendar(props: CalendarProps) {
  const { forecast, pace, today, zone } = props
  const first = weekOf(plus(noon(today), -7 * DAY))
  const lasts = pace > 0 ? Math.floor(forecast.spendable / pace) : null
  const zero = lasts === null ? null : after(today, lasts)
  const through = zero === null ? 0 : Math.ceil((Date.parse(zero) - Date.parse(first) + DAY) / (7 * DAY))
  const weeks = through > 0 && through <= MOST_WEEKS ? Math.max(through, FEWEST_WEEKS) : FEWEST_WEEKS
  return (
    <table class="cal">
      <thead>
        <tr>
          {WEEK.map((n) => (
            <th scope="col">{countedWeekdayName(after(first, n), zone)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: weeks }, (_, n) => (
          <Week {...props} monday={after(first, 7 * n)} zero={zero} first={n === 0} />
        ))}
      </tbody>
    </table>
  )
}

const noon = (day: string): string => `${day}T12:00:00.000Z`
const after = (day: string, days: number): string => dayOf(plus(noon(day), days * DAY))
function Week({
  monday,
  zero,
  first,
  ...props
}: CalendarProps & { monday: string; zero: string | null; first: boolean }) {
  const { forecast, pace, today } = props
  const left = (day: string): number =>
    Math.max(0, forecast.spendable - (pace * (Date.parse(day) - Date.parse(today))) / DAY)
  const next = after(monday, 7)
  const ahead = next > today && pace > 0 && left(monday) > 0
  return (
    <tr>
      {WEEK.map((n) => (
        <Day {...props} day={after(monday, n)} zero={zero} first={first && n === 0}>
          {n === 0 && ahead && <Tank from={share(left(monday), forecast)} to={share(left(next), forecast)} />}
          {n === 6 && ahead && <span class="lvl">{number(Math.round(left(next)), props.zone)}</span>}
        </Day>
      ))}
    </tr>
  )
}

const share = (left: number, { spendable }: Forecast): number => Math.min(1, left / Math.max(1, spendable))

/** Credits at the start and at the end of a week, drawn under its days. */
function Tank({ from, to }: { from: number; to: number }) {
  const y = (level: number): string => (TANK - level * (TANK - 2)).toFixed(1)
  return (
    <svg class="tank" viewBox={`0 0 100 ${TANK}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="f-tank" d={`M0 ${y(from)}L100 ${y(to)}L100 ${TANK}L0 ${TANK}Z`} />
      <path class="s-run" vector-effect="non-scaling-stroke" d={`M0 ${y(from)}L100 ${y(to)}`} />
    </svg>
  )
}

type DayProps = CalendarProps & { day: string; zero: string | null; first: boolean; children?: Child }

function Day({ forecast, today, base, zone, day, zero, first, children }: DayProps) {
  const found = forecast.days.find((one) => one.day === day)
  const short = day.endsWith('-01') || first
  const back = found && {
    about: found.waiting > 0,
    n: found.waiting > 0 ? found.refunded + found.expected_refunds : found.refunded,
    of: found.links,
  }
  const sent = after(day, -7)
  return (
    <CalendarDay
      to={zone}
      day={short ? countedDay(day, zone) : String(Number(day.slice(8)))}
      date={day}
      state={day === today ? 'today' : day < today ? 'past' : 'none'}
      back={back ?? null}
      zero={day === zero}
      label={
        back &&
        say(
          zone,
          '{links, plural, one {# link} other {# links}} sent on {day}, {about, select, yes {about } other {}}{refunded} refunded',
          {
            ...{ links: back.of, day: countedDay(sent, zone) },
            ...{ about: back.about ? 'yes' : 'no', refunded: String(back.n) },
          },
        )
      }
      href={found ? linksHref(base, { moment: 'sent', from: sent, to: sent }) : undefined}
    >
      {children}
    </CalendarDay>
  )
}
