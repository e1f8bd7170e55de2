/** The shares by day 7 of complete weeks as a line, with what is usual as a band: Today and the page of a client. */
import { isBelow, OFF_POINTS, offUsual, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { countedDay, percent } from '../parts/text/format.ts'
import { AxisChart } from './axis-chart.tsx'
import { hasShare, shareOf } from './share.ts'

type Week = { monday: string; seen: number; links: number; href?: string }
type WeekChartProps = { weeks: readonly Week[]; usual: number | null; zone: Reader; height?: number }

/** `weeks`: oldest first. A share of this many points more or less is as usual. */
export function WeekChart({ weeks, usual, zone, height = 158 }: WeekChartProps) {
  const last = weeks.at(-1)!
  const off = offUsual({ rate: last.seen / last.links, links: last.links }, usual)
  const around = (by: number): number => Math.min(1, Math.max(0, (usual ?? 0) + by / 100))
  return (
    <AxisChart
      to={zone}
      label={say(zone, 'Indexed by day {day}, by week', { day: LAST_LOOK_DAY })}
      height={height}
      columns={weeks.map(({ monday, seen, links, href }) => {
        const by = usual === null || !hasShare(links) ? 0 : points(seen / links, usual)
        return {
          name: say(zone, 'Week of {day}', { day: countedDay(monday, zone) }),
          tick: countedDay(monday, zone),
          note: say(zone, '{links, plural, one {# link} other {# links}}', { links }),
          values: [
            {
              label: say(zone, 'By day {day}', { day: LAST_LOOK_DAY }),
              text: shareOf(seen, links, zone),
              ...(by !== 0 && { change: by > 0 ? `+${by}` : `−${-by}` }),
            },
            ...(usual === null ? [] : [{ label: say(zone, 'Usual'), text: percent(usual, zone) }]),
          ],
          ...(href && {
            link: { href, label: say(zone, 'See {links, plural, one {# link} other {# links}}', { links }) },
          }),
        }
      })}
      lines={[
        {
          kind: 'main',
          values: weeks.map(({ seen, links }) => seen / links),
          end: shareOf(last.seen, last.links, zone),
          bad: isBelow(off),
        },
      ]}
      band={usual === null ? undefined : weeks.map(() => [around(-OFF_POINTS), around(OFF_POINTS)])}
      level={
        usual === null ? null : { value: usual, label: say(zone, 'usual {usual}', { usual: percent(usual, zone) }) }
      }
    />
  )
}
