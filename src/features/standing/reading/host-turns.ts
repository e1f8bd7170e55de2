/** Files of one host are read one after the other, for all workspaces, with a second between them. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { headroom, pauseQuota } from '../../../kernel/scheduling/quota.ts'
import { plus, SECOND, stopwatch, type Time } from '../../../kernel/time/clock.ts'

export const SOURCE_GAP = SECOND

type Turn = { ended: (() => number) | null; last: Promise<void> }

const hosts = new Map<string, Turn>()

/** Does the work when it is the turn of its host; `gap` in milliseconds. */
export async function inHostTurn<T>(host: string, gap: number, work: () => Promise<T>): Promise<T> {
  const turn: Turn = hosts.get(host) ?? { ended: null, last: Promise.resolve() }
  hosts.set(host, turn)
  const { promise, resolve } = Promise.withResolvers<void>()
  const before = turn.last
  turn.last = promise
  await before
  try {
    const wait = turn.ended ? gap - turn.ended() : 0
    if (wait > 0) await Bun.sleep(wait)
    return await work()
  } finally {
    turn.ended = stopwatch()
    resolve()
    if (turn.last === promise) setTimeout(() => turn.last === promise && hosts.delete(host), gap).unref()
  }
}

const nameOf = (host: string): string => `source:${host}`

/** Until when the host asked to be left alone; null when it did not. */
export const pausedUntil = (tx: ReadTx, host: string): Time | null => headroom(tx, nameOf(host), {}).resumes_at

/** Nobody asks the host until this time is over. */
export const pauseHost = (tx: Tx, host: string, ms: number): void =>
  pauseQuota(tx, nameOf(host), plus(tx.now, ms), `${host} asked for it`)

declare module '../../../kernel/operation/app.ts' {
  interface App {
    /** Milliseconds between two files of one host. */
    source_gap?: number
  }
}
