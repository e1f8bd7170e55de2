/** Compares two suppliers: final links by day, the uncertainty as a band, the control groups as a dotted line. */

import { Section } from '../kit/fold.tsx'
import { Button } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { number, percent } from '../parts/text/format.ts'
import type { DuelData } from './props.ts'
import { nameOf } from './vendors.ts'

type Side = DuelData['sides'][number]
type Days = Side['days']

export function SupplierDuel({ duel, self }: { duel: DuelData; self: string }) {
  const [main, other] = duel.sides
  if (!main || !other) return null
  const names = namesOf(main, other)
  const control = duel.control[2]?.rate ?? null
  return (
    <Section
      title={`${names.primary} against ${names.fallback}`}
      aside={
        <div class="legend">
          <span>
            <i class="key band" />
            Uncertainty
          </span>
          {control !== null && (
            <span>
              <i class="key line" />
              {`Control group (hold-out) ${percent(control)}`}
            </span>
          )}
        </div>
      }
    >
      <div class="duel">
        <SideCard side={main} name={names.primary} control={duel.control} />
        <SideCard side={other} name={names.fallback} control={duel.control} />
        <form class="share" method="post" action={`${self}/share`}>
          <label for="main_pct">
            <b>{`${main.share_pct}%`}</b> of new pushes
          </label>
          <input
            type="range"
            id="main_pct"
            name="main_pct"
            min="0"
            max="100"
            step="5"
            value={String(main.share_pct)}
            aria-label={`Share of new pushes for ${names.primary}, percent`}
          />
          <span>
            <b>{`${other.share_pct}%`}</b>
          </span>
          <Button class="btn small" label="Split pushes" />
        </form>
      </div>
      <Verdict duel={duel} names={names} self={self} />
    </Section>
  )
}

type Names = Record<'primary' | 'fallback', string>

/** Both may be accounts at the same supplier. */
const namesOf = (main: Side, other: Side): Names =>
  main.adapter === other.adapter
    ? { primary: `${nameOf(main.adapter)}, main`, fallback: `${nameOf(other.adapter)}, fallback` }
    : { primary: nameOf(main.adapter), fallback: nameOf(other.adapter) }

const SideCard = ({ side, name, control }: { side: Side; name: string; control: Days }) => {
  const last = side.days[2]!
  const reach = last.rate === null ? null : Math.round(((last.high! - last.low!) / 2) * 100)
  return (
    <article>
      <h3>{name}</h3>
      <p class="duel-n">
        <span class="big">{percent(last.rate)}</span>
        {reach !== null && <span class="soft">{`± ${reach}`}</span>}
      </p>
      <Plot days={side.days} control={control} />
      <p class="muted">
        {`${number(last.answered)} final links`}
        {side.cost_per_indexed_usd !== null && ` · $${side.cost_per_indexed_usd.toFixed(3)} per indexed link`}
      </p>
    </article>
  )
}

const FLOOR = 124
const TALL = 112
const x = (day: number): string => String(Math.round((day / 7) * 1000) / 10)
const y = (share: number): string => String(Math.round((FLOOR - share * TALL) * 10) / 10)
const known = (days: Days) =>
  days.flatMap(({ day, rate, low, high }) => (rate === null ? [] : [{ day, rate, low: low!, high: high! }]))
const line = (points: readonly { day: number; rate: number }[]) =>
  `M0 ${FLOOR}${points.map(({ day, rate }) => `L${x(day)} ${y(rate)}`).join('')}`

function Plot({ days, control }: { days: Days; control: Days }) {
  const points = known(days)
  const beside = known(control)
  const back = points.toReversed().map(({ day, low }) => `L${x(day)} ${y(low)}`)
  const label = points.map(({ day, rate }) => `day ${day}: ${percent(rate)}`).join(', ') || 'No final result yet'
  return (
    <svg class="plot" height="148" role="img" aria-label={label}>
      <line class="s-axis" x1="0" x2="100%" y1={String(FLOOR)} y2={String(FLOOR)} />
      <svg viewBox="0 0 100 148" preserveAspectRatio="none" width="100%" height="148" aria-hidden="true">
        {points.length > 0 && (
          <path
            class="f-band"
            d={`M0 ${FLOOR}${points.map(({ day, high }) => `L${x(day)} ${y(high)}`).join('')}${back.join('')}Z`}
          />
        )}
        {beside.length > 0 && <path class="s-ctl" vector-effect="non-scaling-stroke" d={line(beside)} />}
        {points.length > 0 && <path class="s-in" vector-effect="non-scaling-stroke" d={line(points)} />}
      </svg>
      {points.map(({ day, rate }) => (
        <circle class="dot s-in" cx={`${x(day)}%`} cy={y(rate)} r={day === 7 ? '4.5' : '3.5'} />
      ))}
      <text x="0" y="142">
        0
      </text>
      {[1, 3, 7].map((day) => (
        <text class={day === 7 ? 'fin' : 'mid'} x={`${x(day)}%`} y="142">{`day ${day}`}</text>
      ))}
    </svg>
  )
}

function Verdict({ duel: { verdict, sides }, names, self }: { duel: DuelData; names: Names; self: string }) {
  const better = verdict?.better
  const all = better && sides.find(({ route }) => route === better)!.share_pct === 100
  return (
    <div class="verdict">
      <p>
        {!verdict ? (
          'No comparison yet. It needs final links of both suppliers: split new pushes between them.'
        ) : better ? (
          <>
            <b>{`${names[better]} is better by ${verdict.points} ${verdict.points === 1 ? 'point' : 'points'}.`}</b>{' '}
            {sureness(verdict, names)}
          </>
        ) : (
          <b>Both are equally good.</b>
        )}
      </p>
      {better && !all && (
        <Post action={`${self}/share`} fields={{ main_pct: better === 'primary' ? '100' : '0' }} class="btn small">
          {`Send all to ${names[better]}`}
        </Post>
      )}
    </div>
  )
}

function sureness({ sure, more_links, needed_by }: NonNullable<DuelData['verdict']>, names: Names): string {
  if (sure) return 'The difference is certain.'
  if (more_links === null) return 'The difference is too small to be certain.'
  return `Sure after about ${number(more_links)} more links${needed_by ? ` at ${names[needed_by]}` : ', half at each'}.`
}
