/**
 * The database that a restore replaces knows orders, letters, events and calls of the time after the backup. The restored
 * install repeats none of them.
 */
import { Database } from 'bun:sqlite'
import { existsSync, statSync } from 'node:fs'
import { type Db, openDatabase, type ReadTx, type Tx } from '../../kernel/database/database.ts'
import type { Install } from '../../kernel/operation/app.ts'
import { keepLostKeys } from '../../kernel/operation/idempotency.ts'
import type { OutboundCall } from '../../kernel/operation/operation.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { heldRestore, holdRestored, releaseRestored, restoredFrom } from '../../kernel/scheduling/restored.ts'
import { at, systemClock, type Time } from '../../kernel/time/clock.ts'
import { countWaitingForClock, linkStates, refreshOutcome, unsentPushes } from '../jobs/index.ts'
import { countOldLetters, dropOldLetters, keepLostLetters } from '../mail/index.ts'
import { crawlStatus, keepLostCalls, type LostCall } from '../providers/index.ts'
import { markCancelled, SETTLE_CANCELLED } from '../pushes/index.ts'

/** Rows of a feature that may have been sent between a backup and its restore, so a person decides what goes out. */
export type Outgoing = {
  /** Holds all that wait; returns their number. */
  hold(tx: Tx): number
  count(tx: ReadTx): number
  /** SQL of what was sent after `?`, read from the replaced database for `keep`. */
  sent: string
  keep(tx: Tx, rows: readonly never[]): number
}

declare module '../../kernel/operation/app.ts' {
  interface Install {
    outgoing: readonly Outgoing[]
  }
}

type Lost = { orders: number; letters: number; events: number; calls: number }

/** Holds a restored database until a person releases it. `lost` is null where the replaced one could not be read. */
export function holdRestore(
  db: Pick<Db, 'write'>,
  replaced: string,
  made_at: Time,
  outgoing: readonly Outgoing[],
): { held_events: number; lost: Lost | null } {
  const lost = existsSync(replaced) ? readLost(db, replaced, made_at, outgoing) : null
  return db.write((tx) => {
    holdRestored(tx, made_at, lost !== null)
    return { held_events: sum(outgoing, ({ hold }) => hold(tx)), lost }
  })
}

const sum = (outgoing: readonly Outgoing[], count: (one: Outgoing) => number): number =>
  outgoing.reduce((total, one) => total + count(one), 0)

/** A copy from before an update: where the program that made it keeps other tables, it stays as it is. */
export function holdCopy(copy: string, replaced: string, outgoing: readonly Outgoing[]): void {
  const made_at = at(statSync(copy).mtimeMs)
  const db = openDatabase(copy, systemClock)
  try {
    holdRestore(db, replaced, made_at, outgoing)
  } catch (error) {
    if (!/no such (table|column)/.test(String(error))) throw error
  } finally {
    db.close()
  }
}

const AT_ONCE = 1000

function readLost(db: Pick<Db, 'write'>, replaced: string, made_at: Time, outgoing: readonly Outgoing[]): Lost | null {
  let from: Database | null = null
  try {
    from = new Database(replaced, { readwrite: true, create: false })
    return takeOver(db, from, made_at, outgoing)
  } catch {
    return null
  } finally {
    from?.close()
  }
}

function takeOver(db: Pick<Db, 'write'>, from: Database, made_at: Time, outgoing: readonly Outgoing[]): Lost {
  const each = <T>(sql: string, keep: (tx: Tx, rows: readonly T[]) => number, ...params: string[]): number => {
    const rows = from.query<T, string[]>(sql).all(...params)
    let kept = 0
    for (let at = 0; at < rows.length; at += AT_ONCE) kept += db.write((tx) => keep(tx, rows.slice(at, at + AT_ONCE)))
    return kept
  }
  each<LostCall>(CALLS, keepLostCalls, made_at)
  const jobs = new Set<string>()
  const orders = each<{ id: number; batch_id: string; job_id: string }>(
    LINKS,
    (tx, rows) => {
      for (const { job_id } of rows) jobs.add(job_id)
      return linkStates.putIntoLostBatches(tx, rows)
    },
    made_at,
  )
  for (const job_id of jobs) db.write((tx) => refreshOutcome(tx, job_id) as undefined)
  return {
    orders,
    letters: each(SENT, keepLostLetters, made_at),
    events: sum(outgoing, ({ sent, keep }) => each(sent, keep, made_at)),
    calls: each(KEYS, keepLostKeys, made_at),
  }
}

const CALLS = `select id, ref, job_id, tenant_id, route, adapter, simulated, url_count, called_at, created_at from batches
  where called_at > ? and route is not null and adapter is not null`
const LINKS = `select l.id, l.batch_id, l.job_id from batches b join links l on l.batch_id = b.id where b.called_at > ?`
const SENT = "select id, sent_at from mails where status = 'sent' and sent_at > ?"
const KEYS = 'select actor, key from idempotency_keys where created_at > ?'

/** Whether the install is held after a restore, and what would go out. */
export function restoredState(tx: ReadTx, { outgoing }: Pick<Install, 'outgoing'>) {
  const from = restoredFrom(tx)
  const held = heldRestore(tx)
  const suppliers = Object.values(crawlStatus(tx).routes).flatMap((route) => (route ? [route.adapter] : []))
  const { pushes, links } = countWaitingForClock(tx)
  return {
    held: held !== null,
    restored: from && { ...from },
    waiting: held && {
      suppliers: [...new Set(suppliers)],
      pushes,
      links,
      letters: countOldLetters(tx, held.made_at),
      events: sum(outgoing, ({ count }) => count(tx)),
    },
  }
}

type Choice = { orders: 'ask' | 'send' | 'cancel'; letters: 'send' | 'drop' }
type Call = Pick<OutboundCall<undefined>, 'app' | 'write' | 'changed' | 'read'>

type Released = { held: boolean; cancelled: number; dropped: number }

/** Work goes on when all is cancelled and dropped that a person wants so. */
export async function releaseHeld(call: Call, { orders, letters }: Choice): Promise<Released> {
  const held = call.read(heldRestore)
  if (!held) return { held: false, cancelled: 0, dropped: 0 }
  const cancelled = orders === 'cancel' ? await cancelUnsent(call, held.made_at) : 0
  const dropped = call.write((tx) => {
    const n = letters === 'drop' ? dropOldLetters(tx, held.made_at) : 0
    releaseRestored(tx, held, orders === 'ask')
    const before = { made_at: held.made_at }
    call.changed({ target: 'restored', before, after: { orders, letters, cancelled, dropped: n } })
    tx.afterCommit(() => {
      for (const { name } of call.app.tasks) call.app.wake(name)
    })
    return n
  })
  return { held: true, cancelled, dropped }
}

async function cancelUnsent(call: Call, made_at: Time): Promise<number> {
  let cancelled = 0
  for (const job of call.read((tx) => unsentPushes(tx, made_at))) {
    cancelled += call.write((tx) => markCancelled(tx, job))
    await pause()
  }
  call.app.wake(SETTLE_CANCELLED)
  return cancelled
}
