/**
 * What a key or an app may give: to no key, itself included, more than it has. What is unset for it is free. A key that
 * needs approval above a number gives none that would not.
 */
import type { Caller } from '../../kernel/caller.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { forbidden } from '../../kernel/fault.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE } from '../../kernel/limits.ts'
import type { KeyRow } from './tables.ts'

export type Bounds = Pick<KeyRow, 'rate_per_min' | 'rate_per_day' | 'daily_credit_cap' | 'approval_above'>
type Name = keyof Bounds

/** What a limit of null comes to. */
const UNSET: Record<Name, number> = {
  rate_per_min: KEY_PER_MINUTE,
  rate_per_day: KEY_PER_DAY,
  daily_credit_cap: Number.POSITIVE_INFINITY,
  approval_above: Number.POSITIVE_INFINITY,
}

const WORDS: Record<Name, string> = {
  rate_per_min: 'calls a minute',
  rate_per_day: 'calls a day',
  daily_credit_cap: 'credits a day',
  approval_above: 'credits an order without a person’s approval',
}

const NAMES = Object.keys(UNSET) as Name[]

/** The limits of whoever asks; a person has none. */
export function boundsOf(tx: ReadTx, { via, key_id, daily_credit_cap, approval_above = null }: Caller): Bounds {
  const key = via === 'key' ? tx.row<Bounds>('select * from api_keys where id = ?', key_id) : null
  const none = { rate_per_min: null, rate_per_day: null, daily_credit_cap, approval_above }
  return key ? { ...none, rate_per_min: key.rate_per_min, rate_per_day: key.rate_per_day } : none
}

/** The limits of a new key: as given, else those of whoever makes it where these are lower than what is usual. */
export function inherited(bounds: Bounds, given: Partial<Bounds>): Bounds {
  const limit = (name: Name) => {
    if (given[name] !== undefined) return given[name]
    const own = bounds[name]
    return own !== null && own < UNSET[name] ? own : null
  }
  return {
    rate_per_min: limit('rate_per_min'),
    rate_per_day: limit('rate_per_day'),
    daily_credit_cap: limit('daily_credit_cap'),
    approval_above: limit('approval_above'),
  }
}

/** Throws 403 for a limit above that of whoever gives it, unless the key has as much already. */
export function assertWithinBounds(bounds: Bounds, given: Partial<Bounds>, had: Partial<Bounds> = {}): void {
  for (const name of NAMES) {
    const [own, wanted, before] = [bounds[name], given[name], had[name]]
    if (own === null || wanted === undefined) continue
    const most = Math.max(own, before === undefined ? 0 : (before ?? UNSET[name]))
    if ((wanted ?? UNSET[name]) > most)
      throw forbidden(
        `A key gives no key, itself included, more than it has: ${own.toLocaleString('en')} ${WORDS[name]}.`,
      )
  }
}
