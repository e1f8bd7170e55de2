import { createHash } from 'node:crypto'
import { DAY, plus } from './clock.ts'
import type { ReadTx, Tx } from './database.ts'
import { conflict } from './fault.ts'
import type { Sealer } from './seal.ts'

/** A write that carries an `Idempotency-Key`. */
export type Asked = { actor: string; key: string; operation: string; request: unknown }

const KEPT = 2 * DAY

/** The first answer to this key, when there was one. Another request under the same key is refused. */
export function remembered(tx: ReadTx, sealer: Sealer, asked: Asked): { data: unknown } | null {
  const row = tx.row<{ request_hash: string; answer: string; created_at: string }>(
    'select request_hash, answer, created_at from idempotency_keys where actor = ? and key = ?',
    asked.actor,
    asked.key,
  )
  if (!row || plus(row.created_at, KEPT) <= tx.now) return null
  if (row.request_hash !== hashOf(asked)) throw conflict('This Idempotency-Key was used for another request.')
  return { data: JSON.parse(sealer.open(row.answer, placeOf(asked))) }
}

/** Keeps the answer in the effect's own transaction. Sealed, since it may hold a secret that is shown once. */
export function remember(tx: Tx, sealer: Sealer, asked: Asked, data: unknown): void {
  tx.run(
    `insert into idempotency_keys (actor, key, request_hash, answer, created_at) values (?, ?, ?, ?, ?)
     on conflict (actor, key) do update set request_hash = excluded.request_hash, answer = excluded.answer, created_at = excluded.created_at`,
    asked.actor,
    asked.key,
    hashOf(asked),
    sealer.seal(JSON.stringify(data ?? null), placeOf(asked)),
    tx.now,
  )
}

/** Drops what is older than 48 hours. */
export const forgetOld = (tx: Tx): number =>
  tx.run('delete from idempotency_keys where created_at <= ?', plus(tx.now, -KEPT))

const placeOf = ({ actor, key }: Asked): string => `idempotency_keys:answer:${actor}:${key}`

function hashOf({ operation, request }: Asked): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, request]))
    .digest('hex')
}
