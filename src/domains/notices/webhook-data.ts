import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { DataOf } from '../hooks/index.ts'

export type NewsApp = Pick<App, 'wake' | 'catalog' | 'config'>
type Outcome = { links: number; states: Record<string, number>; credits: Record<string, number> }

/** Counts and credits of a push, as its events carry them; null when it was deleted. */
export function pushData(tx: ReadTx, id: string, base: string): DataOf<'push.finished'> | null {
  const job = tx.row<{ name: string; outcome: string }>(
    'select name, outcome from jobs where id = ? and deleted_at is null',
    id,
  )
  if (!job) return null
  const { links, states, credits } = JSON.parse(job.outcome) as Outcome
  const { sent = 0, indexed = 0, not_indexed = 0, failed = 0, ...others } = states
  return {
    id,
    name: job.name,
    links,
    sent,
    indexed,
    not_indexed,
    failed,
    excluded: (others.flagged ?? 0) + (others.visible ?? 0) + (others.held_out ?? 0) + (others.cancelled ?? 0),
    credits: { reserved: credits.reserved ?? 0, used: credits.consumed ?? 0, returned: credits.released ?? 0 },
    url: `${base}/jobs/${id}`,
  }
}
