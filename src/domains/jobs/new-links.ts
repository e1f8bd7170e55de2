/** The links of a new job. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { keepSlice, LINKS_A_SLICE, writeNext, writeSlices } from './order-slices.ts'
import type { LinkCredit, LinkState } from './shapes.ts'

export type NewLinks = {
  urls: string[]
  state: LinkState
  credit: LinkCredit | null
  push_anyway?: Set<string>
  /** Whether a person said that links on hosts of other clients are meant. */
  foreign_meant?: boolean
}
type Part = { first_link: number; state: LinkState; credit: LinkCredit | null; urls: string[]; push_anyway: string[] }

/** Writes the first slice, keeps ids and slices for the rest, and returns the first id. */
export function writeLinks(tx: Tx, job_id: string, { urls, state, credit, push_anyway = new Set() }: NewLinks): number {
  const first_link = tx.number("select seq from sqlite_sequence where name = 'links'") + 1
  for (let at = 0; at < urls.length; at += LINKS_A_SLICE) {
    const some = urls.slice(at, at + LINKS_A_SLICE)
    const anyway = some.filter((url) => push_anyway.has(url))
    const data: Part = { first_link: first_link + at, state, credit, urls: some, push_anyway: anyway }
    if (at === 0) writePart(tx, data, job_id)
    else keepSlice(tx, { job_id, kind: 'links', index_credits: credit === 'reserved' ? some.length : 0, data })
  }
  if (urls.length > LINKS_A_SLICE)
    tx.run("update sqlite_sequence set seq = ? where name = 'links'", first_link + urls.length - 1)
  return first_link
}

const writePart = (tx: Tx, { first_link, state, credit, urls, push_anyway }: Part, job_id: string): number =>
  tx.run(
    `insert into links (id, job_id, url, state, credit, push_anyway)
     select ?1 + key, ?2, value, ?3, ?4, value in (select value from json_each(?5)) from json_each(?6)`,
    first_link,
    job_id,
    state,
    credit,
    JSON.stringify(push_anyway),
    JSON.stringify(urls),
  )

/** Writes the rest of a large order's links, or of all of them. Returns how many. */
export const writeUnwrittenLinks = (
  app: Pick<App, 'db'>,
  job_id: string | null,
  signal?: AbortSignal,
): Promise<number> => writeSlices(app, 'links', writePart, job_id, signal)

/** The same at once, in a transaction. */
export function writeLinksNow(tx: Tx, job_id: string): void {
  while (writeNext(tx, 'links', writePart, job_id));
}

/** The least and the largest first id of links that are not written yet. */
export const unwrittenFrom = (tx: ReadTx): { least: number | null; largest: number | null } =>
  tx.row(
    "select min(data ->> 'first_link') as least, max(data ->> 'first_link') as largest from order_slices where kind = 'links'",
  )!
