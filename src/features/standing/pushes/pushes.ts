/** Standing pushes as people set them up. */
import { eq } from 'drizzle-orm'
import { assertRoom, planOf } from '../../../domains/plans/index.ts'
import { below, rootOf } from '../../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { type ListArguments, list, looseCondition, when } from '../../../kernel/database/list.ts'
import { readSetting, writeSetting } from '../../../kernel/database/settings.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../../kernel/operation/caller.ts'
import { conflict, Fault, invalid, notFound } from '../../../kernel/operation/fault.ts'
import { newId } from '../../../kernel/secrets/ids.ts'
import { at, between, MINUTE, plus, SECOND, type Time } from '../../../kernel/time/clock.ts'
import { hubOnWire } from '../hubs/subscriptions.ts'
import { countQueue } from '../runs/queue.ts'
import { spentOf } from '../runs/run-budget.ts'
import { type Rules, type Run, rulesOf, type StandingPush } from '../shapes.ts'
import { type PushRow, type RunRow, standingPushes } from '../tables.ts'
import { RUN_STANDING_PUSHES } from '../task-name.ts'
import type { Pause } from '../words.ts'
import { hintOfAuthorization, sealAuthorization } from './authorization.ts'
import { GONE } from './forget.ts'

const NUMBER = 'standing_pushes_number'

export function findPush(tx: ReadTx, caller: Caller, id: string): PushRow {
  const row = tx.row<PushRow>('select * from standing_pushes where id = ?', id)
  if (!row || !inTree(tx, caller, row.tenant_id)) throw notFound('standing push')
  return row
}

export const runOnWire = ({ skipped, job_ids, ...run }: RunRow): Run => ({
  ...run,
  skipped: JSON.parse(skipped) as Run['skipped'],
  job_ids: JSON.parse(job_ids) as string[],
})

export function pushOnWire(tx: ReadTx, app: Pick<App, 'sealer'>, row: PushRow): StandingPush {
  const last = tx.row<RunRow>('select * from standing_runs where push_id = ? order by id desc limit 1', row.id)
  const held = heldRun(tx, row.id)
  const { name: tenant_name } = tx.row<{ name: string }>('select name from tenants where id = ?', row.tenant_id)!
  const { day_pushed, month_pushed } = spentOf(tx, row)
  return {
    ...row,
    tenant_name,
    rules: rulesOf(row),
    authorization: hintOfAuthorization(app, row),
    hub: hubOnWire(tx, row.id),
    paused: row.paused === 1,
    paused_why: row.paused_why as Pause | null,
    waiting: countQueue(tx, row.watch_id),
    pushed_today: day_pushed,
    pushed_month: month_pushed,
    last_run: last && runOnWire(last),
    held_run: held && runOnWire(held),
  }
}

/** The oldest run that waits for a decision. */
export const heldRun = (tx: ReadTx, push_id: string): RunRow | null =>
  tx.row<RunRow>(
    "select * from standing_runs where push_id = ? and state = 'held' and decided is null order by id limit 1",
    push_id,
  )

export const countPushes = (tx: ReadTx, path: string): number =>
  tx.number(
    'select count(*) from standing_pushes where tenant_id in (select id from tenants where path >= ? and path < ?)',
    ...below(path),
  )

/** Throws 409 for a source that the workspace watches already. */
export function assertNew(tx: ReadTx, tenant_id: string, address: string): void {
  const known = tx.row<{ id: string; name: string }>(
    'select id, name from standing_pushes where tenant_id = ? and address = ?',
    tenant_id,
    address,
  )
  if (known) throw conflict(`“${known.name}” watches this address already. Change that one.`, { id: known.id })
}

/** Refuses an interval below that of the plan. A cap above what one push may hold is filled by more than one. */
function assertInterval(tx: ReadTx, app: Pick<App, 'catalog'>, tenant_id: string, minutes: number): void {
  const { name, standing_minutes } = planOf(tx, app, tenant_id)
  if (minutes < standing_minutes)
    throw invalid({
      path: 'interval_minutes',
      message: `must be at least ${standing_minutes.toLocaleString('en')} on the plan ${name}`,
    })
}

type NewPush = Pick<PushRow, 'tenant_id' | 'name' | 'address' | 'kind' | 'interval_minutes' | 'created_by'> & {
  rules: Rules
  /** Whether the first run only learns. */
  baseline: boolean
  authorization?: string | undefined
}

export function createPush(tx: Tx, app: Pick<App, 'catalog' | 'config' | 'sealer' | 'wake'>, push: NewPush): PushRow {
  const { rules, baseline, authorization = '', ...row } = push
  assertNew(tx, row.tenant_id, row.address)
  assertInterval(tx, app, row.tenant_id, row.interval_minutes)
  const number = (readSetting<number>(tx, NUMBER) ?? 0) + 1
  writeSetting(tx, NUMBER, number)
  const id = newId()
  const made = tx.orm
    .insert(standingPushes)
    .values({
      ...row,
      id,
      watch_id: number,
      rules: JSON.stringify(rules),
      learned_at: baseline ? null : tx.now,
      authorization_sealed: sealAuthorization(app, id, authorization),
      next_run_at: tx.now,
      created_at: tx.now,
      updated_at: tx.now,
    })
    .returning()
    .get()
  const root = rootOf(tx, row.tenant_id)
  assertRoom(tx, app, root, 'standing_pushes', countPushes(tx, `/${root}/`))
  tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
  return made
}

type Change = Partial<Pick<PushRow, 'name' | 'interval_minutes'>> & {
  rules?: Rules | undefined
  paused?: boolean
  authorization?: string | undefined
}

export function changePush(
  tx: Tx,
  app: Pick<App, 'catalog' | 'sealer' | 'wake'>,
  row: PushRow,
  change: Change,
): PushRow {
  const { name, interval_minutes = row.interval_minutes, paused = row.paused === 1, rules, authorization } = change
  if (interval_minutes !== row.interval_minutes) assertInterval(tx, app, row.tenant_id, interval_minutes)
  const resumes = row.paused === 1 && !paused
  const sooner = plus(row.ran_at ?? tx.now, interval_minutes * MINUTE)
  if (resumes) tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
  return tx.orm
    .update(standingPushes)
    .set({
      name,
      interval_minutes,
      rules: rules && JSON.stringify(rules),
      paused: Number(paused),
      paused_why: paused ? (row.paused_why ?? 'person') : null,
      next_run_at: paused ? null : resumes ? tx.now : row.next_run_at && earlier(row.next_run_at, sooner),
      ...(resumes && { failures: 0, failing_since: null }),
      authorization_sealed: authorization === undefined ? undefined : sealAuthorization(app, row.id, authorization),
      updated_at: tx.now,
    })
    .where(eq(standingPushes.id, row.id))
    .returning()
    .get()!
}

const earlier = (a: Time, b: Time): Time => [a, b].sort()[0]!

const isRunning = (tx: ReadTx, push_id: string): boolean =>
  tx.row("select 1 from standing_runs where push_id = ? and state = 'running'", push_id) !== null

export function assertIdle(tx: ReadTx, push_id: string): void {
  if (isRunning(tx, push_id)) throw conflict('It is running. Try again when the run has ended.')
}

/** Deletes a push; its known URLs are deleted in slices (`forgetGone`). Its jobs stay. */
export function deletePush(tx: Tx, row: PushRow): void {
  assertIdle(tx, row.id)
  tx.run('delete from standing_pushes where id = ?', row.id)
  writeSetting(tx, GONE, [...(readSetting<number[]>(tx, GONE) ?? []), row.watch_id])
}

const PATIENCE = 5 * MINUTE

/** Asks for a run now. Throws 409 while one runs, 429 within five minutes of the last. */
export function askForRun(tx: Tx, app: Pick<App, 'wake'>, row: PushRow): PushRow {
  if (row.paused) throw conflict('It is paused. Resume it first.')
  if (isRunning(tx, row.id) || row.asked_at) throw conflict('It is running already.')
  const wait = row.ran_at ? PATIENCE - between(row.ran_at, tx.now) : 0
  if (wait > 0) {
    const seconds = Math.ceil(wait / 1000)
    const message = `It ran less than 5 minutes ago. Try again in ${seconds} s.`
    throw new Fault('rate_limited', message, { code: 'rate_limited' }, seconds)
  }
  tx.run('update standing_pushes set asked_at = ?, next_run_at = ? where id = ?', tx.now, tx.now, row.id)
  tx.afterCommit(() => app.wake(RUN_STANDING_PUSHES))
  return { ...row, asked_at: tx.now, next_run_at: tx.now }
}

/** The links of the oldest run that waits for a decision. */
export function heldLinks(tx: ReadTx, row: PushRow, asked: ListArguments) {
  const run_id = heldRun(tx, row.id)?.id ?? ''
  const { items, ...page } = list<{ url: string; lastmod: number; is_new: number }>(
    tx,
    {
      select: 'url, lastmod, is_new',
      from: 'standing_queue',
      where: [when('push = ?', row.watch_id), looseCondition('run_id = ?', run_id)],
      sorts: { lastmod: 'lastmod' },
      tie: 'url_hash',
    },
    { dir: 'desc', ...asked },
  )
  return {
    ...page,
    items: items.map(({ url, lastmod, is_new }) => ({
      url,
      is_new: is_new === 1,
      lastmod: lastmod < 0 ? null : at(lastmod * SECOND),
    })),
  }
}
