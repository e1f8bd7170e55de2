/** One workspace without those below it: figures, days and cases. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { readTenant } from '../tenants/index.ts'
import { type Case, casesOf } from './cases.ts'
import { chartOf } from './dashboard.ts'
import { pathOfTenant } from './month.ts'
import { type Standing, standings } from './standing.ts'

export type ClientReport = { standing: Standing; chart: ReturnType<typeof chartOf>; cases: Case[] }

/** The dashboard's numbers for this workspace only. */
export function readClient(tx: ReadTx, id: string): ClientReport {
  const place = { ...readTenant(tx, id), path: pathOfTenant(tx, id) }
  const { standings: known, days } = standings(tx, [place])
  return { standing: known.get(id)!, chart: chartOf(days, tx.now), cases: casesOf(tx, [place], known) }
}
