import { number, signed } from '../parts/text/format.ts'

export type GrowthProps = {
  /** Visible pages by day; the last value is the current one. */
  points: readonly { label: string; visible: number }[]
  /** Label of the first day. */
  start: string
  total: number
  before: number
  engine: string
}

const TOP = 26
const GROUND = 184
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
export const Growth = ({ points, start, total, before, engine }: GrowthProps) => {
  const y = (pages: number): number =>
    Math.round((GROUND - (Math.min(pages, total) / total) * (GROUND - TOP)) * 10) / 10
  const x = (at: number): number => Math.round((at / Math.max(1, points.length - 1)) * 1000) / 10
  const line = (points.length > 1 ? points : [...points, ...points]).map(({ visible }, at) => `${x(at)} ${y(visible)}`)
  const [base, last] = [y(before), points.at(-1)!]
  const gained = last.visible - before
  const grown = base - y(last.visible)
  const room = GROUND - base >= 24
  const holdsIn = (width: number): boolean =>
    holds(
      points.map(({ visible }) => y(visible)),
      ((signed(gained).length + 1) * LETTER) / width,
      base - grown / 2 + 10 - HIGH,
    )
  const middle = points[points.length >> 1]!
  return (
    <svg class="plot" height="214" role="img" aria-label={captionOf(engine, points, before, total)}>
      <line class="s-grid" x1="0" x2="100%" y1={TOP} y2={TOP} />
      <text x="0" y={TOP - 7}>{`${number(total)} pushed`}</text>
      <svg viewBox="0 0 100 214" preserveAspectRatio="none" width="100%" height="214" aria-hidden="true">
        <path class="f-pale" d={`M0 ${base}L100 ${base}L100 ${GROUND}L0 ${GROUND}Z`} />
        <path class="f-gain" d={`M0 ${base}L${line.join('L')}L100 ${base}Z`} />
        <path class="s-ink" d={`M${line.join('L')}`} vector-effect="non-scaling-stroke" />
      </svg>
      {before > 0 && <line class="s-usual" x1="0" x2="100%" y1={base} y2={base} />}
      <line class="s-axis" x1="0" x2="100%" y1={GROUND} y2={GROUND} />
      {before > 0 && room && <text class="strong" x="12" y={base + 20}>{`${number(before)} before`}</text>}
      {grown >= 40 && holdsIn(WIDE) && (
        <text class={holdsIn(NARROW) ? 'big-t fin' : 'big-t fin not-narrow'} x="98.5%" y={base - grown / 2 + 10}>
          {signed(gained)}
        </text>
      )}
      <circle class="dot s-ink" cx="100%" cy={y(last.visible)} r="5" />
      <text class="strong fin" x="100%" y={y(last.visible) - 11}>{`${number(last.visible)} now`}</text>
      <text x="0" y="206">
        {before > 0 && !room ? `${start}, ${number(before)} before` : start}
      </text>
      {points.length > 2 && (
        <text class="mid not-narrow" x={`${x(points.length >> 1)}%`} y="206">
          {middle.label}
        </text>
      )}
      <text class="fin" x="100%" y="206">
        {last.label}
      </text>
    </svg>
  )
}

export const captionOf = (engine: string, points: GrowthProps['points'], before: number, total: number): string =>
  `Pages in ${engine}: ${number(before)} before, ${number(points.at(-1)!.visible)} on ${points.at(-1)!.label}, of ${number(total)} pushed`
