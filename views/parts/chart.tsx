/** Charts drawn on the server. Labels are HTML around the plot; the hidden table feeds screen readers and the crosshair. */
import type { Child } from '../jsx/elements.ts'
import type { Fill } from './bar.tsx'
import { number } from './format.ts'

/** `door`: a list with what the point counts, and what that is called. */
export type ChartPoint = {
  label: string
  values: readonly number[]
  door?: { href: string; label: string } | undefined
}
type ChartProps = {
  caption: string
  /** Names of the values of each point. */
  names: readonly string[]
  points: readonly ChartPoint[]
  tone?: 'ok' | 'brand'
  /** How many of the points are labelled, at the most. */
  labels?: number
}

const WIDTH = 1000
const HEIGHT = 100

/** What grows or falls: the first value is the area, the second a dashed line. */
export const LineChart = (props: ChartProps) => {
  const { points, names } = props
  const top = topOf(props)
  const line = (series: number) =>
    points.map(({ values }, i) => `${fixed(middle(i, points.length))} ${y(values[series] ?? 0, top)}`).join('L')
  const [first, last] = [middle(0, points.length), middle(points.length - 1, points.length)].map(fixed)
  return (
    <Chart {...props} foot={names.length > 1 && <Lines names={names} />}>
      <path class="area" d={`M${line(0)}L${last} ${HEIGHT}L${first} ${HEIGHT}Z`} />
      {names.length > 1 && <path class="second" d={`M${line(1)}`} />}
      <path class="line" d={`M${line(0)}`} />
      {points.length === 1 && <path class="line" d={`M${line(0)}h0.1`} />}
    </Chart>
  )
}

/** Which line is which, drawn as they are. */
const Lines = ({ names }: Pick<ChartProps, 'names'>) => (
  <ul class="legend">
    {names.map((name, at) => (
      <li>
        <svg viewBox="0 0 20 10" aria-hidden="true">
          <path class={at === 0 ? 'line' : 'second'} d="M0 5H20" />
        </svg>
        {name}
      </li>
    ))}
  </ul>
)

/** Counts by day: a bar for each value, side by side; a day without any is empty. */
export const BarChart = (props: ChartProps) => {
  const { points, names } = props
  const top = topOf(props)
  const slot = WIDTH / points.length
  const width = (slot * 0.76) / names.length
  return (
    <Chart {...props}>
      {points.flatMap(({ values }, i) =>
        values.map((value, series) => {
          const x = middle(i, points.length) + (series - names.length / 2) * width
          const height = (value / top) * HEIGHT
          return (
            value > 0 && (
              <rect
                class={`bar-${series}`}
                x={fixed(x)}
                y={y(value, top)}
                width={fixed(width)}
                height={fixed(height)}
              />
            )
          )
        }),
      )}
    </Chart>
  )
}

/** A bar a point, its values on top of each other: a whole and what became of it. `fills` are those of the legend. */
export const StackChart = ({ fills, ...props }: Omit<ChartProps, 'tone'> & { fills: readonly Fill[] }) => {
  const { points } = props
  const whole = ({ values }: ChartPoint) => values.reduce((sum, value) => sum + value, 0)
  const largest = Math.max(0, ...points.map(whole))
  const top = ticksFor(largest)[0]!
  const width = (WIDTH / points.length) * 0.76
  return (
    <Chart {...props} largest={largest}>
      {points.flatMap(({ values }, i) =>
        values.map((value, series) => {
          const upTo = values.slice(0, series + 1).reduce((sum, one) => sum + one, 0)
          const x = middle(i, points.length) - width / 2
          return (
            value > 0 && (
              <rect
                class={`f-${fills[series]}`}
                x={fixed(x)}
                y={y(upTo, top)}
                width={fixed(width)}
                height={fixed((value / top) * HEIGHT)}
              />
            )
          )
        }),
      )}
    </Chart>
  )
}

type DrawnProps = ChartProps & { children?: Child; largest?: number; foot?: Child }

function Chart({ caption, names, points, tone = 'ok', labels = 7, children, largest, foot }: DrawnProps) {
  const ticks = ticksFor(largest ?? largestOf(points))
  const top = ticks[0]!
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
          {children}
          <Doors points={points} />
          <line class="cross" x1="0" x2="0" y1="0" y2={HEIGHT} data-width={WIDTH} />
        </svg>
        <div class="tip" hidden></div>
      </div>
      <div class="x" aria-hidden="true">
        {labelled(points, labels).map((label) => (
          <span>{label && <b class={label.alternate ? 'wide-only' : undefined}>{label.text}</b>}</span>
        ))}
      </div>
      {foot}
      <Numbers caption={caption} names={names} points={points} />
    </figure>
  )
}

/**
 * The whole height of a point is its door for the pointer. A tab stop a point would be too many, so the keyboard goes by
 * the list that the card leads to, and who reads the table by the name of its row.
 */
const Doors = ({ points }: Pick<ChartProps, 'points'>) => (
  <>
    {points.map(
      ({ door }, at) =>
        door && (
          <a href={door.href} tabindex="-1">
            <rect
              x={fixed((at / points.length) * WIDTH)}
              y="0"
              width={fixed(WIDTH / points.length)}
              height={HEIGHT}
              fill="transparent"
              cursor="pointer"
            />
          </a>
        ),
    )}
  </>
)

const Numbers = ({ caption, names, points }: Pick<ChartProps, 'caption' | 'names' | 'points'>) => (
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
            <th scope="row">
              <Named point={point} />
            </th>
            {names.map((_, series) => (
              <td>{number(point.values[series] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

function Named({ point: { label, door } }: { point: ChartPoint }) {
  if (!door) return <>{label}</>
  return (
    <a href={door.href} aria-label={door.label} tabindex="-1">
      {label}
    </a>
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

const largestOf = (points: readonly ChartPoint[]): number => Math.max(0, ...points.flatMap((point) => point.values))
const topOf = ({ points }: ChartProps): number => ticksFor(largestOf(points))[0]!

/** Whole round numbers from the top down to 0: steps of 1, 2, 2.5 or 5, and as little above the largest value as they allow. */
export function ticksFor(largest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, largest)))
  const sizes = [1, 2, 2.5, 5, 10, 20, 25].map((part) => (part * power) / 10).filter((size) => Number.isInteger(size))
  const fits = sizes
    .map((size) => ({ size, steps: Math.max(2, Math.ceil(largest / size)) }))
    .filter(({ steps }) => steps <= MOST_STEPS)
  const best = fits.reduce((a, b) => (b.size * b.steps < a.size * a.steps ? b : a))
  return Array.from({ length: best.steps + 1 }, (_, i) => (best.steps - i) * best.size)
}

const MOST_STEPS = 5

/** Where the middle of a point's own part of the plot is; its label stands there too. */
const middle = (at: number, count: number): number => ((at + 0.5) / count) * WIDTH

const y = (value: number, top: number): string => fixed(HEIGHT - (value / top) * HEIGHT)

const fixed = (value: number): string => String(Math.round(value * 10) / 10)

type Label = { text: string; alternate: boolean }

/** A place for each point; about `most` of them hold their label, at even steps back from the last. */
function labelled(points: readonly ChartPoint[], most: number): (Label | null)[] {
  const last = points.length - 1
  const step = Math.max(1, Math.ceil(points.length / most))
  return points.map(({ label }, at) => {
    const back = last - at
    return back % step === 0 ? { text: label, alternate: (back / step) % 2 === 1 } : null
  })
}
