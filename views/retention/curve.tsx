/** The curve of links that are still there, with its band; counts where there are too few links for one. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { AxisChart } from '../kit/axis-chart.tsx'
import { percent } from '../parts/text/format.ts'
import type { Survival } from './props.ts'

const LAST = 90

type CurveProps = { to: Reader; of: Pick<Survival, 'points' | 'links'>; height?: number }

export function SurvivalCurve({ to, of: { points, links }, height = 200 }: CurveProps) {
  const known = points.filter(({ share }) => share !== null)
  if (known.length === 0) return null
  const shown = [{ day: 0, share: 1, low: 1, high: 1, at_risk: links, dropped: 0 }, ...known]
  return (
    <AxisChart
      to={to}
      label={say(to, 'Links still there, by days after they were found')}
      height={height}
      columns={shown.map(({ day, share, low, high, at_risk }) => ({
        name: day === 0 ? say(to, 'Found') : say(to, 'Day {day}', { day }),
        tick: day === 0 ? say(to, 'Found') : say(to, '{day, plural, one {# days} other {# days}}', { day }),
        note: say(to, '{links, plural, one {# link} other {# links}}', { links: at_risk }),
        values: [
          { label: say(to, 'Still there'), text: percent(share!, to) },
          ...(day > 0 ? [{ label: say(to, '95 % band'), text: bandOf(to, low!, high!) }] : []),
        ],
      }))}
      lines={[{ kind: 'main', values: shown.map(({ share }) => share), end: percent(shown.at(-1)!.share!, to) }]}
      band={shown.map(({ low, high }) => [low!, high!])}
      most={1}
    />
  )
}

/** `Of 1,240 links, 91 % are still there after 60 days (89 to 93 %).` The last step of at most 90 days. */
export function curveInWords({ points, links }: Pick<Survival, 'points' | 'links'>, to: Reader): string | null {
  const last = points.findLast(({ day, share }) => day <= LAST && share !== null)
  if (last)
    return say(
      to,
      'Of {links, plural, one {# link} other {# links}}, {share} are still there after {day} days ({band}).',
      { links, share: percent(last.share!, to), day: last.day, band: bandOf(to, last.low!, last.high!) },
    )
  const [first] = points
  if (!first) return null
  const there = points.reduce((left, { dropped }) => left - dropped, links)
  return say(to, '{there} of {links, plural, one {# link} other {# links}} still there after {day} days.', {
    ...{ there, links, day: points.at(-1)!.day },
  })
}

const bandOf = (to: Reader, low: number, high: number): string =>
  say(to, '{low} to {high}', { low: percent(low, to), high: percent(high, to) })
