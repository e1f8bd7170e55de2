/** Twelve weeks as a line: the usual dotted, the unfinished week as a hollow dot. */
import { countedDay, percent } from '../parts/text/format.ts'
import type { Week, Weeks } from './weeks.ts'

const HEIGHT = 158
const FLOOR = 136
const TOP = 34

const side = (x: number): string => (x === 0 ? '' : x > 85 ? 'fin' : 'mid')

export function WeeksChart({ weeks, zone }: { weeks: Weeks; zone: string }) {
  const { final, so_far, usual } = weeks
  const all = [...final, ...(so_far ? [so_far] : [])]
  const most = Math.max(0.1, usual ?? 0, ...all.map(({ share }) => share))
  const y = (share: number): number => Math.round((FLOOR - (share / most) * (FLOOR - TOP)) * 10) / 10
  const [first, last] = [final[0]!, final.at(-1)!]
  const span = Math.max(1, all.at(-1)!.at - first.at)
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
        {so_far && <path class="s-usual" vector-effect="non-scaling-stroke" d={`M${at(last)}L${at(so_far)}`} />}
      </svg>
      <circle class="dot s-line" cx={`${x(last)}%`} cy={String(y(last.share))} r="4.5" />
      <text class={['strong', side(x(last))]} x={`${x(last)}%`} y={String(y(last.share) - 12)}>
        {percent(last.share)}
      </text>
      {so_far && (
        <>
          <circle class="dot s-idle" cx={`${x(so_far)}%`} cy={String(y(so_far.share))} r="3.5" />
          <text class="fin" x="100%" y={String(y(so_far.share) + (so_far.share < last.share ? 20 : -10))}>
            so far
          </text>
        </>
      )}
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
  return `Share of links indexed by day 7, week by week ${span}: from ${percent(first.share)} to ${percent(last.share)}`
}
