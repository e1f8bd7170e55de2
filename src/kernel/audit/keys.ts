/**
 * The key of the audit chain: random, sealed with the secret key of the install, so that a new secret key does not end
 * the chain. It lies in a setting of its own and not among the declared secrets: when no key opens it, the install still
 * starts, with a new segment of the chain and a warning.
 */
import { randomBytes } from 'node:crypto'
import type { AuditKey, Db, ReadTx, Tx } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import type { Log } from '../environment/log.ts'
import type { Sealer } from '../secrets/seal.ts'
import { bytesOfHex, hexOf } from './chain.ts'

const SETTING = 'audit_chain'
const PLACE = 'settings:value:audit_chain'

type Stored = { from_seq: number; start: string; sealed: string }

/** Rows from `from_seq` on are linked with `key` (null: lost), the first of them to `start`. */
export type Segment = { from_seq: number; start: Uint8Array; key: Uint8Array | null }

/** All segments of the chain, the oldest first. */
export const segmentsOf = (tx: ReadTx, sealer: Sealer): Segment[] =>
  stored(tx).map(({ from_seq, start, sealed }) => ({ from_seq, start: bytesOfHex(start), key: opened(sealer, sealed) }))

/** The start value of each segment, by the number of its first row; null is for rows from before the chain. */
export function startsOf(tx: ReadTx): Map<number | null, Uint8Array> {
  const all = stored(tx)
  const starts = new Map<number | null, Uint8Array>(all.map(({ from_seq, start }) => [from_seq, bytesOfHex(start)]))
  if (all[0]) starts.set(null, bytesOfHex(all[0].start))
  return starts
}

/** Gives the database the key of the chain: made at the first start, resealed after a change of the secret key. */
export function openAuditChain({ db, sealer, log }: { db: Db; sealer: Sealer; log: Log }): void {
  const last = db.read((tx) => stored(tx).at(-1) ?? null)
  const current = last && isCurrent(sealer, last.sealed) ? openedOf(sealer, last) : null
  db.signWith(current ?? (db.write((tx) => renewed(tx, sealer, log) as never) as AuditKey))
}

/** Seals the keys of all segments with the current secret key, as every declared secret is. */
export function resealAuditKeys(tx: Tx, sealer: Sealer): void {
  const before = stored(tx)
  const after = before.map((one) => ({ ...one, sealed: resealed(sealer, one.sealed) }))
  if (after.some(({ sealed }, i) => sealed !== before[i]!.sealed)) writeSetting(tx, SETTING, after)
}

/** The newest segment, its key sealed with the current secret key; a new one when no secret key opens it. */
function renewed(tx: Tx, sealer: Sealer, log: Log): AuditKey {
  const kept = stored(tx).map((one) => ({ ...one, sealed: resealed(sealer, one.sealed) }))
  const last = kept.at(-1)
  const open = last ? openedOf(sealer, last) : null
  const newest = tx.row<{ seq: number; hash: Uint8Array | null }>('select seq, hash from audit order by seq desc')
  const made = open ?? {
    from_seq: (newest?.seq ?? 0) + 1,
    start: (last && newest?.hash) || randomBytes(32),
    key: randomBytes(32),
  }
  const added = { from_seq: made.from_seq, start: hexOf(made.start), sealed: sealer.seal(hexOf(made.key), PLACE) }
  writeSetting(tx, SETTING, open ? kept : [...kept, added])
  if (last && !open)
    log.warn('no secret key opens the key of the audit trail: its rows before this one cannot be verified', {
      seq: made.from_seq,
    })
  return made
}

function openedOf(sealer: Sealer, { from_seq, start, sealed }: Stored): AuditKey | null {
  const key = opened(sealer, sealed)
  return key && { from_seq, start: bytesOfHex(start), key }
}

const stored = (tx: ReadTx): Stored[] => readSetting<Stored[]>(tx, SETTING) ?? []

const opened = (sealer: Sealer, sealed: string): Uint8Array | null =>
  unlessLost(() => bytesOfHex(sealer.open(sealed, PLACE)), null)

/** As it was when no key opens it: the key may come back. */
const resealed = (sealer: Sealer, sealed: string): string =>
  unlessLost(() => sealer.renew(sealed, PLACE) ?? sealed, sealed)

const isCurrent = (sealer: Sealer, sealed: string): boolean =>
  unlessLost(() => sealer.renew(sealed, PLACE) === null, false)

/** `lost` where no secret key opens the key of the chain. */
function unlessLost<T>(work: () => T, lost: T): T {
  try {
    return work()
  } catch {
    return lost
  }
}
