/** Credits: the guarantee calendar, the day they run out, and the newest lines of the ledger. */
import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { daysOfZone } from '../../src/kernel/time/zone-days.ts'
import type { Child } from '../jsx/elements.ts'
import { Keys } from '../kit/bars.tsx'
import { Section } from '../kit/fold.tsx'
import { Sum } from '../kit/panel.tsx'
import { Button } from '../parts/button.tsx'
import { hx } from '../parts/hx.ts'
import { DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { countedDay, countedWeekday, number } from '../parts/text/format.ts'
import { Say } from '../parts/text/say.tsx'
import { Calendar } from './calendar.tsx'
import { type Forecast, paceOf, runwayWords, STEP, usedUpOn, usualPushes } from './forecast.ts'
import { groupColumns } from './ledger.tsx'
import { reservedAt } from './reserved.tsx'
import { creditsOf, type Group } from './sentences.ts'

export type OverviewProps = {
  balance: Record<CreditKind, Balance>
  forecast: Forecast
  /** Links a week, from the slider. */
  weekly: number | null
  newest: readonly Group[]
  /** Whether the workspace can have clients. */
  has_clients: boolean
  base: string
  now: string
  /** The operator's form that adds or removes credits. */
  adjust: Child
  zone: Reader
  /** Side panel with the details of a number. */
  panel: Child
}

export const Overview = (props: OverviewProps) => {
  const { balance, newest, base, zone } = props
  const self = `${base}/credits`
  return (
    <>
      <Owed to={zone} {...balance} />
      <div class="split cal-split">
        <Guarantee {...props} />
        {props.panel ?? <Runway {...props} />}
      </div>
      <Section
        title={say(zone, 'Ledger')}
        aside={
          <a class="link" href={`${self}/ledger`}>
            {say(zone, 'All entries')}
          </a>
        }
      >
        {newest.length > 0 ? (
          <DataTable
            to={zone}
            caption={say(zone, 'Newest entries')}
            columns={groupColumns(self, zone).map(({ sort: _, ...column }) => column)}
            rows={newest}
            lines
          />
        ) : (
          <p class="muted">{say(zone, 'No credit has moved yet.')}</p>
        )}
      </Section>
      {props.adjust}
    </>
  )
}

/** The part that the slider redraws. */
function Guarantee({ forecast, weekly, base, now, zone }: OverviewProps) {
  const pace = weekly === null ? forecast.used_per_day : paceOf(forecast, weekly)
  const until = pace > 0 ? usedUpOn(forecast, pace, now) : null
  const day = until && countedWeekday(until, zone)
  const at = weekly !== null && day && say(zone, '{n} links a week: until {day}', { n: weekly, day })
  return (
    <Section
      id="calendar"
      title={say(zone, 'Guarantee calendar')}
      note={at || say(zone, 'refunds of final links, day by day')}
      aside={
        <Keys
          to={zone}
          parts={[
            { label: text('Refunded'), tone: 'back' },
            { label: text('Expected'), tone: 'wait' },
            { label: text('Credits left'), tone: 'run' },
          ]}
        />
      }
    >
      <Calendar
        forecast={forecast}
        pace={pace}
        today={daysOfZone(forecast.time_zone).dayOf(now)}
        base={base}
        zone={zone}
      />
    </Section>
  )
}

const Runway = (props: OverviewProps) => {
  const { forecast, zone } = props
  const { spendable, used_per_day } = forecast
  const runway = runwayWords(forecast, zone)
  return (
    <aside class="run" aria-label={say(zone, 'Runway')}>
      <h2 class="lbl">{runway.label}</h2>
      <p class="big">{runway.value}</p>
      <p>
        {used_per_day > 0 ? (
          <Say
            to={zone}
            text="<b>{n} available</b>, about {used} used a week"
            values={{ n: spendable, used: Math.round(used_per_day * 7) }}
          />
        ) : (
          <Say to={zone} text="<b>{n} available</b>, none used in 28 days" values={{ n: spendable }} />
        )}
      </p>
      <WhatIf {...props} />
      <Sum lines={linesOf(props)} />
      <p class="muted small">{say(zone, 'Expected refunds do not count until they arrive.')}</p>
    </aside>
  )
}

/** A plain form without JavaScript; with it, the slider updates the number and the calendar. */
function WhatIf({ forecast, weekly, base, now, zone }: OverviewProps) {
  const usual = usualPushes(forecast)
  const value = weekly ?? usual
  const most = Math.max(10 * STEP, 2 * usual)
  const until = (links: number): string => {
    const day = usedUpOn(forecast, paceOf(forecast, links), now)
    return day ? say(zone, 'until {day}', { day: countedDay(day, zone) }) : say(zone, 'over ten years')
  }
  const others = [0.5, 1.5].map((part) => Math.max(STEP, Math.round((usual * part) / STEP) * STEP))
  return (
    <form
      class="whatif"
      action={`${base}/credits`}
      {...hx({
        get: `${base}/credits`,
        trigger: 'change',
        target: '#calendar',
        select: '#calendar',
        swap: 'outerHTML',
      })}
    >
      <p class="whatif-t">
        <label for="weekly">{say(zone, 'If you push')}</label>
        <output class="num" for="weekly" data-slides="weekly">
          {number(value, zone)}
        </output>
        <span>{say(zone, 'links a week')}</span>
      </p>
      <input
        type="range"
        id="weekly"
        name="weekly"
        min={String(STEP)}
        max={String(most)}
        step={String(STEP)}
        value={String(value)}
      />
      <p class="scale-t">
        <span>{number(STEP, zone)}</span>
        <span>{number(most, zone)}</span>
      </p>
      <noscript>
        <Button class="btn small" label={say(zone, 'Redraw calendar')} />
      </noscript>
      <ul class="whatif-r">
        {others.map((links) => (
          <li>
            <span>{say(zone, '{n} a week', { n: links })}</span>
            <b>{until(links)}</b>
          </li>
        ))}
      </ul>
    </form>
  )
}

function linesOf({ forecast, balance, has_clients, base, zone }: OverviewProps) {
  const figure = (n: number) => number(n, zone)
  const { spendable, own, reserved, expected_refunds } = forecast
  const kept = has_clients
    ? [
        { label: 'This workspace', value: figure(own) },
        { label: 'At clients', value: figure(spendable - own) },
      ]
    : []
  return [
    ...kept,
    { label: say(zone, 'Available'), value: figure(spendable), total: true },
    { label: say(zone, 'Reserved'), value: <a href={`${base}/links?credit=reserved`}>{figure(reserved)}</a> },
    { label: say(zone, 'Expected refunds'), value: `≈ ${figure(expected_refunds)}` },
    { label: say(zone, 'Check credits'), value: figure(balance.check.available), total: true },
    {
      label: say(zone, 'Reserved for checks'),
      value: <a href={reservedAt(base, 'check')}>{figure(balance.check.reserved)}</a>,
    },
  ]
}

type OwedProps = { to: Reader } & Readonly<Record<'index' | 'check', { owed: number }>>

/** Spent credits of a refunded pack. */
export const Owed = ({ to, index, check }: OwedProps) => (
  <>
    {index.owed + check.owed > 0 && (
      <Banner tone="warn">
        {say(to, 'A pack was refunded: {index} and {check} of it are deducted from the next credits.', {
          index: creditsOf(to, index.owed, 'index'),
          check: creditsOf(to, check.owed, 'check'),
        })}
      </Banner>
    )}
  </>
)
