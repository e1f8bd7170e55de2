/** Orders the checks of watched links that are due: free ones by inspection, paid ones within the budget of the month. */
import { assertEngine, creditsOf, inspectable, planLooksOf, TAKE_LOOKS } from '../../../domains/checks/index.ts'
import { balancesOf } from '../../../domains/credits/index.ts'
import type { Db, ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { Fault } from '../../../kernel/operation/fault.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { membersOf, type Root, rootsOn } from '../settings.ts'
import { type Budget, budgetOf, ENGINE, noteUsedUp, spend } from './budget.ts'
import { engineIsSound, MOST_TESTED } from './canaries.ts'
import { countDue, type Due, dueLinks, duePage, membersWithDue, type Place } from './due-links.ts'
import { settleShown } from './impressions.ts'

/** Links of a transaction. */
const A_STEP = 100

export async function planWatches(app: App, signal: AbortSignal): Promise<number> {
  let planned = 0
  for (const root of app.db.read(rootsOn)) {
    const members = app.db.read((tx) => membersOf(tx, root))
    let in_round = 0
    do {
      in_round = await planRound(app, root, members, signal)
      planned += in_round
    } while (in_round > 0 && !signal.aborted)
    planned += await planBeyond(app, root, members, signal)
  }
  if (planned > 0) app.wake(TAKE_LOOKS)
  return planned
}

/** One share for each client with due links, those first that had fewest checks today. */
async function planRound(app: App, root: Root, members: readonly string[], signal: AbortSignal): Promise<number> {
  const { due, ...round } = app.db.read((tx) => {
    const found = membersWithDue(tx, members)
    return { due: found, waiting: countDue(tx, found, MOST_TESTED), ...budgetOf(tx, root) }
  })
  const spent = (id: string) => round.spent.get(id) ?? { today: 0, month: 0 }
  due.sort((a, b) => spent(a).today - spent(b).today || spent(a).month - spent(b).month)
  const share = round.left > 0 ? Math.min(A_STEP, Math.max(1, Math.floor(round.left / due.length))) : A_STEP
  const some = Math.floor(A_STEP / share)
  let planned = 0
  for (let from = 0; from < due.length && !signal.aborted; from += some) {
    planned += app.db.write((tx) => planStep(tx, app, root, round, dueLinks(tx, due.slice(from, from + some), share)))
    await pause()
  }
  return planned
}

type Round = Budget & { waiting: number }

function planStep(tx: Tx, app: App, root: Root, round: Round, due: readonly Due[]): number {
  const open = planFree(tx, due)
  const paid = within(tx, app, root, round, open)
  if (paid.length > 0) {
    spend(tx, root, paid)
    order(tx, paid, creditsOf(ENGINE))
    round.left -= paid.length
  }
  return due.length - open.length + paid.length
}

/** Returns the links that cost a credit. */
function planFree(tx: Tx, due: readonly Due[]): Due[] {
  const open = settleShown(tx, due)
  const free = new Set(inspectable(tx, open))
  order(tx, [...free], 0)
  return open.filter((one) => !free.has(one))
}

/** Links that a run reads behind those that nobody pays for, and where the next run goes on. A page counts as some. */
const MOST_BEYOND = 4000
const LEAST_A_PAGE = 20
const places = new WeakMap<Db, Map<string, Place>>()

/** Free checks behind first links that wait for credits or a budget, which would hold them up for ever. */
async function planBeyond({ db }: App, root: Root, members: readonly string[], signal: AbortSignal): Promise<number> {
  const kept = places.get(db) ?? new Map<string, Place>()
  places.set(db, kept)
  const all = db.read((tx) => membersWithDue(tx, members)).sort()
  const firsts = all.flatMap((tenant_id) => [0, 1].map((rank): Place => ({ tenant_id, rank, due_at: '', link_id: 0 })))
  const begun = kept.get(root.tenant_id)
  let i = begun ? firsts.findIndex((one) => one.tenant_id === begun.tenant_id && one.rank === begun.rank) : 0
  let at = (i < 0 ? undefined : begun) ?? firsts[0]
  i = Math.max(0, i)
  let planned = 0
  for (let read = 0; at && read < MOST_BEYOND && !signal.aborted; await pause()) {
    const place: Place = at
    const page = db.read((tx) => duePage(tx, place, A_STEP))
    const due = page.filter(({ deleted_at }) => deleted_at === null)
    if (due.length > 0) planned += db.write((tx) => due.length - planFree(tx, due).length)
    read += Math.max(LEAST_A_PAGE, page.length)
    at = page.length < A_STEP ? firsts[++i] : { ...place, ...page.at(-1)! }
  }
  if (at) kept.set(root.tenant_id, at)
  else kept.delete(root.tenant_id)
  return planned
}

/** The links that the budget, the credits and the engine allow. */
function within(tx: Tx, app: App, root: Root, { left, used, waiting }: Round, due: readonly Due[]): Due[] {
  if (due.length === 0 || root.budget_month === 0) return []
  if (used >= root.budget_month) noteUsedUp(tx, app, root, used)
  const purses = balancesOf(tx, [...new Set(due.map(({ tenant_id }) => tenant_id))])
  const rooms = new Map([...purses].map(([id, { check }]) => [id, check.available]))
  const taken: Due[] = []
  for (const one of due) {
    const room = rooms.get(one.tenant_id)!
    if (taken.length === left) break
    if (room > 0) taken.push(one)
    rooms.set(one.tenant_id, room - 1)
  }
  return taken.length > 0 && mayAsk(tx, taken.length) && engineIsSound(tx, waiting) ? taken : []
}

function mayAsk(tx: ReadTx, n: number): boolean {
  try {
    assertEngine(tx, ENGINE, n)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** A repeated no is asked as the other device in turn: another vantage. */
function order(tx: Tx, links: readonly Due[], credits: number): void {
  const groups = Map.groupBy(links, ({ job_id, streak }) => `${job_id} ${streak > 0} ${streak % 2}`)
  for (const of of groups.values()) {
    const { job_id, streak } = of[0]!
    const plan = { job_id, engine: ENGINE, purpose: 'retention', credits, other_device: streak % 2 === 1 } as const
    const of_class = streak > 0 ? ({ class: 'confirmation' } as const) : {}
    planLooksOf(tx, { ...plan, ...of_class }, of)
  }
  tx.run(
    'update watches set due_at = null where link_id in (select value from json_each(?))',
    JSON.stringify(links.map(({ link_id }) => link_id)),
  )
}
