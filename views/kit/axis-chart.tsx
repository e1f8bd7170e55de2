/**
 * Lines over equal columns, with an axis. The values of a column are in a card on hover and focus, and in a table for
 * screen readers. Sizes are attributes and colours are classes, because pages allow no inline style.
 */
import type { Child } from '../jsx/elements.ts'
import { number, percent } from '../parts/text/format.ts'
import { type ChartColumn, ColumnTable, Flags, Names, Point, round, x } from './chart-columns.tsx'

export type { ChartColumn }

export type ChartLine = {
  kind: 'main' | 'ink' | 'pale' | 'before'
  values: readonly (number | null)[]
  /** Its name at its last value. */
  end?: string
  /** The first column that is not final: dotted from the one before. */
  so_far?: number
  /** The last point in the colour of what is wrong. */
  bad?: boolean
}

type AxisChartProps = {
  /** For whom its numbers are written; English unless given. */
  to?: string
  label: string
  columns: readonly ChartColumn[]
  lines: readonly ChartLine[]
  form?: 'share' | 'count'
  /** Filled below the first line: shares then start at 0. */
  area?: boolean
  /** Lowest and highest value that are as usual. */
  band?: readonly ([low: number, high: number] | null)[]
  level?: { value: number; label: string } | null
  height?: number
  /** The level before: filled pale, with the gain of the first line above it. */
  base?: number
  /** The highest value, where it is known. */
  most?: number
  /** Further marks, drawn at `y`. */
  marks?: (y: (value: number) => number) => Child
}

const TOP = 16
const AXIS = 44

export function AxisChart(props: AxisChartProps) {
  const { label, columns, lines, form = 'share', height = 200 } = props
  const { from, to, step } = scaleOf(props)
  const y = (value: number): number => round(TOP + (1 - (value - from) / (to - from)) * (height - TOP - 1))
  const steps = stepsOf({ from, to, step })
  const text = (value: number): string =>
    form === 'share' ? percent(value, props.to) : number(Math.round(value), props.to)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, not a chart
    <div class="axis" role="group" aria-label={label}>
      <svg class="plot" width={String(AXIS)} height={String(height)} aria-hidden="true">
        {steps.map((value) => (
          <text class="fin" x="36" y={String(y(value) + 4)}>
            {text(value)}
          </text>
        ))}
      </svg>
      <div>
        <Flags columns={columns} />
        <div class="axis-plot">
          <svg class="plot" height={String(height)} aria-hidden="true">
            {steps.map((value, n) => (
              <line
                class={n === 0 ? 's-axis' : 's-grid'}
                x1="0"
                x2="100%"
                y1={String(y(value))}
                y2={String(y(value))}
              />
            ))}
            <Drawn {...props} height={height} y={y} />
          </svg>
          <div class="cols">
            {columns.map((column, at) => (
              <Point column={column} at={at} of={columns.length} y={valueAt(lines[0], at, y)} kind={lines[0]?.kind} />
            ))}
          </div>
        </div>
        <Names columns={columns} />
      </div>
      <ColumnTable label={label} columns={columns} />
    </div>
  )
}

const valueAt = (line: ChartLine | undefined, at: number, y: (value: number) => number): number | null => {
  const value = line?.values[at]
  return value === null || value === undefined ? null : y(value)
}

/** The ends of the axis and its step: three to five lines. Without an area the axis starts near the data. */
function scaleOf({ lines, band, level, most, area, form = 'share' }: AxisChartProps) {
  const known = [...lines.flatMap(({ values }) => values), ...(band ?? []).flat(), level?.value ?? null]
  const values = known.filter((value) => value !== null && value !== undefined)
  const high = most ?? Math.max(form === 'share' ? 0.05 : 1, ...values)
  const low = area || form === 'count' ? 0 : Math.max(0, Math.min(...values, high))
  const rough = (high - low) / 3.5
  const power = 10 ** Math.floor(Math.log10(rough))
  const size =
    (form === 'share' ? [1, 2, 2.5, 5, 10] : [1, 2, 5, 10]).find((one) => one * power >= rough - 1e-9)! * power
  const step = Math.max(form === 'share' ? 0.05 : 1, size)
  const from = Math.max(0, Math.floor(low / step - 1e-9) * step)
  return { from, step, to: most ?? from + Math.max(1, Math.ceil((high - from) / step - 1e-9)) * step }
}

/** Values with a line; the highest has one too, in the place of one that is close below it. */
const stepsOf = ({ from, to, step }: ReturnType<typeof scaleOf>): number[] => [
  ...Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step).filter(
    (value) => value === from || to - value > step * 0.6,
  ),
  to,
]

type DrawnProps = AxisChartProps & { height: number; y: (value: number) => number }

/** Lines and areas, stretched to the width of the plot, and the marks, which are not. */
function Drawn({ columns, lines, area, base, band, level, height, y, marks }: DrawnProps) {
  const n = columns.length
  const lineOf = (values: readonly (number | null)[]) =>
    dotsOf(values).map(({ at, value }) => `${x(at, n)} ${y(value)}`)
  const pathOf = (values: readonly (number | null)[]) => {
    const points = lineOf(values)
    return points.length > 1 ? `M${points.join('L')}` : ''
  }
  const [first] = lines
  const ends = lines.flatMap((line) => {
    const at = line.values.findLastIndex((value) => value !== null)
    return at < 0 ? [] : [{ ...line, at, value: line.values[at]! }]
  })
  return (
    <>
      <svg
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        width="100%"
        height={String(height)}
        aria-hidden="true"
      >
        {band && <path class="f-band" d={bandPath(band, n, y)} />}
        {area && first && <path class="f-area" d={areaOf(final(first), n, y, height)} />}
        {base !== undefined && first && (
          <>
            <path class="f-pale" d={`M0 ${y(base)}L100 ${y(base)}L100 ${y(0)}L0 ${y(0)}Z`} />
            <path class="f-gain" d={areaOf(first.values, n, y, y(base))} />
          </>
        )}
        {lines.toReversed().map((line) => (
          <>
            <path class={`s-${line.kind}`} vector-effect="non-scaling-stroke" d={pathOf(final(line))} />
            {line.so_far !== undefined && (
              <path class="s-part" vector-effect="non-scaling-stroke" d={pathOf(soFar(line))} />
            )}
          </>
        ))}
      </svg>
      {level && (
        <>
          <line class="s-usual" x1="0" x2="100%" y1={String(y(level.value))} y2={String(y(level.value))} />
          <text
            class="halo"
            x="0"
            y={String(y(level.value) + ((ends[0]?.values.find((one) => one !== null) ?? 0) > level.value ? 15 : -6))}
          >
            {level.label}
          </text>
        </>
      )}
      <Ends ends={ends} n={n} y={y} />
      {columns.map(
        ({ notes }, at) =>
          notes && <line class="s-note" x1={`${x(at, n)}%`} x2={`${x(at, n)}%`} y1="0" y2={String(height)} />,
      )}
      {marks?.(y)}
    </>
  )
}

type End = ChartLine & { at: number; value: number }

/** Lines of text need this much of the height. */
const LINE = 14

/** The last point of each line, with the name of the line; names of lines that end close together are one below the other. */
function Ends({ ends, n, y }: { ends: readonly End[]; n: number; y: (value: number) => number }) {
  const names: { of: End; top: number }[] = []
  for (const of of ends.filter(({ end }) => end).toSorted((one, other) => other.value - one.value)) {
    const above = names.findLast((one) => one.of.at === of.at)
    names.push({ of, top: Math.max(y(of.value) - 11, above ? above.top + LINE : 0) })
  }
  return (
    <>
      {ends.map(
        ({ kind, at, value, bad, so_far }) =>
          (kind === 'main' || kind === 'ink') &&
          so_far === undefined && (
            <circle class={[`dot s-${kind}`, bad && 's-bad']} cx={`${x(at, n)}%`} cy={String(y(value))} r="4.5" />
          ),
      )}
      {names.map(({ of: { kind, at, end }, top }) => {
        const is_edge = at === n - 1 && n > 4
        return (
          <text
            class={['halo', kind !== 'pale' && 'strong', is_edge ? 'fin' : 'mid']}
            x={`${is_edge ? 100 : x(at, n)}%`}
            y={String(top)}
          >
            {end}
          </text>
        )
      })}
    </>
  )
}

const final = ({ values, so_far }: ChartLine) =>
  values.map((value, at) => (at < (so_far ?? values.length) ? value : null))
/** From the last final value on. */
const soFar = ({ values, so_far = 0 }: ChartLine) => {
  const from = values.findLastIndex((value, at) => at < so_far && value !== null)
  return values.map((value, at) => (at >= from ? value : null))
}

const dotsOf = (values: readonly (number | null)[]): { at: number; value: number }[] =>
  values.flatMap((value, at) => (value === null ? [] : [{ at, value }]))

function areaOf(values: readonly (number | null)[], n: number, y: (value: number) => number, height: number): string {
  const dots = dotsOf(values)
  if (dots.length < 2) return ''
  const line = dots.map(({ at, value }) => `${x(at, n)} ${y(value)}`).join('L')
  return `M${line}L${x(dots.at(-1)!.at, n)} ${height}L${x(dots[0]!.at, n)} ${height}Z`
}

function bandPath(band: NonNullable<AxisChartProps['band']>, n: number, y: (value: number) => number): string {
  const side = (which: 0 | 1) => band.flatMap((one, at) => (one ? [`${x(at, n)} ${y(one[which])}`] : []))
  return `M${[...side(1), ...side(0).toReversed()].join('L')}Z`
}
