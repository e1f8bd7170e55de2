/** Checks of a large recheck, written in slices behind the order (`jobs/order-slices.ts`). */
import type { Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { keepSlice, writeSlices } from '../../jobs/index.ts'
import { countLooks, type LookPlan, TAKE_LOOKS, writeLooks } from './plan-looks.ts'

/** Checks written in one transaction: about 4 ms, without its commit. */
const SLICE = 500

type Part = LookPlan & { link_ids: number[] }

/** Keeps checks of these links to be written, and counts them against the cap of their engine. */
export function keepLooks(tx: Tx, plan: LookPlan, ids: readonly number[]): void {
  for (let at = 0; at < ids.length; at += SLICE) {
    const data: Part = { ...plan, link_ids: ids.slice(at, at + SLICE) }
    keepSlice(tx, { job_id: plan.job_id, kind: 'checks', check_credits: plan.credits * data.link_ids.length, data })
  }
  countLooks(tx, plan.engine, ids.length)
}

/** Writes the rest of a large recheck, or of all of them. Returns how many checks. */
export async function writeUnwrittenLooks(
  app: Pick<App, 'db' | 'wake'>,
  job_id: string | null,
  signal?: AbortSignal,
): Promise<number> {
  const written = await writeSlices(app, 'checks', writePart, job_id, signal)
  if (written) app.wake(TAKE_LOOKS)
  return written
}

const writePart = (tx: Tx, { link_ids, ...plan }: Part): number =>
  writeLooks(tx, plan, 'l.id in (select value from json_each(?))', JSON.stringify(link_ids))
