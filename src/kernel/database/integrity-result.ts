/** The result of the last check of the whole database, kept in a row. */
import { HOUR, plus, type Time } from '../time/clock.ts'
import type { ReadTx, Tx } from './database.ts'
import { readSetting, writeSetting } from './settings.ts'

const VERDICT = 'verified'
type Verdict = { at: Time; damage: string | null }

/** A little less than a day, so that the hour stays. */
const AGAIN = 23.5 * HOUR

export const isVerifyDue = (tx: ReadTx): boolean => {
  const last = readSetting<Verdict>(tx, VERDICT)
  return last === null || plus(last.at, AGAIN) <= tx.now
}

export const keepVerdict = (tx: Tx, damage: string | null): void =>
  writeSetting(tx, VERDICT, { at: tx.now, damage } satisfies Verdict)

export const lastDamage = (tx: ReadTx): string | null => readSetting<Verdict>(tx, VERDICT)?.damage ?? null
