/** One workspace by itself: how it stands, what became of its days, and what needs somebody there. */
import type { ReadTx } from '../../kernel/database.ts'
import { readTenant } from '../tenants/index.ts'
import { type Case, casesOf } from './cases.ts'
import { chartOf } from './dashboard.ts'
import { pathOfTenant } from './month.ts'
import { type Standing, standings } from './standing.ts'

export type ClientReport = { standing: Standing; chart: ReturnType<typeof chartOf>; cases: Case[] }

/** As the dashboard counts, of this one alone. */
export function readClient(tx: ReadTx, id: string): ClientReport {
  const place = { ...readTenant(tx, id), path: pathOfTenant(tx, id) }
  const { standings: known, days } = standings(tx, [place])
  return { standing: known.get(id)!, chart: chartOf(days, tx.now), cases: casesOf(tx, [place], known) }
}
