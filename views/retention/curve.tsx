/** The curve of links that are still there, with its band; counts where there are too few links for one. */
import { AxisChart } from '../kit/axis-chart.tsx'
import { many, percent } from '../parts/text/format.ts'
import type { Survival } from './props.ts'

const LAST = 90

type CurveProps = { of: Pick<Survival, 'points' | 'links'>; height?: number }

export function SurvivalCurve({ of: { points, links }, height = 200 }: CurveProps) {
  const known = points.filter(({ share }) => share !== null)
  if (known.length === 0) return null
  const shown = [{ day: 0, share: 1, low: 1, high: 1, at_risk: links, dropped: 0 }, ...known]
  return (
    <AxisChart
      label="Links still there, by days after they were found"
      height={height}
      columns={shown.map(({ day, share, low, high, at_risk }) => ({
        name: day === 0 ? 'Found' : `Day ${day}`,
        tick: day === 0 ? 'Found' : `${day} days`,
        note: many(at_risk, 'link'),
        values: [
          { label: 'Still there', text: percent(share!) },
          ...(day > 0 ? [{ label: '95 % band', text: `${percent(low!)} to ${percent(high!)}` }] : []),
        ],
      }))}
      lines={[{ kind: 'main', values: shown.map(({ share }) => share), end: percent(shown.at(-1)!.share!) }]}
      band={shown.map(({ low, high }) => [low!, high!])}
      most={1}
    />
  )
}

/** `Of 1,240 links, 91 % are still there after 60 days (89 to 93 %).` The last step of at most 90 days. */
export function curveInWords({ points, links }: Pick<Survival, 'points' | 'links'>): string | null {
  const last = points.findLast(({ day, share }) => day <= LAST && share !== null)
  if (last) {
    const band = `${percent(last.low!)} to ${percent(last.high!)}`
    return `Of ${many(links, 'link')}, ${percent(last.share!)} are still there after ${last.day} days (${band}).`
  }
  const [first] = points
  if (!first) return null
  const there = points.reduce((left, { dropped }) => left - dropped, links)
  return `${there} of ${many(links, 'link')} still there after ${points.at(-1)!.day} days.`
}
