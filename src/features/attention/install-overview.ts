/** Today in the whole install: cases for the operator, work done, work waiting. */

import { type Case, type Queue, readQueue } from '../../domains/figures/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { dayOf } from '../../kernel/time/clock.ts'
import { sorted } from './case.ts'
import { casesOfInstall } from './install-cases.ts'

export type InstallToday = { cases: Case[]; queue: Queue; sent: { links: number; batches: number }; looks: number }

/** Only for platform admins. Days are UTC. */
export function readInstall(tx: ReadTx): InstallToday {
  const today = dayOf(tx.now)
  return {
    cases: sorted(casesOfInstall(tx)),
    queue: readQueue(tx),
    sent: tx.row<InstallToday['sent']>(
      'select coalesce(sum(links), 0) as links, coalesce(sum(batches), 0) as batches from crawl_days where day = ?',
      today,
    )!,
    looks: tx.count('select sum(looks) from look_days where day = ?', today),
  }
}
