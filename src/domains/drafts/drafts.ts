import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { App } from '../../kernel/app.ts'
import { type Caller, inTree } from '../../kernel/caller.ts'
import { DAY, plus } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { conflict, Fault, forbidden, notFound } from '../../kernel/fault.ts'
import { newId } from '../../kernel/ids.ts'
import type { HeldOrder } from '../../kernel/invoke.ts'
import { counted } from '../../kernel/wording.ts'
import { DRAFT_COLUMNS, DRAFT_SOURCE, type DraftDetail } from './shapes.ts'
import type { DraftRow } from './tables.ts'

/** How long an order waits, and is remembered. */
const DAYS_KEPT = 30
/** What one key may have waiting: orders, and octets of them in all. */
const MOST_WAITING = 100
const MOST_OCTETS = 32 * 1024 * 1024

/**
 * What became of the same order when it was asked for before: the answer of one that a person approved; 403 for one that
 * they declined. Undefined where there was none, or where that was told already and no key of the caller's says that it
 * is a retry.
 */
export function answered(app: Pick<App, 'db'>, order: HeldOrder): unknown {
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

/** Keeps the order for a person, once however often it is asked for. Throws 403 that says where it waits and what to do. */
export function hold(app: Pick<App, 'db' | 'config'>, order: HeldOrder, tenant_id: string, credits: number): never {
  const { caller } = order
  const id = app.db.write((tx) => {
    const waiting = tx.row<{ id: string }>(
      "select id from drafts where actor = ? and request_hash = ? and status = 'waiting'",
      caller.key_id,
      hashOf(order),
    )
    if (waiting) return waiting.id
    assertMayWait(tx, app, order)
    return keep(tx, order, tenant_id, credits)
  })
  const approve_url = `${app.config.site_url}/app/w/${tenant_id}/drafts/${id}`
  const most = caller.approval_above!
  throw new Fault(
    'approval_required',
    `This needs ${counted(credits, 'credit')}, and a person has to approve what is above ${most.toLocaleString('en')}. Nothing was ordered: it waits at ${approve_url}. Once it is approved, ask for exactly the same again to get the result.`,
    { code: 'approval_required', draft_id: id, credits, approval_above: most, approve_url },
  )
}

/** Nobody says yes to a thousand orders, and each may name ten thousand links. */
function assertMayWait(tx: ReadTx, { config }: Pick<App, 'config'>, { caller, path, rest }: HeldOrder): void {
  const { n, octets } = tx.row<{ n: number; octets: number }>(
    "select count(*) as n, coalesce(sum(octet_length(request)), 0) as octets from drafts where actor = ? and status = 'waiting'",
    caller.key_id,
  )!
  if (n < MOST_WAITING && octets + JSON.stringify({ path, rest }).length <= MOST_OCTETS) return
  const page = `${config.site_url}/app/w/${caller.tenant_id}/drafts`
  throw new Fault(
    'rate_limited',
    `${counted(n, 'order')} of this key already ${n === 1 ? 'waits' : 'wait'} for approval, and no more fit. Nothing was ordered. Have a person answer them first: ${page}`,
    { code: 'rate_limited' },
    RETRY_AFTER_S,
  )
}

/** Until a person has had time to answer. */
const RETRY_AFTER_S = 3600

/** The draft in the caller's reach, or 404. */
export function findDraft(tx: ReadTx, caller: Caller, id: string): DraftRow {
  const draft = tx.row<DraftRow>('select * from drafts where id = ?', id)
  if (!draft || !inTree(tx, caller, draft.tenant_id)) throw notFound('draft')
  return draft
}

/** A draft as the wire shows it, with the order itself. */
export function readDraft(tx: ReadTx, { id, request }: DraftRow): Static<typeof DraftDetail> {
  const shown = tx.row<Static<typeof DraftDetail>>(`select ${DRAFT_COLUMNS} from ${DRAFT_SOURCE} where d.id = ?`, id)!
  const { path, rest } = requestIn(request)
  return { ...shown, order: { ...path, ...rest } }
}

export const requestIn = (request: string): Request => JSON.parse(request) as Request
type Request = { path: Record<string, string>; rest: Record<string, unknown> }

/**
 * Whoever decides, where the order was asked for: what is placed is theirs and the app's, as ledger and audit say. The
 * ceiling for the day of who asked holds as it is by now: a yes is to the order, not to more than that.
 */
export function decider(tx: ReadTx, caller: Caller, draft: DraftRow): Caller {
  if (!inTree(tx, caller, draft.acts_in)) throw forbidden('Only somebody of the workspace that asked may decide this.')
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', draft.acts_in)!
  const label = `${caller.label} for ${draft.asked_by}`
  const cap = tx.row<{ daily_credit_cap: number | null; capped_with: string | null }>(
    `select daily_credit_cap, capped_with from api_keys where id = ?1
     union all select daily_credit_cap, null from oauth_grants where id = ?1`,
    draft.actor,
  )
  return {
    ...caller,
    tenant_id: draft.acts_in,
    path,
    label,
    key_id: draft.actor,
    app: draft.app ?? undefined,
    daily_credit_cap: cap?.daily_credit_cap ?? null,
    counts_as: cap?.capped_with ?? undefined,
  }
}

/** Settles a draft, in the transaction of what it brings about. Throws 409 for one that was decided in the meantime. */
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
  if (decided === 0) throw conflict('Somebody decided this already.')
}

/** How many orders wait in the workspaces at and below a path. */
export const countWaiting = (tx: ReadTx, path: string): number =>
  tx.count(
    `select count(*) as n from drafts d join tenants t on t.id = d.tenant_id
     where d.status = 'waiting' and t.path >= ? and t.path < ?`,
    path,
    `${path}~`,
  )

/** Drops what is older than a month, decided or not. */
export const forgetDrafts = (tx: Tx): number =>
  tx.run('delete from drafts where created_at <= ?', plus(tx.now, -DAYS_KEPT * DAY))

function keep(tx: Tx, order: HeldOrder, tenant_id: string, credits: number): string {
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

/** Two orders are one when everything in them is, the caller's own key too. */
function hashOf({ operation, path, rest, idempotency_key }: HeldOrder): string {
  return createHash('sha256')
    .update(JSON.stringify([operation, path, rest, idempotency_key]))
    .digest('hex')
}
