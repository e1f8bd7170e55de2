/** One workspace without those below it: figures, days and cases. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { cohortGrid } from '../jobs/index.ts'
import { readTenant } from '../tenants/index.ts'
import { type Case, casesOf } from './attention/cases.ts'
import { chartOf } from './attention/dashboard.ts'
import { type Standing, standings } from './attention/standing.ts'
import { pathOfTenant } from './months/month.ts'
import { type MonthReportFacts, monthReportsOf } from './months/month-reports.ts'

export type Week = { week: string; links: number; checked: number; seen: number; final: boolean }
export type ClientReport = {
  standing: Standing
  chart: ReturnType<typeof chartOf>
  cases: Case[]
  weeks: Week[]
  report: MonthReportFacts | null
}

/** The dashboard's numbers for this workspace only, its last 12 weeks, and the newest report that it shares. */
export function readClient(tx: ReadTx, caller: Caller, id: string): ClientReport {
  const place = { ...readTenant(tx, id), path: pathOfTenant(tx, id) }
  const { standings: known, days } = standings(tx, [place])
  return {
    standing: known.get(id)!,
    chart: chartOf(days, tx.now),
    cases: casesOf(tx, [place], known),
    weeks: weeksOf(tx, caller, id),
    report: monthReportsOf(tx, id).find(({ state }) => state === 'shared') ?? null,
  }
}

/** As in Results: links that were found by day 7, of those whose check of that day is done. */
const weeksOf = (tx: ReadTx, caller: Caller, tenant_id: string): Week[] =>
  cohortGrid(tx, caller, 'week', { tenant_id }).map(({ key, sent, cells }) => {
    const { seen, due, settled, sent: counted } = cells.find(({ day }) => day === 7)!
    return { week: key, links: sent, checked: counted - due, seen, final: settled }
  })
