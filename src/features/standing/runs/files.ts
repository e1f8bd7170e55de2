/** The files of a source as they were last read, and the list of each. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { FileRow } from '../tables.ts'

export const fileOf = (tx: ReadTx, push_id: string, address: string): FileRow | null =>
  tx.row<FileRow>('select * from standing_files where push_id = ? and address = ?', push_id, address)

/** Files that an index listed when it was last read. */
export const filesUnder = (tx: ReadTx, push_id: string, address: string): FileRow[] =>
  tx.rows<FileRow>('select * from standing_files where push_id = ? and address <> ?', push_id, address)

export function writeFile(tx: Tx, push_id: string, file: Omit<FileRow, 'push_id'>): void {
  const { address, kind, listed_lastmod, etag, last_modified, digest, read_at } = file
  tx.run(
    `insert into standing_files (push_id, address, kind, listed_lastmod, etag, last_modified, digest, read_at)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (push_id, address) do update set kind = excluded.kind,
       listed_lastmod = excluded.listed_lastmod, etag = excluded.etag, last_modified = excluded.last_modified,
       digest = excluded.digest, read_at = excluded.read_at`,
    push_id,
    address,
    kind,
    listed_lastmod,
    etag,
    last_modified,
    digest,
    read_at,
  )
}

export const forgetFiles = (tx: Tx, push_id: string, listed: ReadonlySet<string>): number =>
  tx.run(
    'delete from standing_files where push_id = ? and address not in (select value from json_each(?))',
    push_id,
    JSON.stringify([...listed]),
  )

/** The list of a file with this digest: a list of any other state of the file says nothing. */
export const listOf = (tx: ReadTx, push: number, address: string, digest: string): Uint8Array | null =>
  tx.row<{ entries: Uint8Array }>(
    'select entries from standing_lists where push = ? and address = ? and digest = ?',
    push,
    address,
    digest,
  )?.entries ?? null

export function keepList(
  tx: Tx,
  push: number,
  { address, digest, octets }: { address: string; digest: string; octets: Uint8Array },
): void {
  tx.run(
    `insert into standing_lists (push, address, digest, entries) values (?, ?, ?, ?)
     on conflict (push, address) do update set digest = excluded.digest, entries = excluded.entries`,
    push,
    address,
    digest,
    octets,
  )
}

/** Whole lists of files that the source has dropped. */
export const droppedFiles = (tx: ReadTx, push_id: string, listed: ReadonlySet<string>): FileRow[] =>
  tx.rows<FileRow>(
    `select * from standing_files where push_id = ? and kind in ('sitemap', 'list')
       and address not in (select value from json_each(?))`,
    push_id,
    JSON.stringify([...listed]),
  )

/** Files that list links. */
export const filesOfLinks = (tx: ReadTx, push_id: string): FileRow[] =>
  tx.rows<FileRow>(
    "select * from standing_files where push_id = ? and coalesce(kind, '') not in ('index', 'robots')",
    push_id,
  )

/** Lists deleted in one step: each is up to 600 KB. */
const LISTS = 2

/** Deletes some lists of files that the source has dropped. Returns how many. */
export const forgetLists = (tx: Tx, push_id: string, push: number): number =>
  tx.run(
    `delete from standing_lists where rowid in (select rowid from standing_lists l where push = ?1 and not exists (
       select 1 from standing_files f where f.push_id = ?2 and f.address = l.address) limit ${LISTS})`,
    push,
    push_id,
  )
