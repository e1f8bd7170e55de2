/** Charts of shares. Sizes are attributes and colours are classes, because pages allow no inline style. */
import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say, sayStored } from '../../src/kernel/language/say.ts'
import { number } from '../parts/text/format.ts'

/**
 * in: in the index; out: refunded; bad: wrong; wait: not final, hatched; track: the empty rest; q2 to q4: other kinds of
 * the same; keep: left to others.
 */
export type Tone = 'in' | 'out' | 'bad' | 'wait' | 'track' | 'q2' | 'q3' | 'q4' | 'keep'
export type BarPart = { label: string; value: number; tone: Tone; href?: string }

const sumOf = (parts: readonly BarPart[]) => parts.reduce((sum, { value }) => sum + value, 0)
const inWords = (to: Reader, parts: readonly BarPart[]) =>
  inARow(
    to,
    parts
      .filter(({ value, tone }) => value > 0 && tone !== 'track' && tone !== 'keep')
      .map(({ value, label }) => `${number(value, to)} ${label}`),
  ) || say(to, 'nothing yet')
const percent = (value: number, of: number): string => `${Math.round((value / of) * 10_000) / 100}%`

type StackBarProps = { to?: Reader; parts: readonly BarPart[]; height?: 8 | 10 | 28 }

/** 28 px on the page of a push, 10 in rows, 8 in sections. Waiting is hatched, so that 0% is never a full bar. */
export function StackBar({ to = ENGLISH, parts, height = 10 }: StackBarProps) {
  const total = sumOf(parts)
  let x = 0
  return (
    <svg class={['stack', height === 28 && 'thick']} height={String(height)} role="img" aria-label={inWords(to, parts)}>
      {total === 0 && <rect class="f-track" width="100%" height={String(height)} />}
      {parts
        .filter(({ value }) => value > 0)
        .map(({ value, tone }) => {
          const at = x
          x += value
          return (
            <rect class={`f-${tone}`} x={percent(at, total)} width={percent(value, total)} height={String(height)} />
          )
        })}
    </svg>
  )
}

/** Legend of the colours; a count with `href` opens its links. */
type Key = Omit<BarPart, 'value' | 'tone'> & { value?: number; tone: Tone | 'back' | 'run' }
export const Keys = ({ to = ENGLISH, parts }: { to?: Reader; parts: readonly Key[] }) => (
  <div class="legend">
    {parts.map(({ label, value, tone, href }) => {
      const text = (
        <>
          <i class={['key', tone]} />
          {sayStored(to, label)}
          {value !== undefined && <b>{number(value, to)}</b>}
        </>
      )
      return href ? <a href={href}>{text}</a> : <span>{text}</span>
    })}
  </div>
)

/** `title` is the tooltip of the day. */
type Day = { parts: readonly BarPart[]; title?: string }
const DAY_HEIGHT = 26

/** One bar a day, 5 px each, on the scale of its own row. `label` names what is counted. */
export function DayBars({ days, label }: { days: readonly Day[]; label: string }) {
  const most = Math.max(1, ...days.map(({ parts }) => sumOf(parts)))
  const all = new Map<string, BarPart>()
  for (const part of days.flatMap(({ parts }) => parts))
    all.set(part.label, { ...part, value: part.value + (all.get(part.label)?.value ?? 0) })
  const width = days.length * 5
  return (
    <svg
      class="days"
      width={String(width)}
      height={String(DAY_HEIGHT)}
      viewBox={`0 0 ${width} ${DAY_HEIGHT}`}
      role="img"
      aria-label={`${label}: ${inWords(ENGLISH, [...all.values()])}`}
    >
      {days.map(({ parts, title }, at) =>
        title ? (
          <g>
            <title>{title}</title>
            <rect fill="none" pointer-events="all" x={String(at * 5)} width="5" height={String(DAY_HEIGHT)} />
            {DayColumn(parts, at * 5, most)}
          </g>
        ) : (
          DayColumn(parts, at * 5, most)
        ),
      )}
    </svg>
  )
}

function DayColumn(parts: readonly BarPart[], x: number, most: number) {
  if (sumOf(parts) === 0) return <rect class="f-track" x={String(x)} y="24.5" width="3.4" height="1.5" />
  let top = DAY_HEIGHT
  return parts
    .filter(({ value }) => value > 0)
    .map(({ value, tone }) => {
      const height = Math.max(1, (value / most) * DAY_HEIGHT)
      top -= height
      const fill = tone === 'wait' ? 'f-wait-s' : `f-${tone}`
      return <rect class={fill} x={String(x)} y={top.toFixed(2)} width="3.4" height={height.toFixed(2)} />
    })
}

/** The remaining share as a thin line. */
export const Fuel = ({ share, label, tone = 'accent' }: { share: number; label: string; tone?: Tone | 'accent' }) => (
  <svg class="fuel" height="4" role="img" aria-label={label}>
    <rect class="f-track" width="100%" height="4" />
    <rect class={`f-${tone}`} width={percent(Math.min(1, Math.max(0, share)), 1)} height="4" rx="2" />
  </svg>
)

/** A scale from 0 to 100%, with a dot at the last share and a tick at the usual, where there is one; both from 0 to 1. */
export function Range({ to = ENGLISH, usual, last }: { to?: Reader; usual: number | null; last: number }) {
  const tone = last < (usual ?? 1) ? 'bad' : 'in'
  const from = Math.min(usual ?? last, last)
  return (
    <svg
      class="range"
      width="150"
      height="14"
      role="img"
      aria-label={
        usual === null
          ? percent(last, 1)
          : say(to, '{rate}, usually {usual}', { rate: percent(last, 1), usual: percent(usual, 1) })
      }
    >
      <rect class="f-track" y="6" width="100%" height="2" rx="1" />
      {usual !== null && (
        <>
          <rect
            class={`f-${tone} thin`}
            x={percent(from, 1)}
            y="6"
            width={percent(Math.abs(usual - last), 1)}
            height="2"
          />
          <rect class="f-idle" x={percent(usual, 1)} y="2" width="2" height="10" rx="1" />
        </>
      )}
      <circle class={`f-${tone}`} cx={percent(last, 1)} cy="7" r="4.5" />
    </svg>
  )
}

/** Many shares as ticks on one line. */
export const Ticks = ({ shares, label }: { shares: readonly number[]; label: string }) => (
  <svg class="range wide not-phone" width="260" height="12" role="img" aria-label={label}>
    <rect class="f-track" y="5" width="100%" height="2" rx="1" />
    {shares.map((share) => (
      <rect class="f-idle" x={percent(share, 1)} y="1" width="2" height="10" rx="1" />
    ))}
  </svg>
)
