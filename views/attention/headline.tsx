/** The head of Today: the rate of the last complete week, the last twelve weeks, and the day the credits run out. */

import { isBelow, offUsual, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { daysBetween, type Time } from '../../src/kernel/time/clock.ts'
import type { getCreditsForecast } from '../../src/operations/credits/balances.ts'
import { runwayWords } from '../credits/forecast.ts'
import { PushRow } from '../jobs/push-row.tsx'
import type { Job } from '../jobs/shapes.ts'
import { Fuel } from '../kit/bars.tsx'
import { Headline } from '../kit/strip.tsx'
import { WeekChart } from '../kit/week-chart.tsx'
import { linksHref } from '../links/count-links.ts'
import { countedDay, percent, percentParts } from '../parts/text/format.ts'
import { Say, type Tags } from '../parts/text/say.tsx'
import type { Week, Weeks } from './weeks.ts'

export type Forecast = AnswerOf<typeof getCreditsForecast>
type RateHeadlineProps = {
  weeks: Weeks
  /** The newest pushes, drawn while there are too few weeks. */
  pushes: readonly Job[]
  forecast: Forecast
  base: string
  now: Time
  zone: Reader
}

/** A line of fewer weeks is a dot in a void. */
export const LEAST_WEEKS = 3

export function RateHeadline({ weeks, pushes, forecast, base, now, zone }: RateHeadlineProps) {
  const last = weeks.final.at(-1)
  return (
    <section class="lead" aria-label={say(zone, 'At a glance')}>
      {last ? <Rate week={last} weeks={weeks} base={base} now={now} zone={zone} /> : <NoRate weeks={weeks} to={zone} />}
      <div class="lead-c">
        {weeks.final.length < LEAST_WEEKS ? (
          <ul class="rows push-rows">
            {pushes.map((push) => (
              <PushRow of={push} now={now} zone={zone} />
            ))}
          </ul>
        ) : (
          <WeekChart
            weeks={weeks.final.map((week) => ({ ...week, href: sentHref(base, week) }))}
            usual={weeks.usual}
            zone={zone}
          />
        )}
      </div>
      <Runway forecast={forecast} base={base} zone={zone} />
    </section>
  )
}

const indexedByDay = (to: Reader): string => say(to, 'Indexed by day {day}', { day: LAST_LOOK_DAY })

const sentHref = (base: string, { monday, sunday }: Week): string =>
  linksHref(base, { moment: 'sent', from: monday, to: sunday })

type RateProps = { week: Week; weeks: Weeks; base: string; now: Time; zone: Reader }

const Rate = ({ week, weeks: { usual, newer }, base, now, zone }: RateProps) => {
  const { monday, sunday, links, due, seen, share } = week
  return (
    <Headline
      label={indexedByDay(zone)}
      {...percentParts(share, zone)}
      of={
        <>
          <Say
            to={zone}
            text="<b>{seen} of <a>{links, plural, one {# link} other {# links}}</a></b> sent {from} – {until}"
            values={{ seen, links, from: countedDay(monday, zone), until: countedDay(sunday, zone) }}
            tags={{ a: (inner) => <a href={sentHref(base, week)}>{inner}</a> }}
          />
          {due > 0 && (
            <span class="soft">
              {say(zone, '; {due, plural, one {# of {links} still waits} other {# of {links} still wait}}', {
                ...{ due, links },
              })}
            </span>
          )}
          {daysBetween(`${sunday}T00:00:00.000Z`, now) > OLD_DAYS && (
            <span class="soft">{`. ${sinceThen(newer, zone)}`}</span>
          )}
        </>
      }
      change={usual === null ? null : changeOf(week, usual, zone)}
    />
  )
}

/** A week that ended longer ago says what came after it. */
const OLD_DAYS = 14

const sinceThen = (newer: number, to: Reader): string =>
  say(
    to,
    '{newer, plural, =0 {No link was sent since.} one {The # link sent since is not final yet.} other {The # links sent since are not final yet.}}',
    { newer },
  )

const NoRate = ({ weeks: { so_far }, to }: { weeks: Weeks; to: Reader }) => (
  <Headline
    label={indexedByDay(to)}
    figure="–"
    of={
      so_far
        ? say(to, '{seen} of {links, plural, one {# link} other {# links}} so far; {due} still to check', { ...so_far })
        : say(to, 'Known seven days after the first push')
    }
  />
)

function changeOf({ share, links }: Week, usual: number, to: Reader) {
  const change = points(share, usual)
  const as_usual = percent(usual, to)
  if (change === 0) return { text: say(to, 'As usual, {usual}', { usual: as_usual }), tone: 'same' as const }
  const values = { by: Math.abs(change), usual: as_usual }
  const text =
    change > 0
      ? say(to, '{by, plural, one {# point} other {# points}} above the usual {usual}', values)
      : say(to, '{by, plural, one {# point} other {# points}} below the usual {usual}', values)
  const off = offUsual({ rate: share, links }, usual)
  return { text, tone: off === null ? ('same' as const) : isBelow(off) ? ('down' as const) : ('up' as const) }
}

/** Days of credits that fill the bar. */
const FULL_DAYS = 60

function Runway({ forecast, base, zone }: { forecast: Forecast; base: string; zone: Reader }) {
  const { spendable, used_per_day, runway_days, expected_refunds, days, running_dry } = forecast
  const runway = runwayWords(forecast, zone)
  const until = days.findLast(({ waiting }) => waiting > 0)?.day
  const to_credits: Tags = {
    a: (inner) => (
      <a href={`${base}/credits`}>
        <b>{inner}</b>
      </a>
    ),
  }
  return (
    <div class="lead-m">
      <h2 class="lbl">{runway.label}</h2>
      <p class="big">{runway.value}</p>
      <p>
        {used_per_day > 0 ? (
          <Say
            to={zone}
            text="<a>{n} available</a>, about {used} used a week"
            values={{ n: spendable, used: Math.round(used_per_day * 7) }}
            tags={to_credits}
          />
        ) : (
          <Say
            to={zone}
            text="<a>{n} available</a>, none used in 28 days"
            values={{ n: spendable }}
            tags={to_credits}
          />
        )}
      </p>
      {runway_days !== null && (
        <Fuel
          share={runway_days / FULL_DAYS}
          label={say(zone, '{days, plural, one {# day} other {# days}} of {full}', {
            ...{ days: Math.floor(runway_days), full: FULL_DAYS },
          })}
          tone={running_dry ? 'out' : 'accent'}
        />
      )}
      {expected_refunds > 0 && until && (
        <p class="muted small">
          {say(zone, 'Not counted: about {n, plural, one {# refund} other {# refunds}} by {day}', {
            ...{ n: expected_refunds, day: countedDay(until, zone) },
          })}
        </p>
      )}
    </div>
  )
}
