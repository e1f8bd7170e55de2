/** Charts drawn on the server. Labels are HTML around the plot; the hidden table feeds screen readers and the crosshair. */
import { number } from './format.ts'

export type ChartPoint = { label: string; values: readonly number[] }
type LineChartProps = {
  caption: string
  /** Names of the values of each point: the first is the area, the second the dashed line. */
  names: readonly string[]
  points: readonly ChartPoint[]
  tone?: 'ok' | 'brand'
  labels?: number
}

const WIDTH = 1000
const HEIGHT = 100

export function LineChart({ caption, names, points, tone = 'ok', labels = 7 }: LineChartProps) {
  const ticks = ticksFor(Math.max(0, ...points.flatMap((point) => point.values)))
  const top = ticks[0]!
  const line = (series: number) =>
    path(
      points.map((point) => point.values[series] ?? 0),
      top,
    )
  return (
    <figure class={['chart', tone === 'brand' && 'brand-line']}>
      <div class="y" aria-hidden="true">
        {ticks.map((tick) => (
          <span>{number(tick)}</span>
        ))}
      </div>
      <div class="plot" aria-hidden="true">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {ticks.map((tick) => (
            <line class="gridline" x1="0" x2={WIDTH} y1={y(tick, top)} y2={y(tick, top)} />
          ))}
          <path class="area" d={`${line(0)}L${WIDTH} ${HEIGHT}L0 ${HEIGHT}Z`} />
          {names.length > 1 && <path class="second" d={line(1)} />}
          <path class="line" d={line(0)} />
          <line class="cross" x1="0" x2="0" y1="0" y2={HEIGHT} data-width={WIDTH} />
        </svg>
        <div class="tip" hidden></div>
      </div>
      <div class="x" aria-hidden="true">
        {spread(points, labels).map((point) => (
          <span>{point.label}</span>
        ))}
      </div>
      <div class="vh">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              {['When', ...names].map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr>
                <th scope="row">{point.label}</th>
                {names.map((_, series) => (
                  <td>{number(point.values[series] ?? 0)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  )
}

/** A line as high as a table row; the number beside it says the same. */
export function Spark({ values, label }: { values: readonly number[]; label: string }) {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = 92 / Math.max(1, values.length - 1)
  const d = values.map((value, at) => `${fixed(at * step)} ${fixed(22 - ((value - low) / span) * 20)}`).join('L')
  return (
    <svg class="spark" viewBox="0 0 92 24" role="img" aria-label={label}>
      <path d={`M${d}`} />
    </svg>
  )
}

/** Five round numbers from the top down to 0, with room for the largest value. */
export function ticksFor(largest: number): number[] {
  const rough = Math.max(1, largest / 4)
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!
  return [4, 3, 2, 1, 0].map((times) => times * step)
}

function path(values: readonly number[], top: number): string {
  const step = WIDTH / Math.max(1, values.length - 1)
  const known = values.length === 1 ? [values[0]!, values[0]!] : values
  const width = values.length === 1 ? WIDTH : step
  return `M${known.map((value, at) => `${fixed(at * width)} ${y(value, top)}`).join('L')}`
}

const y = (value: number, top: number): string => fixed(HEIGHT - (value / top) * HEIGHT)

const fixed = (value: number): string => String(Math.round(value * 10) / 10)

/** About `count` of the points at even steps, the first and the last among them. */
function spread<T>(points: readonly T[], count: number): T[] {
  const last = points.length - 1
  const step = Math.max(1, Math.ceil(last / (count - 1)))
  return points.filter((_, at) => at === last || (at % step === 0 && last - at >= step / 2))
}
