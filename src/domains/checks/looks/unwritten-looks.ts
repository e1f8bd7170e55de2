/** Checks of large orders: what `unwritten-links.ts` is for their links, one row a slice until it is written. */
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { writeSlices } from '../../../kernel/scheduling/steps.ts'
import { type UnwrittenLooks, unwrittenLooks } from '../tables.ts'
import { countLooks, TAKE_LOOKS, writeLooks } from './plan-looks.ts'

/** Checks written in one transaction: about 4 ms, without its commit. */
const SLICE = 500

/** Keeps checks of these links to be written, and counts them against the cap of their engine. */
export function keepLooks(tx: Tx, plan: Omit<UnwrittenLooks, 'id' | 'link_ids'>, link_ids: readonly number[]): void {
  for (let at = 0; at < link_ids.length; at += SLICE)
    tx.orm
      .insert(unwrittenLooks)
      .values({ ...plan, link_ids: JSON.stringify(link_ids.slice(at, at + SLICE)) })
      .run()
  countLooks(tx, plan.engine, link_ids.length)
}

/** Writes the checks of a large order, or of all of them, in slices. Returns how many. */
export async function writeUnwrittenLooks(
  app: Pick<App, 'db' | 'wake'>,
  job_id: string | null,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const written = await writeSlices(app, job_id, signal, nextSlice, writeNext)
  if (written) app.wake(TAKE_LOOKS)
  return written
}

function writeNext(tx: Tx, job_id: string | null): number {
  const next = nextSlice(tx, job_id)
  if (!next) return 0
  tx.run('delete from unwritten_looks where id = ?', next.id)
  return writeLooks(tx, next, 'l.id in (select value from json_each(?))', next.link_ids)
}

const nextSlice = (tx: ReadTx, job_id: string | null): UnwrittenLooks | null =>
  tx.row('select * from unwritten_looks where job_id = coalesce(?, job_id) order by id limit 1', job_id)
