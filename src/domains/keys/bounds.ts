/**
 * Limits that a key or an app may set: never higher than its own, for any key including itself. An unset limit of its
 * own bounds nothing. A key that needs approval above a number sets at most that number.
 */

import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { forbidden } from '../../kernel/operation/fault.ts'
import { KEY_PER_DAY, KEY_PER_MINUTE } from '../../kernel/scheduling/limits.ts'
import type { KeyRow } from './tables.ts'

type KeyLimits = Pick<KeyRow, 'rate_per_min' | 'rate_per_day' | 'daily_credit_cap' | 'approval_above'>
type Name = keyof KeyLimits

/** Meaning of a null limit. */
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

/** The caller's own limits; a person has none. */
export function boundsOf(tx: ReadTx, { via, key_id, daily_credit_cap, approval_above = null }: Caller): KeyLimits {
  const key = via === 'key' ? tx.row<KeyLimits>('select * from api_keys where id = ?', key_id) : null
  const none = { rate_per_min: null, rate_per_day: null, daily_credit_cap, approval_above }
  return key ? { ...none, rate_per_min: key.rate_per_min, rate_per_day: key.rate_per_day } : none
}

/** Limits of a new key: as given, else the caller's where they are lower than the defaults. */
export function inherited(bounds: KeyLimits, given: Partial<KeyLimits>): KeyLimits {
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

/** Throws 403 for a limit above the caller's, unless the key already has that limit. */
export function assertWithinBounds(bounds: KeyLimits, given: Partial<KeyLimits>, had: Partial<KeyLimits> = {}): void {
  for (const name of NAMES) {
    const [own, wanted, before] = [bounds[name], given[name], had[name]]
    if (own === null || wanted === undefined) continue
    const most = Math.max(own, before === undefined ? 0 : (before ?? UNSET[name]))
    if ((wanted ?? UNSET[name]) > most)
      throw forbidden(
        `A key cannot give any key, itself included, more than it has: ${own.toLocaleString('en')} ${WORDS[name]}.`,
      )
  }
}
