import type { Child } from '../jsx/elements.ts'

/** `wait`: not known, hatched. */
type StepFill = 'ok' | 'warn' | 'bad' | 'idle' | 'wait'

/** A `total` starts at zero, other steps where the previous one ended. */
export type WaterfallStep = { label: Child; value: number; text: string; total?: boolean; fill: StepFill }

/** Steps from revenue to margin, one bar per line. Screen readers get the numbers only. */
export function Waterfall({ steps }: { steps: readonly WaterfallStep[] }) {
  const spans = spansOf(steps)
  const low = Math.min(0, ...spans.flat())
  const whole = Math.max(0, ...spans.flat()) - low || 1
  const x = (value: number) => Math.round(((value - low) / whole) * 10_000) / 10
  return (
    <dl class="waterfall">
      {steps.map(({ label, text, total, fill }, at) => {
        const [from, to] = spans[at]!
        return (
          <div class={total ? 'total' : undefined}>
            <dt>{label}</dt>
            <dd>{text}</dd>
            <dd class="plot">
              <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
                <line class="gridline" x1={String(x(0))} x2={String(x(0))} y1="0" y2="10" />
                <rect
                  class={`f-${fill}`}
                  x={String(x(Math.min(from, to)))}
                  y="0"
                  width={String(Math.max(2, Math.abs(x(to) - x(from))))}
                  height="10"
                />
              </svg>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Start and end of each bar. */
export function spansOf(steps: readonly Pick<WaterfallStep, 'value' | 'total'>[]): [from: number, to: number][] {
  let at = 0
  return steps.map(({ value, total }) => {
    const from = total ? 0 : at
    at = from + value
    return [from, at]
  })
}
