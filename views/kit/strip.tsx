import type { Child } from '../jsx/elements.ts'

export type StripFact = { label: string; value: Child; note?: Child; href?: string }

/** Two to four facts in one line with hairlines between them. */
export const Strip = ({ facts }: { facts: readonly StripFact[] }) => (
  <dl class="strip">
    {facts.map(({ label, value, note, href }) => (
      <div>
        <dt>{label}</dt>
        <dd>{href ? <a href={href}>{value}</a> : value}</dd>
        {note && <dd>{note}</dd>}
      </div>
    ))}
  </dl>
)

type HeadlineProps = {
  label: string
  /** `71`, with its unit beside it: `%`. */
  figure: string
  unit?: string
  /** Subject of the figure, with its dates. */
  of: Child
  change?: { text: string; tone: 'up' | 'down' | 'same' } | null
}

/** The one figure that answers the page's question. */
export const Headline = ({ label, figure, unit, of, change }: HeadlineProps) => (
  <div class="lead-n">
    <h2 class="lbl">{label}</h2>
    <p class="huge">
      {figure}
      {unit && <small>{unit}</small>}
    </p>
    <p>{of}</p>
    {change && <p class={['delta', change.tone]}>{change.text}</p>}
  </div>
)

/** A change in points, in colour where it is off the usual: `+6`, `−41`. */
export const Delta = ({ points, off }: { points: number; off: boolean }) => (
  <span class={['delta', off && (points > 0 ? 'up' : 'down')]}>
    {points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '±0'}
  </span>
)
