/** Credits: the guarantee calendar, the day they run out, and the newest lines of the ledger. */
import type { Balance, CreditKind } from '../../src/domains/credits/index.ts'
import { daysOfZone } from '../../src/kernel/time/zone-days.ts'
import type { Child } from '../jsx/elements.ts'
import { Keys } from '../kit/bars.tsx'
import { Section } from '../kit/fold.tsx'
import { Sum } from '../kit/panel.tsx'
import { Button } from '../parts/button.tsx'
import { hx } from '../parts/hx.ts'
import { DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { countedDay, countedWeekday, many, number } from '../parts/text/format.ts'
import { Calendar } from './calendar.tsx'
import { type Forecast, paceOf, runwayWords, STEP, usedUpOn, usualPushes } from './forecast.ts'
import { groupColumns } from './ledger.tsx'
import { reservedAt } from './reserved.tsx'
import type { Group } from './sentences.ts'

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
  zone: string
  /** Side panel with the details of a number. */
  panel: Child
}

export const Overview = (props: OverviewProps) => {
  const { balance, newest, base, zone } = props
  const self = `${base}/credits`
  return (
    <>
      <Owed {...balance} />
      <div class="split cal-split">
        <Guarantee {...props} />
        {props.panel ?? <Runway {...props} />}
      </div>
      <Section
        title="Ledger"
        aside={
          <a class="link" href={`${self}/ledger`}>
            All entries
          </a>
        }
      >
        {newest.length > 0 ? (
          <DataTable
            caption="Newest entries"
            columns={groupColumns(self, zone).map(({ sort: _, ...column }) => column)}
            rows={newest}
            lines
          />
        ) : (
          <p class="muted">No credit has moved yet.</p>
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
  const at = weekly !== null && until && `${number(weekly)} links a week: until ${countedWeekday(until, zone)}`
  return (
    <Section
      id="calendar"
      title="Guarantee calendar"
      note={at || 'refunds of final links, day by day'}
      aside={
        <Keys
          parts={[
            { label: 'Refunded', tone: 'back' },
            { label: 'Expected', tone: 'wait' },
            { label: 'Credits left', tone: 'run' },
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
    <aside class="run" aria-label="Runway">
      <h2 class="lbl">{runway.label}</h2>
      <p class="big">{runway.value}</p>
      <p>
        <b>{`${number(spendable)} available`}</b>
        {used_per_day > 0 ? `, about ${number(Math.round(used_per_day * 7))} used a week` : ', none used in 28 days'}
      </p>
      <WhatIf {...props} />
      <Sum lines={linesOf(props)} />
      <p class="muted small">Expected refunds do not count until they arrive.</p>
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
    return day ? `until ${countedDay(day, zone)}` : 'over ten years'
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
        <label for="weekly">If you push</label>
        <output class="num" for="weekly" data-slides="weekly">
          {number(value)}
        </output>
        <span>links a week</span>
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
        <span>{number(STEP)}</span>
        <span>{number(most)}</span>
      </p>
      <noscript>
        <Button class="btn small" label="Redraw calendar" />
      </noscript>
      <ul class="whatif-r">
        {others.map((links) => (
          <li>
            <span>{`${number(links)} a week`}</span>
            <b>{until(links)}</b>
          </li>
        ))}
      </ul>
    </form>
  )
}

function linesOf({ forecast, balance, has_clients, base }: OverviewProps) {
  const { spendable, own, reserved, expected_refunds } = forecast
  const kept = has_clients
    ? [
        { label: 'This workspace', value: number(own) },
        { label: 'At clients', value: number(spendable - own) },
      ]
    : []
  return [
    ...kept,
    { label: 'Available', value: number(spendable), total: true },
    { label: 'Reserved', value: <a href={`${base}/links?credit=reserved`}>{number(reserved)}</a> },
    { label: 'Expected refunds', value: `≈ ${number(expected_refunds)}` },
    { label: 'Check credits', value: number(balance.check.available), total: true },
    { label: 'Reserved for checks', value: <a href={reservedAt(base, 'check')}>{number(balance.check.reserved)}</a> },
  ]
}

type OwedProps = Readonly<Record<'index' | 'check', { owed: number }>>

/** Spent credits of a refunded pack. */
export const Owed = ({ index, check }: OwedProps) => (
  <>
    {index.owed + check.owed > 0 && (
      <Banner tone="warn">
        {`A pack was refunded: ${many(index.owed, 'index credit')} and ${many(check.owed, 'check credit')} of it are deducted from the next credits.`}
      </Banner>
    )}
  </>
)
