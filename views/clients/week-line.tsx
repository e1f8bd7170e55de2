/** Line of the shares by day 7 of final weeks, with the usual dotted. */
import { isBelow, offUsual } from '../../src/domains/figures/index.ts'
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Child } from '../jsx/elements.ts'
import { countedDay, percent } from '../parts/text/format.ts'

const HEIGHT = 168
const FLOOR = 146

type Week = { week: string; links: number; seen: number; final: boolean }
type WeekPoint = { week: string; links: number; rate: number }

export function WeekLine({ weeks, usual, zone }: { weeks: readonly Week[]; usual: number | null; zone: string }) {
  const points = weeks
    .filter(({ final }) => final)
    .map(pointOf)
    .toSorted((a, b) => (a.week < b.week ? -1 : 1))
  if (points.length < 2) return null
  const x = (at: number) => fixed((at / (points.length - 1)) * 100)
  const line = points.map(({ rate }, at) => `${x(at)} ${y(rate)}`).join('L')
  const last = points.at(-1)!
  const label = `Indexed by day ${LAST_LOOK_DAY}, by week: ${points.map(({ week, rate }) => `${countedDay(week, zone)} ${percent(rate)}`).join(', ')}`
  return (
    <svg class="plot" height={String(HEIGHT)} role="img" aria-label={label}>
      <line class="s-axis" x1="0" x2="100%" y1={String(FLOOR)} y2={String(FLOOR)} />
      {usual !== null && <line class="s-usual" x1="0" x2="100%" y1={y(usual)} y2={y(usual)} />}
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={String(HEIGHT)}
        aria-hidden="true"
      >
        <path class="f-area" d={`M${line}L100 ${FLOOR}L0 ${FLOOR}Z`} />
        <path class="s-line" vector-effect="non-scaling-stroke" d={`M${line}`} />
      </svg>
      <circle class={['dot s-line', isBelow(offUsual(last, usual)) && 's-bad']} cx="100%" cy={y(last.rate)} r="4.5" />
      {labels(points, zone)}
    </svg>
  )
}

const labels = (points: readonly WeekPoint[], zone: string): Child => {
  const end = points.length - 1
  const at = [...new Set([0, Math.round(end / 3), Math.round((2 * end) / 3), end])]
  return at.map((index) => (
    <text
      class={index === 0 ? '' : index === end ? 'fin' : 'mid'}
      x={`${fixed((index / end) * 100)}%`}
      y={String(HEIGHT - 5)}
    >
      {countedDay(points[index]!.week, zone)}
    </text>
  ))
}

const pointOf = ({ week, links, seen }: Week): WeekPoint => ({ week, links, rate: seen / links })

const y = (rate: number): string => fixed(FLOOR - rate * (FLOOR - 12))
const fixed = (value: number): string => String(Math.round(value * 100) / 100)
