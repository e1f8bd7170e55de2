/** The period of a page of totals: chosen by links, so that the address names it. */
import { DAY, dayAfter, dayOf, plus, plusMonths, type Time } from '../../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../../src/kernel/time/zone-days.ts'
import { longDay } from '../text/format.ts'
import { listHref, type Query } from './list.ts'

/** `to` is the day after the last. */
export type Period = { name: string; from: string; to: string }

const LABELS = {
  '30d': '30 days',
  month: 'This month',
  last_month: 'Last month',
  '90d': '90 days',
  year: '12 months',
} as const
export type PeriodName = keyof typeof LABELS

/** The period in the address, or else the first of `names`; its days are those of a zone. */
export function periodOf(query: Query, now: Time, names: readonly PeriodName[], zone = UTC_DAYS): Period {
  const name = names.find((one) => one === query.period) ?? names[0]!
  const month = `${zone.monthOf(now)}-01`
  const to = dayAfter(zone.dayOf(now))
  const days = (count: number) => zone.firstDay(now, count)
  const spans: Record<PeriodName, { from: string; to: string }> = {
    '30d': { from: days(30), to },
    '90d': { from: days(90), to },
    month: { from: month, to },
    last_month: { from: dayOf(plusMonths(plus(month, 0), -1)), to: month },
    year: { from: dayOf(plusMonths(plus(month, 0), -11)), to },
  }
  return { name, ...spans[name] }
}

/** First and last day: `24 October 2026 to 22 November 2026`. */
export const periodWords = ({ from, to }: Pick<Period, 'from' | 'to'>): string =>
  `${longDay(plus(from, 0))} to ${longDay(plus(to, -DAY))}`

/** In which zone days are read, where it is not UTC: `, days in America/New York`. */
export const zoneWords = (zone: string): string => (zone === 'UTC' ? '' : `, days in ${zone.replaceAll('_', ' ')}`)

type TabsProps = { period: Period; names: readonly PeriodName[]; href: string; query: Query }

export const PeriodTabs = ({ period, names, href, query }: TabsProps) => (
  <div class="row">
    <nav class="seg" aria-label="Period">
      {names.map((name) => (
        <a
          href={listHref(href, query, { period: name === names[0] ? undefined : name })}
          aria-current={name === period.name ? 'true' : undefined}
        >
          {LABELS[name]}
        </a>
      ))}
    </nav>
  </div>
)
