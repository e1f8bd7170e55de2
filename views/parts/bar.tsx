import { many, number } from './format.ts'

export type Fill = 'ok' | 'seen' | 'warn' | 'bad' | 'idle' | 'reserved'
export type BarPart = { label: string; value: number; fill: Fill }

/** Shares of a whole, side by side. Widths are attributes: inline styles are refused. */
export function Bar({ parts, large }: { parts: BarPart[]; large?: boolean }) {
  const shown = parts.filter((part) => part.value > 0)
  const total = shown.reduce((sum, part) => sum + part.value, 0)
  const gap = large ? 3 : 6
  let x = 0
  return (
    <svg
      class={['bar', large && 'large']}
      viewBox="0 0 1000 10"
      preserveAspectRatio="none"
      role="img"
      aria-label={shown.map((part) => `${number(part.value)} ${part.label.toLowerCase()}`).join(', ') || 'nothing yet'}
    >
      {shown.map((part, at) => {
        const width = (part.value / total) * 1000
        const rect = (
          <rect
            class={`f-${part.fill}`}
            x={round(x)}
            y="0"
            width={round(Math.max(2, at < shown.length - 1 ? width - gap : width))}
            height="10"
          />
        )
        x += width
        return rect
      })}
    </svg>
  )
}

type LegendPart = { label: string; value?: number; fill: Fill; href?: string }

/** What each colour stands for; with numbers when there are any, which may open what they count; without what there is none of. */
export function Legend({ parts }: { parts: LegendPart[] }) {
  const shown = parts.filter(({ value }) => value !== 0)
  if (shown.length === 0) return null
  return (
    <ul class="legend">
      {shown.map((part) => (
        <li>
          <svg viewBox="0 0 10 10" aria-hidden="true">
            <rect class={`f-${part.fill}`} width="10" height="10" rx="3" />
          </svg>
          {part.href ? (
            <a href={part.href}>
              <Named part={part} />
            </a>
          ) : (
            <Named part={part} />
          )}
        </li>
      ))}
    </ul>
  )
}

const Named = ({ part: { label, value } }: { part: LegendPart }) => (
  <>
    {label} {value !== undefined && <b>{number(value)}</b>}
  </>
)

/**
 * How far a job has come. The spoken line changes at quarter steps only, so a screen reader is not flooded.
 * The id keeps the same node through a morph, so the bar moves instead of blinking.
 */
export const Progress = ({ id, label, value, max }: { id: string; label: string; value: number; max: number }) => (
  <>
    <progress class="progress" id={id} value={String(value)} max={String(Math.max(1, max))} aria-label={label}>
      {`${number(value)} of ${number(max)}`}
    </progress>
    <p class="vh" role="status">
      {`${label}: ${Math.floor((4 * value) / Math.max(1, max)) * 25}% of ${many(max, 'link')}`}
    </p>
  </>
)

const round = (value: number): string => String(Math.round(value * 10) / 10)
