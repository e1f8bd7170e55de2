/** Cells of heat maps and calendars, and the marks of checks. */

import { ENGLISH, type Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { ChipIcon } from '../../static/icons.ts'
import type { Child } from '../jsx/elements.ts'
import { number, roughly } from '../parts/text/format.ts'

const STEPS = [0.1, 0.3, 0.5, 0.7]

/** One of five tints for a share from 0 to 1, with steps at 10, 30, 50 and 70%. */
export const heatClass = (share: number): string => `h h${STEPS.filter((step) => share >= step).length}`

type HeatProps = {
  /** From 0 to 1; null without links to count. */
  share: number | null
  /** `71%: 435 of 612 links`. */
  title: string
  href?: string
  /** Too few links for a share: `7/12`, without a tint. */
  few?: string | undefined
  /** Some links are not checked yet: hatched. */
  so_far?: boolean
  /** Whether a card says more on hover and focus. */
  card?: boolean
}

/** A cell of a heat map: the share, and its counts on hover and for screen readers. */
export function HeatCell({ share, title, href, few, so_far, card }: HeatProps) {
  if (share === null && !href)
    return (
      <td class="h none">
        <span>·</span>
      </td>
    )
  const figure = share === null ? '·' : (few ?? String(Math.round(share * 100)))
  return (
    <td class={so_far || share === null ? 'h sofar' : few ? 'h few' : heatClass(share)}>
      {href ? (
        <a href={href} title={title} aria-label={few ? `${few}, ${title}` : title} data-card={card && ''}>
          {figure}
        </a>
      ) : (
        <span title={title}>{figure}</span>
      )}
    </td>
  )
}

type DayProps = {
  to?: Reader
  /** `23`, `1 Dec`. */
  day: string
  date: string
  /** past: refunded; ahead: expected. */
  state: 'past' | 'today' | 'ahead' | 'none'
  back?: { about?: boolean; n: number; of: number } | null
  href?: string | undefined
  /** Title of the link: `96 links sent on 16 Nov, 27 refunded`. */
  label?: string | undefined
  /** Whether the credits are used up on this day. */
  zero?: boolean
  children?: Child
}

/** The days of a phone have room for three digits. */
const Fitting = ({ to, n }: { to: Reader; n: number }) => (
  <>
    <span class="not-phone">{number(n, to)}</span>
    <span class="only-phone">{roughly(n, to)}</span>
  </>
)

/** A day of the guarantee calendar: `27 of 96` refunded, `≈ 34 of 118` expected. */
export const CalendarDay = ({ to = ENGLISH, day, date, state, back, href, label, zero, children }: DayProps) => {
  const inside = (
    <>
      <time datetime={date}>{day}</time>
      {back && (
        <p class={back.about ? 'exp' : 'back'}>
          <b>
            {back.about && <span class="not-phone">≈ </span>}
            {back.n < 1000 ? number(back.n, to) : <Fitting to={to} n={back.n} />}
          </b>{' '}
          <small>{say(to, 'of {n}', { n: back.of })}</small>
        </p>
      )}
      {zero && <p class="zero">{say(to, '{n} left', { n: 0 })}</p>}
    </>
  )
  return (
    <td class={[zero && 'end-cell', state !== 'none' && state, back && !back.about && 'done', back?.about && 'ahead']}>
      {href ? (
        <a href={href} title={label}>
          {inside}
        </a>
      ) : (
        <span>{inside}</span>
      )}
      {children}
    </td>
  )
}

/** `found`: by a day before; `none`: no answer, and none to come. */
export type CheckState = 'yes' | 'no' | 'todo' | 'found' | 'none' | 'stop'
const SIGN: Record<CheckState, ChipIcon | null> = {
  yes: 'check',
  no: 'minus',
  todo: null,
  found: null,
  none: null,
  stop: 'x',
}

/** A check as a dot with a sign: indexed, not yet, to come, blocked. Small dots need no check. One element, because a list has hundreds. */
export const CheckMark = ({ state, label }: { state: CheckState; label: string }) => (
  <span class={['ck', state, SIGN[state] && `i-${SIGN[state]}`]} role="img" aria-label={label} title={label}></span>
)
