/** Links in the index from day 0 to 7: indexed links below the line, those not found by then above it. A bar ends what is final. */
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { number } from '../parts/text/format.ts'

type Moment = {
  /** Days since the push, with fractions: 0 to 7. */
  day: number
  in: number
}

type TimelineProps = {
  to: Reader
  total: number
  moments: readonly Moment[]
  /** Usual number of links by day 7; drawn dotted from the last moment. */
  usual?: { in: number; low: number; high: number } | null
  /** `96 sent`, and the label of the part above the line: `waiting`. */
  words: { total: string; above: string }
  /** Whether every result is final: nothing waits any more. */
  final: boolean
  label: string
}

const HEIGHT = 176
const FLOOR = 168
const TOP = 28
/** Days from which there is room for words in the plot. */
const ROOM = 3

export function Timeline({ to, total, moments, usual, words, final, label }: TimelineProps) {
  const y = yOf(total)
  const last = moments.at(-1)
  return (
    <svg class="plot" height={String(HEIGHT)} role="img" aria-label={label}>
      {last && <rect class="f-past" x="0" y={String(TOP)} width={`${x(last.day)}%`} height={String(FLOOR - TOP)} />}
      <Areas total={total} moments={moments} usual={usual} />
      {last && final && <EndBar at={Number(y(last.in))} />}
      <line class="s-grid" x1="0" x2="100%" y1={String(TOP)} y2={String(TOP)} />
      <line class="s-axis" x1="0" x2="100%" y1={String(FLOOR)} y2={String(FLOOR)} />
      <text x="0" y={String(TOP - 7)}>
        {words.total}
      </text>
      {last && last.day >= ROOM && (
        <>
          <text
            class={['halo', final && 'fin ochre']}
            x={final ? '96%' : `${x(last.day * 0.35)}%`}
            y={String((TOP + Number(y(last.in))) / 2 + 4)}
          >
            {(final || last.in < total * 0.8) && words.above}
          </text>
          <text
            class={['halo in-t', final && 'fin']}
            x={final ? '96%' : `${x(last.day * 0.68)}%`}
            y={String(FLOOR - 14)}
          >
            {last.in > total * 0.25 && (final ? say(to, '{n} indexed', { n: last.in }) : say(to, 'indexed'))}
          </text>
        </>
      )}
      {(final ? moments.slice(0, -1) : moments).map((one, at) => (
        <>
          <circle class={one === last ? 'dot-now' : 'dot s-in'} cx={`${x(one.day)}%`} cy={y(one.in)} r="5" />
          {at > 0 && (
            <text class={['strong halo', side(one.day)]} x={`${x(one.day)}%`} y={String(Number(y(one.in)) - 12)}>
              {number(one.in, to)}
            </text>
          )}
        </>
      ))}
      {last && usual && last.day < 7 && (
        <>
          <circle class="dot s-idle" cx="100%" cy={y(usual.in)} r="4.5" />
          <text class="strong fin halo" x="99%" y={String(Math.max(12, Number(y(usual.in)) - 12))}>
            {say(to, 'about {n}, as usual', { n: usual.in })}
          </text>
        </>
      )}
    </svg>
  )
}

/** Links not indexed, refunded, above those indexed, used. */
const EndBar = ({ at }: { at: number }) => (
  <g transform="translate(-14 0)">
    <rect class="f-out" x="100%" y={String(TOP)} width="14" height={round(Math.max(0, at - TOP - 3))} rx="3" />
    <rect class="f-in" x="100%" y={round(at)} width="14" height={round(FLOOR - at)} rx="3" />
  </g>
)

/** The areas and the lines, which are stretched to the width of the plot. */
function Areas({ total, moments, usual }: Pick<TimelineProps, 'total' | 'moments' | 'usual'>) {
  const y = yOf(total)
  const last = moments.at(-1)
  const line = moments.map((one) => `${x(one.day)} ${y(one.in)}`).join('L')
  return (
    <svg
      viewBox={`0 0 100 ${HEIGHT}`}
      preserveAspectRatio="none"
      width="100%"
      height={String(HEIGHT)}
      aria-hidden="true"
    >
      {last && (
        <>
          <path class="f-solid" d={`M${line}L${x(last.day)} ${FLOOR}L0 ${FLOOR}Z`} />
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
  )
}

/** Percent of the width. */
const x = (day: number): string => round((day / 7) * 100)
/** Pixels from the top for a number of links. */
const yOf = (total: number) => (n: number) => round(FLOOR - (n / Math.max(1, total)) * (FLOOR - TOP))

const side = (day: number): string => (day === 0 ? '' : day >= 6.5 ? 'fin' : 'mid')
const round = (value: number): string => String(Math.round(value * 100) / 100)
