/**
 * An install that was restored from a backup: what went out after the backup is not in its data. Nothing goes out again
 * before a person released it.
 */
import type { ReadTx, Tx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { minuteOf, type Time } from '../time/clock.ts'

export type Restored = {
  /** When the backup was made. */
  made_at: Time
  restored_at: Time
  /** Whether the replaced database said what went out since. */
  is_known: boolean
  released_at: Time | null
  /** Suppliers are asked for orders of older jobs before these are sent. */
  asks_first: boolean
}

const RESTORED = 'restored'

export const restoredFrom = (tx: ReadTx): Restored | null => readSetting<Restored>(tx, RESTORED)

/** Until it is released. */
export function heldRestore(tx: ReadTx): Restored | null {
  const from = restoredFrom(tx)
  return from && from.released_at === null ? from : null
}

export const holdRestored = (tx: Tx, made_at: Time, is_known: boolean): void =>
  writeSetting(tx, RESTORED, {
    made_at,
    restored_at: tx.now,
    is_known,
    released_at: null,
    asks_first: true,
  } satisfies Restored)

export const releaseRestored = (tx: Tx, from: Restored, asks_first: boolean): void =>
  writeSetting(tx, RESTORED, { ...from, released_at: tx.now, asks_first } satisfies Restored)

/** The hold in a sentence, for people. */
export const heldInWords = ({ made_at }: Restored): string =>
  `This install was restored from a backup of ${minuteOf(made_at)}: orders, e-mails, checks and refunds wait until an operator releases them`
