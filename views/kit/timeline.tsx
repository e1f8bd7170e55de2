/** How many links are in the index by day 0 to 7: below the line what is in, above it what waits. */
import { number } from '../parts/format.ts'

export type Moment = {
  /** Day since the push, with its part: 0 to 7. */
  day: number
  in: number
  /** `day 3, Thu 19 Nov`. */
  label: string
}

export type TimelineProps = {
  total: number
  moments: readonly Moment[]
  /** Where the usual course ends on day 7; drawn dotted from the last moment. */
  usual?: { in: number; low: number; high: number } | null
  label: string
}

const HEIGHT = 196
const FLOOR = 164
const TOP = 12

export function Timeline({ total, moments, usual, label }: TimelineProps) {
  const y = (n: number) => round(FLOOR - (n / Math.max(1, total)) * (FLOOR - TOP))
  const x = (day: number) => round((day / 7) * 100)
  const last = moments.at(-1)
  const line = moments.map((one) => `${x(one.day)} ${y(one.in)}`).join('L')
  return (
    <svg class="plot" height={String(HEIGHT)} role="img" aria-label={label}>
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={String(HEIGHT)}
        aria-hidden="true"
      >
        {last && (
          <>
            <path class="f-wait" d={`M${line}L${x(last.day)} ${TOP}L0 ${TOP}Z`} />
            <path class="f-in f-area" d={`M${line}L${x(last.day)} ${FLOOR}L0 ${FLOOR}Z`} />
            <path class="s-in" vector-effect="non-scaling-stroke" d={`M${line}`} />
          </>
        )}
        {last && usual && last.day < 7 && (
          <>
            <path class="f-band" d={`M${x(last.day)} ${y(last.in)}L100 ${y(usual.high)}L100 ${y(usual.low)}Z`} />
            <path
              class="s-dash"
              vector-effect="non-scaling-stroke"
              d={`M${x(last.day)} ${y(last.in)}L100 ${y(usual.in)}`}
            />
          </>
        )}
      </svg>
      <line class="s-axis" x1="0" x2="100%" y1={String(FLOOR)} y2={String(FLOOR)} />
      {moments.map((one, at) => (
        <>
          <circle class="dot s-in" cx={`${x(one.day)}%`} cy={y(one.in)} r="4.5" />
          {at > 0 && (
            <text class={['strong', side(one.day)]} x={`${x(one.day)}%`} y={String(Number(y(one.in)) - 10)}>
              {number(one.in)}
            </text>
          )}
          <text class={side(one.day)} x={`${x(one.day)}%`} y={String(HEIGHT - 14)}>
            {one.label}
          </text>
        </>
      ))}
    </svg>
  )
}

const side = (day: number): string => (day === 0 ? '' : day >= 6.5 ? 'fin' : 'mid')
const round = (value: number): string => String(Math.round(value * 100) / 100)
