import type { ClientFigures } from '../../src/domains/reports/index.ts'
import { DAY, plus, type Time } from '../../src/kernel/time/clock.ts'
import { Chip } from '../parts/chips.tsx'
import { day, longDay, paceWords } from '../parts/format.ts'

type Lasting = Pick<ClientFigures, 'runway_days' | 'running_dry'>

/** The day on which nothing is left at the pace of 30 days, with what is expected back. A day of next year says so. */
export function untilWords({ runway_days: days }: Lasting, now: Time, zone: string): string {
  if (days === null) return 'Not in use'
  if (days > 365) return 'Over a year'
  const when = plus(now, days * DAY)
  return days < 1 ? 'Today' : (when.slice(0, 4) === now.slice(0, 4) ? day : longDay)(when, zone)
}

/** The same in a row: a warning where it is soon, faint where nothing is known. */
export const Until = ({ of, now, zone }: { of: Lasting; now: Time; zone: string }) => {
  const { runway_days: days, running_dry } = of
  const told = untilWords(of, now, zone)
  if (days === null || days > 365) return <span class="muted small nowrap">{told}</span>
  return (
    <span class="nowrap" title={`${longDay(plus(now, days * DAY), zone)}. ${paceWords(days)}.`}>
      {running_dry ? <Chip word={told} icon="triangle-alert" tone="bad" /> : told}
    </span>
  )
}
