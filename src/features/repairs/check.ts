/** Screens watched pages that are due, and pushes those that are fixed. */

import { balances } from '../../domains/credits/index.ts'
import { planOf } from '../../domains/plans/index.ts'
import { type Facts, screenUrls } from '../../domains/preflight/index.ts'
import { lastSent, readingFor, rememberSent } from '../../domains/pushes/index.ts'
import { NOT_ARCHIVED, todayOf } from '../../domains/tenants/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault } from '../../kernel/operation/fault.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { DAY, HOUR, plus } from '../../kernel/time/clock.ts'
import { callerOf, orderLinks } from '../standing/index.ts'
import type { RepairRow } from './tables.ts'

/** Pages screened at a time, of one workspace. */
const GROUP = 100
const EVERY = 12 * HOUR
const DAYS_KEPT = 90

type Screened = { row: RepairRow; flags: Facts['flags'] }

/** Each result is a row, and a push is ordered in the transaction that ends its repairs: a kill repeats a screening. */
export async function checkRepairs(app: App, signal: AbortSignal): Promise<number> {
  let checked = 0
  for (let rows = due(app); rows.length > 0 && !signal.aborted; rows = due(app)) {
    const { tenant_id } = rows[0]!
    const urls = rows.map(({ url }) => url)
    const found = await screenUrls(urls, readingFor(app, tenant_id, signal))
    await rememberSent(app.db, signal)
    const screened = rows.map((row, i) => ({ row, flags: found[i]!.flags }))
    app.db.write((tx) => settle(tx, app, tenant_id, screened))
    checked += rows.length
  }
  await inSteps(app.db, signal, forgetEnded)
  return checked
}

const due = ({ db }: App): RepairRow[] =>
  db.read((tx) => {
    const rows = tx.rows<RepairRow>(
      `select * from repairs where state = 'watching' and check_at <= ?
         and tenant_id in (select id from tenants where ${NOT_ARCHIVED}) order by check_at, id limit ${GROUP}`,
      tx.now,
    )
    return rows.filter(({ tenant_id }) => tenant_id === rows[0]!.tenant_id)
  })

/** People may have stopped a repair or pushed its page while it was screened. */
function settle(tx: Tx, app: App, tenant_id: string, screened: readonly Screened[]): void {
  const open = screened.filter(({ row }) => isOpen(tx, row.id))
  const fixed: RepairRow[] = []
  for (const { row, flags } of open) {
    if ((lastSent(tx, tenant_id, row.url) ?? '') > row.created_at)
      end(tx, row, 'stopped', 'The page was pushed meanwhile.')
    else if (flags.length > 0) goOn(tx, row, flags)
    else if (row.flags === '[]') end(tx, row, 'clear', 'Nothing on the page prevents indexing.')
    else fixed.push(row)
  }
  if (fixed.length > 0) pushFixed(tx, app, tenant_id, fixed)
}

const isOpen = (tx: Tx, id: string): boolean =>
  tx.number("select count(*) from repairs where id = ? and state = 'watching'", id) === 1

/** An outage may pass without a repair of the page, so it counts only twice in a row. */
const isOutage = (flag: Facts['flags'][number]): boolean => flag === 'unreachable' || flag === 'http_5xx'

function goOn(tx: Tx, row: RepairRow, flags: Facts['flags']): void {
  if (row.until <= tx.now) end(tx, row, 'expired', 'The page was not fixed in time.')
  else if (row.checked_at === null && row.flags === '[]' && flags.every(isOutage))
    wait(tx, row, '[]', 'The page did not answer. It is asked again.')
  else wait(tx, row, JSON.stringify(flags), null)
}

function pushFixed(tx: Tx, app: App, tenant_id: string, fixed: readonly RepairRow[]): void {
  const most = Math.min(planOf(tx, app, tenant_id).urls_per_push, balances(tx, tenant_id).index.available)
  const [take, rest] = [fixed.slice(0, most), fixed.slice(most)]
  for (const row of rest) wait(tx, row, row.flags, 'The page is fixed. There are too few index credits to push it.')
  if (take.length === 0) return
  try {
    const name = `Fixed pages, ${todayOf(tx, { tenant_id })}`
    const urls = take.map(({ url }) => url)
    const job_id = orderLinks(tx, app, callerOf(tx, tenant_id, name), { tenant_id, name, smart: false }, urls)
    for (const row of take) end(tx, row, 'pushed', null, job_id)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    for (const row of take) wait(tx, row, row.flags, `The page is fixed. ${error.message}`)
  }
}

function wait(tx: Tx, { id }: RepairRow, flags: string, note: string | null): void {
  const next = plus(tx.now, EVERY)
  tx.run(
    'update repairs set flags = ?, note = ?, checked_at = ?, check_at = ? where id = ?',
    flags,
    note,
    tx.now,
    next,
    id,
  )
}

function end(
  tx: Tx,
  { id }: RepairRow,
  state: RepairRow['state'],
  note: string | null,
  job_id: string | null = null,
): void {
  tx.run(
    `update repairs set state = ?2, note = ?3, job_id = ?4, checked_at = ?5, ended_at = ?5, check_at = null, flags = iif(?2 = 'expired', flags, '[]')
     where id = ?1`,
    ...[id, state, note, job_id, tx.now],
  )
}

const forgetEnded = (tx: Tx, limit: number): number =>
  tx.run(
    "delete from repairs where id in (select id from repairs where state <> 'watching' and ended_at < ? order by ended_at limit ?)",
    plus(tx.now, -DAYS_KEPT * DAY),
    limit,
  )
