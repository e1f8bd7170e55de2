/** How long credits last when more or fewer links are pushed. */

import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { daysLater, daysOfZone } from '../../src/kernel/time/zone-days.ts'
import type { getCreditsForecast } from '../../src/operations/credits/balances.ts'
import { countedWeekday, number } from '../parts/text/format.ts'

export type Forecast = AnswerOf<typeof getCreditsForecast>

/** Last day of the credits, as a figure with its label. */
export function runwayWords({ last_day, runway_days, spendable }: Forecast, to: Reader) {
  if (!last_day) return { label: say(to, 'Credits'), value: number(spendable, to) }
  if (runway_days !== null && runway_days > 365)
    return { label: say(to, 'Credits last'), value: say(to, 'over a year') }
  return { label: say(to, 'Credits last until'), value: countedWeekday(last_day, to) }
}

/** The share of pushed links without a refund, on days with all results; 1 without such days. */
function keptShare({ days }: Forecast): number {
  const final = days.filter(({ waiting }) => waiting === 0)
  const [links, refunded] = (['links', 'refunded'] as const).map((of) => final.reduce((sum, day) => sum + day[of], 0))
  return links! > refunded! ? 1 - refunded! / links! : 1
}

/** Links a week at the current use of credits, in tens. */
export const usualPushes = (forecast: Forecast): number =>
  Math.max(STEP, Math.round((forecast.used_per_day * 7) / keptShare(forecast) / STEP) * STEP)

export const STEP = 10

/** The day on which the credits are used up; null beyond ten years. */
export function usedUpOn({ spendable, time_zone }: Forecast, pace: number, now: string): string | null {
  const days = Math.floor(spendable / pace)
  return days > 3650 ? null : daysLater(daysOfZone(time_zone).dayOf(now), days)
}

/** Credits used per day at this number of links pushed per week. */
export const paceOf = (forecast: Forecast, links: number): number => (links * keptShare(forecast)) / 7
