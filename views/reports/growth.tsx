import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { AxisChart } from '../kit/axis-chart.tsx'
import { number, signed } from '../parts/text/format.ts'

export type GrowthProps = {
  to: Reader
  /** Visible pages by day; the last value is the current one. */
  points: readonly { label: string; visible: number }[]
  /** Label of the first day. */
  start: string
  total: number
  before: number
  engine: string
}

const HEIGHT = 214
/** Width of a letter of the inscription, its height, and the least width of the chart on a phone and beside it. */
const LETTER = 18
const HIGH = 30
const NARROW = 320
const WIDE = 560

/** Whether an inscription at the right end, this share of the area wide, stays below the line at `top`. */
export function holds(line: readonly number[], share: number, top: number): boolean {
  return line.slice(Math.max(0, Math.floor((1 - share) * (line.length - 1)))).every((y) => y <= top)
}

/** Growth as one area; pages indexed before are below the dotted line. */
export const Growth = ({ to, points, total, before, engine }: GrowthProps) => {
  const last = points.at(-1)!
  const gained = last.visible - before
  return (
    <AxisChart
      label={captionOf({ to, engine, points, before, total })}
      to={to}
      form="count"
      height={HEIGHT}
      most={total}
      base={before}
      level={before > 0 ? { value: before, label: say(to, '{before} before', { before }) } : null}
      columns={points.map(({ label, visible }) => ({
        name: label,
        tick: label,
        note: say(to, '{total} pushed', { total }),
        values: [
          { label: say(to, 'In {engine}', { engine }), text: number(visible, to) },
          { label: say(to, 'New'), text: signed(visible - before, to) },
        ],
      }))}
      lines={[
        {
          kind: 'ink',
          values: points.map(({ visible }) => Math.min(visible, total)),
          end: say(to, '{visible} now', { visible: last.visible }),
        },
      ]}
      marks={(y) => {
        const [base, top] = [y(before), y(Math.min(last.visible, total))]
        const at = base - (base - top) * 0.3
        const line = points.map(({ visible }) => y(Math.min(visible, total)))
        const holdsIn = (width: number): boolean =>
          holds(line, ((signed(gained, to).length + 1) * LETTER + width / points.length / 2) / width, at - HIGH)
        return (
          base - top >= 40 &&
          holdsIn(WIDE) && (
            <text
              class={holdsIn(NARROW) ? 'big-t fin' : 'big-t fin not-narrow'}
              x={`${Math.round((1 - 0.5 / points.length) * 1000) / 10 - 1.5}%`}
              y={String(at)}
            >
              {signed(gained, to)}
            </text>
          )
        )
      }}
    />
  )
}

export function captionOf({ to, engine, points, before, total }: Omit<GrowthProps, 'start'>): string {
  const { visible, label: day } = points.at(-1)!
  return say(to, 'Pages in {engine}: {before} before, {visible} on {day}, of {total} pushed', {
    ...{ engine, before, visible, day, total },
  })
}
