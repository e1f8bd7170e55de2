/** Checks of a push that Google itself answers: how many were free, and when those that wait have their turn. */
import { propertyQueue, publishedFor } from '../../../domains/checks/index.ts'
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { etaOf } from '../../../kernel/scheduling/quota.ts'
import { DAY, plus, type Time } from '../../../kernel/time/clock.ts'
import { causesOfJob } from '../job-causes.ts'
import { pacedDay } from './allowance.ts'

type OwnLine = { property: string; class: number; tenant_id: string; n: number; first: Time }
type Line = { property: string; class: number; tenant_id: string; n: number }

export function googleChecksOf(tx: ReadTx, app: Pick<App, 'engines'>, job_id: string) {
  const answered = tx.rows<{ method: string | null; n: number }>(
    `select method, count(*) as n from looks indexed by looks_of_google
     where job_id = ? and state = 'done' and adapter = 'search_console' group by 1`,
    job_id,
  )
  const of = (method: string) => answered.find((one) => one.method === method)?.n ?? 0
  const own = tx.rows<OwnLine>(
    `select property, class, tenant_id, count(*) as n, min(created_at) as first from looks indexed by looks_open
     where job_id = ? and state <> 'done' and state = 'queued' and property is not null group by 1, 2, 3`,
    job_id,
  )
  return {
    inspected: of('inspection'),
    shown: of('impression'),
    causes: causesOfJob(tx, job_id),
    waiting: own.reduce((sum, { n }) => sum + n, 0),
    inspected_by: own.length ? lastTurn(tx, app, own) : null,
  }
}

/** A check of the guarantee waits for a day at most, and then goes to the paid engine. */
function lastTurn(tx: ReadTx, app: Pick<App, 'engines'>, own: readonly OwnLine[]): Time {
  const lines = tx.rows<Line>(
    `select property, class, tenant_id, count(*) as n from looks indexed by looks_classes
     where state = 'queued' and property is not null and property in (select value from json_each(?)) group by 1, 2, 3`,
    JSON.stringify([...new Set(own.map(({ property }) => property))]),
  )
  const turns = own.map((mine) => {
    const ahead = lines
      .filter(({ property, class: of }) => property === mine.property && of <= mine.class)
      .reduce((sum, line) => sum + (line.class < mine.class ? line.n : Math.min(line.n, lineOf(lines, mine))), 0)
    const eta = etaOf(
      tx,
      propertyQueue(mine.property),
      pacedDay(tx, mine.property, publishedFor(tx, app, mine.property)),
      ahead,
    )
    const late = plus(mine.first, DAY)
    return mine.class === 1 && late < eta ? late : eta
  })
  return turns.sort().at(-1)!
}

/** Workspaces take turns, so that of longer lines as many are ahead as are in this one. */
const lineOf = (lines: readonly Line[], { property, class: of, tenant_id }: OwnLine): number =>
  lines.find((line) => line.property === property && line.class === of && line.tenant_id === tenant_id)?.n ?? 0
