/** One workspace without those below it: figures, days and cases. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { balances } from '../credits/index.ts'
import { cohortGrid } from '../jobs/index.ts'
import { placeOf } from '../tenants/index.ts'
import { casesFor } from './attention/case.ts'
import { casesOf } from './attention/cases.ts'
import { actingCase, chartOf } from './attention/dashboard.ts'
import { standings } from './attention/standing.ts'
import { monthReportsOf } from './months/month-reports.ts'
import { engineAsked } from './months/report-pages.ts'

/** The dashboard's numbers for this workspace only, its last 12 weeks, and the newest report that it shares. */
export function readClient(tx: ReadTx, caller: Caller, id: string) {
  const place = placeOf(tx, id)
  const { standings: known, days } = standings(tx, [place])
  const purse = balances(tx, caller.tenant_id).index.available
  return {
    standing: known.get(id)!,
    chart: chartOf(days, tx.now),
    cases: casesFor(caller, casesOf(tx, [place], known)).map((one) => actingCase(one, caller.tenant_id, purse)),
    weeks: weeksOf(tx, caller, id),
    engine: engineAsked(tx, newestJobs(tx, id)),
    report: monthReportsOf(tx, id).find(({ state }) => state === 'shared') ?? null,
  }
}

/** Jobs whose checks tell which engine is asked. */
const NEWEST = 20

const newestJobs = (tx: ReadTx, tenant_id: string): string[] =>
  tx
    .rows<{ id: string }>(
      `select id from jobs where tenant_id = ? and deleted_at is null order by id desc limit ${NEWEST}`,
      tenant_id,
    )
    .map(({ id }) => id)

/** As in Results: links that were found by day 7, of those whose check of that day is done. */
const weeksOf = (tx: ReadTx, caller: Caller, tenant_id: string) =>
  cohortGrid(tx, caller, 'week', { tenant_id }).map(({ key, sent, cells }) => {
    const { seen, due, settled, sent: counted } = cells.find(({ day }) => day === 7)!
    return { week: key, links: sent, checked: counted - due, seen, final: settled }
  })
