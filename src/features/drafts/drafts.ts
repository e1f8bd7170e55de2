import type { Static } from 'typebox'
import { below } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, Fault, forbidden, notFound } from '../../kernel/operation/fault.ts'
import type { HeldOrder } from '../../kernel/operation/ordering.ts'
import type { Estimate } from '../../kernel/operation/spending.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { hashSecret, newId } from '../../kernel/secrets/ids.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { DRAFT_COLUMNS, DRAFT_SOURCE, type DraftDetail } from './shapes.ts'
import type { DraftRow } from './tables.ts'

/** How long an order waits, and its answer is kept. */
const DAYS_KEPT = 30
/** Limits of the waiting orders of one key: their number, and their bytes in total. */
const MOST_WAITING = 100
const MOST_OCTETS = 32 * 1024 * 1024

/**
 * The result of the same order sent before: the answer of an approved one; 403 for a declined one. Undefined when there
 * was none, or when the result was returned before and the caller's idempotency key does not mark this call as a retry.
 */
export function answerOfDraft(app: Pick<App, 'db'>, order: HeldOrder): unknown {
  const find = (tx: ReadTx) =>
    tx.row<DraftRow>(
      `select * from drafts where actor = ? and request_hash = ? and status <> 'waiting'
         and (told_at is null or ?) order by id desc limit 1`,
      order.caller.key_id,
      hashOf(order),
      order.idempotency_key === null ? 0 : 1,
    )
  const draft = app.db.read(find)
  if (!draft) return undefined
  if (draft.told_at === null)
    app.db.write((tx) => tx.run('update drafts set told_at = ? where id = ?', tx.now, draft.id))
  if (draft.status === 'approved') return JSON.parse(draft.answer!)
  throw forbidden(`${draft.decided_by} declined this order${draft.note ? `: ${draft.note}` : '.'}`)
}

type Cost = Pick<Estimate, 'tenant_id' | 'credits'>

/** Stores the order for approval, once even if it is sent again. Returns the 403 with the address where it waits. */
export function hold(tx: Tx, app: Pick<App, 'config'>, order: HeldOrder, { tenant_id, credits }: Cost): Fault {
  const { caller } = order
  const id = waitingAs(tx, order) ?? keep(tx, app, order, { tenant_id, credits })
  const approve_url = `${app.config.site_url}/app/w/${tenant_id}/drafts/${id}`
  const most = caller.approval_above!
  return new Fault(
    'approval_required',
    `This needs ${counted(credits, 'credit')}, and a person has to approve orders above ${most.toLocaleString('en')}. Nothing was ordered: it waits at ${approve_url}. Once it is approved, send exactly the same order again to get the result.`,
    { code: 'approval_required', draft_id: id, credits, approval_above: most, approve_url },
  )
}

const waitingAs = (tx: ReadTx, order: HeldOrder): string | undefined =>
  tx.row<{ id: string }>(
    "select id from drafts where actor = ? and request_hash = ? and status = 'waiting'",
    order.caller.key_id,
    hashOf(order),
  )?.id

/** No person reviews a thousand orders, and each may hold ten thousand links. */
function assertMayWait(tx: ReadTx, { config }: Pick<App, 'config'>, { caller, path, rest }: HeldOrder): void {
  const { n, octets } = tx.row<{ n: number; octets: number }>(
    "select count(*) as n, coalesce(sum(octet_length(request)), 0) as octets from drafts where actor = ? and status = 'waiting'",
    caller.key_id,
  )!
  if (n < MOST_WAITING && octets + JSON.stringify({ path, rest }).length <= MOST_OCTETS) return
  const page = `${config.site_url}/app/w/${caller.tenant_id}/drafts`
  throw new Fault(
    'rate_limited',
    `${counted(n, 'order')} of this key already ${n === 1 ? 'waits' : 'wait'} for approval, which is the limit. Nothing was ordered. Have a person decide them first: ${page}`,
    { code: 'rate_limited' },
    RETRY_AFTER_S,
  )
}

/** Enough time for a person to decide. */
const RETRY_AFTER_S = 3600

export function findDraft(tx: ReadTx, caller: Caller, id: string): DraftRow {
  const draft = tx.row<DraftRow>('select * from drafts where id = ?', id)
  if (!draft || !inTree(tx, caller, draft.tenant_id)) throw notFound('draft')
  return draft
}

/** A draft in the shape of the API, with the order itself. */
export function readDraft(tx: ReadTx, { id, request }: DraftRow): Static<typeof DraftDetail> {
  const shown = tx.row<Static<typeof DraftDetail>>(`select ${DRAFT_COLUMNS} from ${DRAFT_SOURCE} where d.id = ?`, id)!
  const { path, rest } = requestIn(request)
  return { ...shown, order: { ...path, ...rest } }
}

const requestIn = (request: string): Request => JSON.parse(request) as Request
type Request = { path: Record<string, string>; rest: Record<string, unknown> }

/**
 * The caller who places an approved order: the person, with the key or app that asked, in the workspace where it asked.
 * The daily limit of that key still applies: an approval does not raise it.
 */
export function decider(tx: ReadTx, caller: Caller, draft: DraftRow): Caller {
  if (!inTree(tx, caller, draft.acts_in))
    throw forbidden('Only a member of the workspace that asked may decide this order.')
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', draft.acts_in)!
  const label = `${caller.label} for ${draft.asked_by}`
  const cap = tx.row<{ daily_credit_cap: number | null; capped_with: string | null }>(
    `select daily_credit_cap, capped_with from api_keys where id = ?1
     union all select daily_credit_cap, null from oauth_grants where id = ?1`,
    draft.actor,
  )
  // Its daily limit went with it, so nobody knows how much of it is left.
  if (!cap) throw conflict('The key or app that asked for this was deleted. Decline it, and place the order yourself.')
  return {
    ...caller,
    tenant_id: draft.acts_in,
    path,
    label,
    key_id: draft.actor,
    app: draft.app ?? undefined,
    daily_credit_cap: cap.daily_credit_cap,
    counts_as: cap.capped_with ?? undefined,
  }
}

/** Decides a draft, in the transaction of the order. Throws 409 for a draft that was decided in the meantime. */
export function decide(
  tx: Tx,
  { id }: DraftRow,
  decision: { status: 'approved' | 'declined'; by: string; note?: string; answer?: unknown },
): void {
  const { status, by, note = null, answer } = decision
  const decided = tx.run(
    `update drafts set status = ?, decided_by = ?, note = ?, answer = ?, decided_at = ? where id = ? and status = 'waiting'`,
    status,
    by,
    note,
    answer === undefined ? null : JSON.stringify(answer),
    tx.now,
    id,
  )
  if (decided === 0) throw conflict('This order was decided already. Reload it to see the decision.')
}

/** The order, limited to the credits that the person approved: a check that it follows may have found more links. */
export function approvedRequest({ request, credits }: DraftRow, seen = credits, delay_s?: number): Request {
  const { path, rest } = requestIn(request)
  const max_credits = Math.min(seen, credits, maxIn(rest))
  return { path, rest: { ...rest, max_credits, ...(delay_s === undefined ? {} : { delay_s }) } }
}

/**
 * The refusal of an approved order: 409 when it needs more credits than the person saw. The draft then shows the new
 * number, for another approval, unless that exceeds the order's own `max_credits`: an approval cannot raise it.
 */
export function refusedApproval(app: Pick<App, 'db'>, { id, request }: DraftRow, error: unknown): unknown {
  if (!(error instanceof Fault) || error.code !== 'over_max_credits') return error
  const { need, max_credits } = error.details as { need: number; max_credits: number }
  const needs = `The order needs ${counted(need, 'credit')} now`
  const most = maxIn(requestIn(request).rest)
  if (need > most)
    return conflict(
      `${needs}, and its own max_credits is ${most.toLocaleString('en')}. Nothing was ordered. Decline it.`,
      { need },
    )
  app.db.write((tx) => tx.run("update drafts set credits = ? where id = ? and status = 'waiting'", need, id))
  return conflict(
    `${needs}, and the approval was for ${max_credits.toLocaleString('en')}. Nothing was ordered. Approve it again if you agree to the new number.`,
    { need },
  )
}

const maxIn = ({ max_credits }: Request['rest']): number =>
  (max_credits as number | undefined) ?? Number.MAX_SAFE_INTEGER

/** Number of waiting orders in the workspaces at and below a path. */
export const countWaiting = (tx: ReadTx, path: string): number =>
  tx.count(
    `select count(*) as n from drafts d join tenants t on t.id = d.tenant_id
     where d.status = 'waiting' and t.path >= ? and t.path < ?`,
    ...below(path),
  )

/** Orders about a push that moves, and that its askers can still reach, wait where it is paid. */
export function moveDrafts(tx: Tx, job_id: string, to: string): void {
  const about = JSON.stringify({ path: { id: job_id } }).slice(0, -2)
  tx.run(
    `update drafts set tenant_id = ?1 where status = 'waiting' and substr(request, 1, length(?2)) = ?2
       and tenant_id = (select tenant_id from jobs where id = ?3)
       and exists (select 1 from tenants a join tenants d on d.id = ?1 and d.path >= a.path and d.path < a.path || '~'
         where a.id = drafts.acts_in)`,
    to,
    about,
    job_id,
  )
}

/** Deletes drafts older than a month, decided or not. */
export const forgetDrafts = (tx: Tx, limit: number): number =>
  tx.run(
    'delete from drafts where id in (select id from drafts where created_at <= ? limit ?)',
    plus(tx.now, -DAYS_KEPT * DAY),
    limit,
  )

function keep(tx: Tx, app: Pick<App, 'config'>, order: HeldOrder, { tenant_id, credits }: Cost): string {
  assertMayWait(tx, app, order)
  const id = newId()
  const { caller, operation, path, rest } = order
  tx.run(
    `insert into drafts (id, tenant_id, acts_in, actor, user_id, asked_by, app, operation, request, request_hash, credits, status, created_at)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'waiting', ?)`,
    id,
    tenant_id,
    caller.tenant_id,
    caller.key_id,
    caller.user_id,
    caller.label,
    caller.app ?? null,
    operation,
    JSON.stringify({ path, rest }),
    hashOf(order),
    credits,
    tx.now,
  )
  return id
}

/** Two orders are the same when all fields are equal, the caller's idempotency key included. */
const hashOf = ({ operation, path, rest, idempotency_key }: HeldOrder): string =>
  hashSecret(JSON.stringify([operation, path, rest, idempotency_key]))
