import type { Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
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

export const idsIn = (places: readonly Place[]): string => JSON.stringify(places.map(({ id }) => id))
