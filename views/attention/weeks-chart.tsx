/** Twelve weeks as a line, with the usual share dotted. The unfinished week is left out: its share can only rise. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { countedDay, percent } from '../parts/text/format.ts'
import type { Week, Weeks } from './weeks.ts'

const HEIGHT = 158
const FLOOR = 136
const TOP = 34

const side = (x: number): string => (x === 0 ? '' : x > 85 ? 'fin' : 'mid')

export function WeeksChart({ weeks, zone }: { weeks: Weeks; zone: string }) {
  const { final, usual } = weeks
  const most = Math.max(0.1, usual ?? 0, ...final.map(({ share }) => share))
  const y = (share: number): number => Math.round((FLOOR - (share / most) * (FLOOR - TOP)) * 10) / 10
  const [first, last] = [final[0]!, final.at(-1)!]
  const span = Math.max(1, last.at - first.at)
  const x = (week: Week): number => Math.round(((week.at - first.at) / span) * 1000) / 10
  const at = (week: Week): string => `${x(week)} ${y(week.share)}`
  const line = final.map(at).join('L')
  return (
    <svg class="plot" height={String(HEIGHT)} role="img" aria-label={inWords(weeks, zone)}>
      <line class="s-axis" x1="0" x2="100%" y1={String(FLOOR)} y2={String(FLOOR)} />
      {usual !== null && (
        <>
          <line class="s-usual" x1="0" x2="100%" y1={String(y(usual))} y2={String(y(usual))} />
          <text x="0" y={String(y(usual) + (first.share > usual ? 14 : -6))}>{`usual ${percent(usual)}`}</text>
        </>
      )}
      <svg
        viewBox={`0 0 100 ${HEIGHT}`}
        preserveAspectRatio="none"
        width="100%"
        height={String(HEIGHT)}
        aria-hidden="true"
      >
        <path class="f-area" d={`M${line}L${x(last)} ${FLOOR}L${x(first)} ${FLOOR}Z`} />
        <path class="s-line" vector-effect="non-scaling-stroke" d={`M${line}`} />
      </svg>
      <circle class="dot s-line" cx={`${x(last)}%`} cy={String(y(last.share))} r="4.5" />
      <text class={['strong', side(x(last))]} x={`${x(last)}%`} y={String(y(last.share) - 12)}>
        {percent(last.share)}
      </text>
      {named(final).map((week) => (
        <text class={side(x(week))} x={`${x(week)}%`} y={String(HEIGHT - 5)}>
          {countedDay(week.monday, zone)}
        </text>
      ))}
    </svg>
  )
}

/** About four weeks with a date below them, always with the last one. */
const named = (final: readonly Week[]): Week[] => {
  const step = Math.max(2, Math.ceil(final.length / 4))
  return final.filter((_, n) => (final.length - 1 - n) % step === 0)
}

function inWords({ final }: Weeks, zone: string): string {
  const [first, last] = [final[0]!, final.at(-1)!]
  const span = `from ${countedDay(first.monday, zone)} to ${countedDay(last.monday, zone)}`
  return `Share of links indexed by day ${LAST_LOOK_DAY}, week by week ${span}: from ${percent(first.share)} to ${percent(last.share)}`
}
