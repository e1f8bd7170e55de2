/** Checks of large orders: what `unwritten-links.ts` is for their links, one row a slice until it is written. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { untilIdle } from '../../../kernel/scheduling/steps.ts'
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

/** Writes the checks of all orders, in slices, oldest first. Returns how many. */
export async function writeUnwrittenLooks(
  { db, wake }: Pick<App, 'db' | 'wake'>,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  await pause()
  const written = await untilIdle(signal, () => db.write(writeNext))
  if (written) wake(TAKE_LOOKS)
  return written
}

function writeNext(tx: Tx): number {
  const next = tx.row<UnwrittenLooks>('select * from unwritten_looks order by id limit 1')
  if (!next) return 0
  tx.run('delete from unwritten_looks where id = ?', next.id)
  return writeLooks(tx, next, 'l.id in (select value from json_each(?))', next.link_ids)
}
