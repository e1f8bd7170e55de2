/** Orders of keys and apps that a person must approve: they are held, and the same order sent again gets the result. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { Fault, forbidden } from '../../kernel/operation/fault.ts'
import type { HeldOrder } from '../../kernel/operation/ordering.ts'
import type { Estimate } from '../../kernel/operation/spending.ts'
import { counted } from '../../kernel/operation/wording.ts'
import { hashSecret, newId } from '../../kernel/secrets/ids.ts'
import type { DraftRow } from './tables.ts'

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
