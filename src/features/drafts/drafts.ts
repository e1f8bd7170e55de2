import type { Static } from 'typebox'
import { below } from '../../domains/tenants/index.ts'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import { said, text } from '../../kernel/language/say.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type Caller, inTree } from '../../kernel/operation/caller.ts'
import { conflict, Fault, forbidden, notFound } from '../../kernel/operation/fault.ts'
import { DAY, plus } from '../../kernel/time/clock.ts'
import { DRAFT_COLUMNS, DRAFT_SOURCE, type DraftDetail } from './shapes.ts'
import type { DraftRow } from './tables.ts'

/** How long an order waits, and its answer is kept. */
const DAYS_KEPT = 30

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

/** @throws forbidden for people of another workspace than the one that asked */
export function assertMayDecide(tx: ReadTx, caller: Caller, { acts_in }: DraftRow): void {
  if (!inTree(tx, caller, acts_in))
    throw forbidden(text('Only a member of the workspace that asked may decide this order.'))
}

/**
 * The caller who places an approved order: the person, with the key or app that asked, in the workspace where it asked.
 * The daily limit of that key still applies: an approval does not raise it.
 */
export function decider(tx: ReadTx, caller: Caller, draft: DraftRow): Caller {
  assertMayDecide(tx, caller, draft)
  const { path } = tx.row<{ path: string }>('select path from tenants where id = ?', draft.acts_in)!
  const label = `${caller.label} for ${draft.asked_by}`
  const cap = tx.row<{ daily_credit_cap: number | null; capped_with: string | null }>(
    `select daily_credit_cap, capped_with from api_keys where id = ?1
     union all select daily_credit_cap, null from oauth_grants where id = ?1`,
    draft.actor,
  )
  // Its daily limit went with it, so nobody knows how much of it is left.
  if (!cap)
    throw conflict(text('The key or app that asked for this was deleted. Decline it, and place the order yourself.'))
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
  if (decided === 0) throw conflict(text('This order was decided already. Reload it to see the decision.'))
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
  const most = maxIn(requestIn(request).rest)
  if (need > most)
    return conflict(
      said(
        'The order needs {n, plural, one {# credit} other {# credits}} now, and its own limit is {most}. Nothing was ordered. Decline it.',
        { n: need, most },
      ),
      { need },
    )
  app.db.write((tx) => tx.run("update drafts set credits = ? where id = ? and status = 'waiting'", need, id))
  return conflict(
    said(
      'The order needs {n, plural, one {# credit} other {# credits}} now, and the approval was for {most}. Nothing was ordered. Approve it again if you agree to the new number.',
      { n: need, most: max_credits },
    ),
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
