/** The columns of a chart: a card of values on hover and focus, flags of what happened, and a table for screen readers. */
import { Icon } from '../parts/icon.tsx'

export type ChartColumn = {
  /** `Week of 12 Oct`, and below the axis: `12 Oct`. */
  name: string
  tick: string
  /** Population of the values: `502 links`. */
  note?: string
  values: readonly { label: string; text: string; change?: string }[]
  /** Opens what is counted. */
  link?: { href: string; label: string }
  /** Notes of the days in it. */
  notes?: readonly string[]
}

type PointProps = { column: ChartColumn; at: number; of: number; y: number | null; kind: string | undefined }

export const Point = (props: PointProps) => (props.column.values.length > 0 ? <Known {...props} /> : <div />)

/** Only the last column is a stop of the Tab key; arrows lead to the others. */
const Known = ({ column, at, of, y, kind }: PointProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls, not values
  <div
    class="col"
    role="group"
    tabindex={at === of - 1 ? '0' : '-1'}
    aria-label={[column.name, column.note, ...column.values.map(({ label, text }) => `${label}: ${text}`)]
      .filter(Boolean)
      .join(', ')}
  >
    <svg class="plot" height="100%" aria-hidden="true">
      <line class="s-hover" x1="50%" x2="50%" y1="0" y2="100%" />
      {y !== null && <circle class={`dot s-${kind}`} cx="50%" cy={String(y)} r="5" />}
    </svg>
    <div class={['tip', at >= of / 2 && 'left']}>
      <p class="row2">
        <b>{column.name}</b>
        {column.note && <span class="soft">{column.note}</span>}
      </p>
      {column.values.map(({ label, text, change }) => (
        <p class="row2">
          <span>{label}</span>
          <b>
            {text}
            {change && <span class={change.startsWith('+') ? 'up' : 'down'}>{` ${change}`}</span>}
          </b>
        </p>
      ))}
      {column.notes?.map((note) => (
        <p class="fact" dir="auto">
          {note}
        </p>
      ))}
      {column.link && (
        <p class="acts">
          <a class="link" href={column.link.href}>
            {column.link.label}
          </a>
        </p>
      )}
    </div>
  </div>
)

/** Part of the columns between two flags with words. */
const ROOM = 1 / 2

export function Flags({ columns }: { columns: readonly ChartColumn[] }) {
  const at = columns.flatMap(({ notes }, n) => (notes ? [n] : []))
  if (at.length === 0) return null
  const isWide = (n: number): boolean =>
    at.every((other) => other === n || Math.abs(other - n) >= columns.length * ROOM)
  return (
    <div class="cols flags-n">
      {columns.map(({ notes }, n) => (
        <div class={n >= columns.length / 2 ? 'left' : undefined}>
          {notes && (
            <a class="flag-n" href="#notes" title={notes.join('\n')} aria-label={`Note: ${notes.join('; ')}`}>
              <Icon name="flag" />
              {isWide(n) && (
                <span class="clip" dir="auto">
                  {notes.join('; ')}
                </span>
              )}
            </a>
          )}
        </div>
      ))}
    </div>
  )
}

export const ColumnTable = ({ label, columns }: { label: string; columns: readonly ChartColumn[] }) => (
  <div class="vh">
    <table>
      <caption>{label}</caption>
      <thead>
        <tr>
          <td />
          {columns.at(-1)?.values.map((value) => (
            <th scope="col">{value.label}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, note, values }) => (
          <tr>
            <th scope="row">{[name, note].filter(Boolean).join(', ')}</th>
            {values.map((value) => (
              <td>{value.text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

export const round = (value: number): number => Math.round(value * 100) / 100
/** The middle of a column, in percent of the width. */
export const x = (at: number, of: number): number => round(((at + 0.5) / of) * 100)

/** Longest name of which a phone has room for six. */
const SHORT = 7

/** There is room for about six names, and on a phone for four of seven or for three long ones; the last column always has one. */
export function Names({ columns }: { columns: readonly ChartColumn[] }) {
  const n = columns.length
  const every = n <= 8 ? 1 : Math.ceil(n / 6)
  const thins = every === 1 || columns.some(({ tick }) => tick.length > SHORT)
  return (
    <svg class="plot ticks" height="24" aria-hidden="true">
      {columns.map(({ tick }, at) => {
        const left = n - 1 - at
        if (tick === '' || left % every !== 0) return null
        const is_edge = left === 0 && n > 12
        return (
          <text
            class={[is_edge ? 'fin' : 'mid', thins && (left / every) % 2 === 1 && 'not-phone']}
            x={`${is_edge ? 100 : x(at, n)}%`}
            y="17"
          >
            {tick}
          </text>
        )
      })}
    </svg>
  )
}
