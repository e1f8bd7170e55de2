import { createHash } from 'node:crypto'
import type { ReadTx, Tx } from '../database/database.ts'
import { heldInWords, heldRestore } from '../scheduling/restored.ts'
import { type SealedColumn, type Sealer, sealContext } from '../secrets/seal.ts'
import { DAY, plus } from '../time/clock.ts'
import { clockDoubt } from '../time/clock-doubt.ts'
import { futureTimes, PAST } from '../time/clock-repair.ts'
import type { Call } from './call.ts'
import { conflict, invalid } from './fault.ts'
import { changes } from './operation.ts'

/** A write that carries an `Idempotency-Key`. */
export type KeyedRequest = { actor: string; key: string; operation: string; request: unknown }

/** The key of a call that changes something; null without one. */
export function keyedRequestOf({ operation, caller, given }: Call): KeyedRequest | null {
  if (!given.idempotency_key || !changes(operation)) return null
  if (given.idempotency_key.length > 255)
    throw invalid({ path: 'Idempotency-Key', message: 'is longer than 255 characters' })
  return {
    actor: caller.key_id ?? caller.user_id ?? 'system',
    key: given.idempotency_key,
    operation: operation.name,
    request: [given.path, given.rest],
  }
}

const KEPT = 2 * DAY

/** Octets of an answer that are kept. A retry gets a longer answer without its lists: ids and counts. */
const MOST_KEPT = 256 * 1024

/** The sealed answers. A deleted answer leaves its row, so that a retry still is no second purchase. */
export const ANSWERS: SealedColumn = {
  table: 'idempotency_keys',
  column: 'answer',
  key: ['actor', 'key'],
  what: 'answers kept for retries',
  forget: "update idempotency_keys set answer = '' where actor = ? and key = ?",
  afterwards: 'a retry of one of the last two days is refused (409), and does nothing twice',
}

/** The first answer to this key, when there was one. Another request under the same key is refused. */
export function storedAnswer(tx: ReadTx, sealer: Sealer, asked: KeyedRequest): { data: unknown } | null {
  const row = tx.row<{ answer: string; created_at: string }>(
    'select answer, created_at from idempotency_keys where actor = ? and key = ?',
    asked.actor,
    asked.key,
  )
  const held = row ? null : heldRestore(tx)
  if (held)
    throw conflict(
      `${heldInWords(held)}. A call with an Idempotency-Key may be one that came after the backup: repeat it then.`,
    )
  // While the clock is in doubt no answer expires: a retry would be a second purchase.
  if (!row || (plus(row.created_at, KEPT) <= tx.now && !clockDoubt(tx))) return null
  if (row.answer === '')
    throw conflict(
      'This Idempotency-Key was used, but its answer is gone, with a restore or its key. Check what came of the request.',
    )
  const { request_hash, data } = JSON.parse(sealer.open(row.answer, placeOf(asked))) as StoredAnswer
  if (request_hash !== hashOf(asked)) throw conflict('This Idempotency-Key was used for another request.')
  return { data }
}

/**
 * Keeps the answer in the effect's own transaction. Sealed, since it may hold a secret that is shown once; so is the
 * hash of the request, since a password in it could be guessed from that.
 */
export function remember(tx: Tx, sealer: Sealer, asked: KeyedRequest, data: unknown): void {
  const whole: StoredAnswer = { request_hash: hashOf(asked), data: data ?? null }
  const text = JSON.stringify(whole)
  const kept = Buffer.byteLength(text) <= MOST_KEPT ? text : JSON.stringify({ ...whole, data: inShort(whole.data) })
  tx.run(
    `insert into idempotency_keys (actor, key, request_hash, answer, created_at) values (?, ?, '', ?, ?)
     on conflict (actor, key) do update set request_hash = '', answer = excluded.answer, created_at = excluded.created_at`,
    asked.actor,
    asked.key,
    sealer.seal(kept, placeOf(asked)),
    tx.now,
  )
}

/** Ends of the queues of work that must not run twice at once, by name. */
const queues = new Map<string, Promise<unknown>>()

/** Retries under one `Idempotency-Key` wait for the first, whose answer they then find. */
export async function oneAtATime<T>(asked: KeyedRequest | null, work: () => Promise<T>): Promise<T> {
  if (!asked) return work()
  const name = `${asked.actor} ${asked.key}`
  const before = queues.get(name)
  const mine = before ? before.then(work, work) : work()
  queues.set(name, mine)
  try {
    return await mine
  } finally {
    if (queues.get(name) === mine) queues.delete(name)
  }
}

/** Keys of calls whose effects a restore has lost: they are refused from now on as long as an answer is kept. */
export function keepLostKeys(tx: Tx, keys: readonly { actor: string; key: string }[]): number {
  return tx.run(
    `insert or ignore into idempotency_keys (actor, key, request_hash, answer, created_at)
     select value ->> 'actor', value ->> 'key', '', '', ?2 from json_each(?1)`,
    JSON.stringify(keys),
    tx.now,
  )
}

/** Drops rows older than 48 hours, at most `limit` of them. */
export const forgetOld = (tx: Tx, limit: number): number =>
  tx.run(
    `delete from idempotency_keys where (actor, key) in (
       select actor, key from idempotency_keys where created_at <= ? limit ?)`,
    plus(tx.now, -KEPT),
    limit,
  )

/** A long answer in its own shape, with long lists removed and long texts cut. */
function inShort(data: unknown): unknown {
  if (typeof data === 'string') return data.slice(0, LONG_TEXT)
  if (Array.isArray(data)) return data.length > LONG_LIST ? [] : data.map(inShort)
  if (typeof data !== 'object' || data === null) return data
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, inShort(value)]))
}

const LONG_LIST = 20
const LONG_TEXT = 2000

/** Repairs rows with a time in the future, which would be kept until that time. */
export const KEYS_IN_FUTURE = futureTimes('idempotency_keys', 'actor, key', 'created_at', PAST)

type StoredAnswer = { request_hash: string; data: unknown }

const placeOf = ({ actor, key }: KeyedRequest): string => sealContext(ANSWERS, actor, key)

function hashOf({ operation, request }: KeyedRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, request]))
    .digest('hex')
}
