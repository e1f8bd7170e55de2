import type { Caller } from '../../kernel/caller.ts'
import type { Time } from '../../kernel/clock.ts'
import type { ReadTx, Sync } from '../../kernel/database.ts'
import { pause } from '../../kernel/pause.ts'
import { below, NOT_ARCHIVED } from '../tenants/index.ts'

/** A workspace that a page tells of. */
export type Place = { id: string; name: string; path: string; created_at: Time }

/** The workspace at `path` first, then those below it that are in use, in tree order. */
export const placesAt = (tx: ReadTx, path: string): Place[] =>
  tx.rows(
    `select id, name, path, created_at from tenants where path >= ? and path < ? and (path = ? or ${NOT_ARCHIVED})
     order by path`,
    ...below(path),
    path,
  )

/** Reads in one moment, as the page's visitor. */
export type Reading = <T>(work: (tx: ReadTx, caller: Caller) => Sync<T>) => T

/** Workspaces of which so much is read in one turn: their days take some 3 ms. */
const SLICE = 50

/** What is read of many workspaces, some in each turn: what is told of one is of one moment, and nobody waits for all. */
export async function inSlices<P, T>(all: readonly P[], some: (slice: readonly P[]) => T): Promise<T[]> {
  const out: T[] = []
  for (let at = 0; at < all.length; at += SLICE) {
    if (at > 0) await pause()
    out.push(some(all.slice(at, at + SLICE)))
  }
  return out
}

export const idsIn = (places: readonly Place[]): string => JSON.stringify(places.map(({ id }) => id))
