/** Facts about sites that no single page has: wishes in robots.txt, and a firewall that cannot be seen from outside. */
import type { ReaderHost } from '../../domains/preflight/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'

type Row = Omit<ReaderHost, 'training_refused'> & { training_refused: string }

export const keepHosts = (tx: Tx, hosts: readonly ReaderHost[]): number =>
  hosts.length === 0
    ? 0
    : tx.run(
        `insert into answer_hosts (origin, read_at, training_refused, signal, cdn)
         select value ->> 'origin', ?, value -> 'training_refused', value ->> 'signal', value ->> 'cdn' from json_each(?) where true
         on conflict do update set read_at = excluded.read_at, training_refused = excluded.training_refused,
           signal = excluded.signal, cdn = excluded.cdn`,
        tx.now,
        JSON.stringify(hosts),
      )

export function hostAt(tx: ReadTx, origin: string): ReaderHost | null {
  const row = tx.row<Row>(
    'select origin, training_refused, signal, cdn from answer_hosts where origin = ? and read_at > ?',
    origin,
    plus(tx.now, -KEPT),
  )
  return row && { ...row, training_refused: JSON.parse(row.training_refused) as string[] }
}

/** After that, a host that nobody pushes is forgotten. */
const KEPT = 180 * DAY

export const forgetHosts = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from answer_hosts where origin in (select origin from answer_hosts where read_at < ? limit ?)',
    plus(tx.now, -KEPT),
    limit,
  )
