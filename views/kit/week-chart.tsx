/** The shares by day 7 of complete weeks as a line, with what is usual as a band: Today and the page of a client. */
import { isBelow, OFF_POINTS, offUsual, points } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { countedDay, many, percent } from '../parts/text/format.ts'
import { AxisChart } from './axis-chart.tsx'
import { hasShare, shareOf } from './share.ts'

type Week = { monday: string; seen: number; links: number; href?: string }
type WeekChartProps = { weeks: readonly Week[]; usual: number | null; zone: string; height?: number }

/** `weeks`: oldest first. A share of this many points more or less is as usual. */
export function WeekChart({ weeks, usual, zone, height = 158 }: WeekChartProps) {
  const last = weeks.at(-1)!
  const off = offUsual({ rate: last.seen / last.links, links: last.links }, usual)
  const around = (by: number): number => Math.min(1, Math.max(0, (usual ?? 0) + by / 100))
  return (
    <AxisChart
      label={`Indexed by day ${LAST_LOOK_DAY}, by week`}
      height={height}
      columns={weeks.map(({ monday, seen, links, href }) => {
        const by = usual === null || !hasShare(links) ? 0 : points(seen / links, usual)
        return {
          name: `Week of ${countedDay(monday, zone)}`,
          tick: countedDay(monday, zone),
          note: many(links, 'link'),
          values: [
            {
              label: `By day ${LAST_LOOK_DAY}`,
              text: shareOf(seen, links),
              ...(by !== 0 && { change: by > 0 ? `+${by}` : `−${-by}` }),
            },
            ...(usual === null ? [] : [{ label: 'Usual', text: percent(usual) }]),
          ],
          ...(href && { link: { href, label: `See ${many(links, 'link')}` } }),
        }
      })}
      lines={[
        {
          kind: 'main',
          values: weeks.map(({ seen, links }) => seen / links),
          end: shareOf(last.seen, last.links),
          bad: isBelow(off),
        },
      ]}
      band={usual === null ? undefined : weeks.map(() => [around(-OFF_POINTS), around(OFF_POINTS)])}
      level={usual === null ? null : { value: usual, label: `usual ${percent(usual)}` }}
    />
  )
}
