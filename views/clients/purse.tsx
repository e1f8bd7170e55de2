/** A client's credits: how many are available, and until when they last. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { DAY, plus, type Time } from '../../src/kernel/time/clock.ts'
import { SPAN } from '../../src/kernel/time/last-days.ts'
import type { listClients } from '../../src/operations/clients/clients.ts'
import { Fuel } from '../kit/bars.tsx'
import { day, monthOfYear, number } from '../parts/text/format.ts'

type Purse = Pick<AnswerOf<typeof listClients>['items'][number], 'available' | 'runway_days' | 'running_dry'>

/** Available credits, the day they last until, and that time as a part of 30 days. */
export const Credits = ({ of, now, zone }: { of: Purse; now: Time; zone: string }) => (
  <>
    <span class="fig">{number(of.available)}</span>{' '}
    <span class={of.running_dry ? 'care' : 'soft'}>{lastsWords(of, now, zone)}</span>
    <DaysLeft of={of} />
  </>
)

export const DaysLeft = ({ of: { available, runway_days: days, running_dry } }: { of: Purse }) => {
  const share = days === null ? (available > 0 ? 1 : 0) : days / SPAN
  const label = days === null ? 'no use yet' : `${number(Math.min(days, SPAN))} of ${SPAN} days`
  return <Fuel share={share} label={label} tone={running_dry ? 'out' : 'accent'} />
}

type LastOf = Pick<Purse, 'runway_days' | 'available'>

/** `until 4 Dec`, in another year `until May 2027`, `over a year`; without use `no use yet`, or `none available`. */
export function lastsWords({ runway_days: days, available }: LastOf, now: Time, zone: string): string {
  if (days === null) return available > 0 ? 'no use yet' : 'none available'
  if (days > 365) return 'over a year'
  if (days < 1) return 'until today'
  const end = plus(now, days * DAY)
  return `until ${end.slice(0, 4) === now.slice(0, 4) ? day(end, zone) : monthOfYear(end, zone)}`
}
