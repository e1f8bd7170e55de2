/** The head of Today: the rate of the last complete week, the last twelve weeks, and the day the credits run out. */

import { isBelow, offUsual, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
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
import { countedDay, many, number, percent } from '../parts/text/format.ts'
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
    <section class="lead" aria-label="At a glance">
      {last ? <Rate week={last} weeks={weeks} base={base} now={now} zone={zone} /> : <NoRate weeks={weeks} />}
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

const sentHref = (base: string, { monday, sunday }: Week): string =>
  linksHref(base, { moment: 'sent', from: monday, to: sunday })

type RateProps = { week: Week; weeks: Weeks; base: string; now: Time; zone: Reader }

const Rate = ({ week, weeks: { usual, newer }, base, now, zone }: RateProps) => {
  const { monday, sunday, links, due, seen, share } = week
  return (
    <Headline
      label={`Indexed by day ${LAST_LOOK_DAY}`}
      figure={percent(share).replace('%', '')}
      unit="%"
      of={
        <>
          <b>
            {`${number(seen)} of `}
            <a href={sentHref(base, week)}>{many(links, 'link')}</a>
          </b>
          {` sent ${countedDay(monday, zone)} – ${countedDay(sunday, zone)}`}
          {due > 0 && (
            <span class="soft">{`; ${number(due)} of ${number(links)} still ${due === 1 ? 'waits' : 'wait'}`}</span>
          )}
          {daysBetween(`${sunday}T00:00:00.000Z`, now) > OLD_DAYS && (
            <span class="soft">{`. ${sinceThen(newer)}`}</span>
          )}
        </>
      }
      change={usual === null ? null : changeOf(week, usual)}
    />
  )
}

/** A week that ended longer ago says what came after it. */
const OLD_DAYS = 14

const sinceThen = (newer: number): string =>
  newer === 0
    ? 'No link was sent since.'
    : `The ${many(newer, 'link')} sent since ${newer === 1 ? 'is' : 'are'} not final yet.`

const NoRate = ({ weeks: { so_far } }: { weeks: Weeks }) => (
  <Headline
    label={`Indexed by day ${LAST_LOOK_DAY}`}
    figure="–"
    of={
      so_far
        ? `${number(so_far.seen)} of ${many(so_far.links, 'link')} so far; ${number(so_far.due)} still to check`
        : 'Known seven days after the first push'
    }
  />
)

function changeOf({ share, links }: Week, usual: number) {
  const change = points(share, usual)
  if (change === 0) return { text: `As usual, ${percent(usual)}`, tone: 'same' as const }
  const by = many(Math.abs(change), 'point')
  const text = `${by} ${change > 0 ? 'above' : 'below'} the usual ${percent(usual)}`
  const off = offUsual({ rate: share, links }, usual)
  return { text, tone: off === null ? ('same' as const) : isBelow(off) ? ('down' as const) : ('up' as const) }
}

/** Days of credits that fill the bar. */
const FULL_DAYS = 60

function Runway({ forecast, base, zone }: { forecast: Forecast; base: string; zone: Reader }) {
  const { spendable, used_per_day, runway_days, expected_refunds, days, running_dry } = forecast
  const runway = runwayWords(forecast, zone)
  const until = days.findLast(({ waiting }) => waiting > 0)?.day
  return (
    <div class="lead-m">
      <h2 class="lbl">{runway.label}</h2>
      <p class="big">{runway.value}</p>
      <p>
        <a href={`${base}/credits`}>
          <b>{`${number(spendable)} available`}</b>
        </a>
        {used_per_day > 0 ? `, about ${number(Math.round(used_per_day * 7))} used a week` : ', none used in 28 days'}
      </p>
      {runway_days !== null && (
        <Fuel
          share={runway_days / FULL_DAYS}
          label={`${many(Math.floor(runway_days), 'day')} of ${FULL_DAYS}`}
          tone={running_dry ? 'out' : 'accent'}
        />
      )}
      {expected_refunds > 0 && until && (
        <p class="muted small">
          {`Not counted: about ${many(expected_refunds, 'refund')} by ${countedDay(until, zone)}`}
        </p>
      )}
    </div>
  )
}
