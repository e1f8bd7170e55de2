import Type from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Id, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import { cents, PackNamed } from '../plans/index.ts'
import { inReach } from '../tenants/index.ts'
import { grant } from './ledger.ts'
import { take } from './purse.ts'
import { CREDIT_KINDS, type CreditKind, REQUEST_STATUSES } from './shapes.ts'
import { type CreditRequestRow, creditRequests } from './tables.ts'
import { Unspent, unspentOf } from './unspent.ts'

export const CreditRequest = Shape('CreditRequest', {
  id: Id,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  pack: PackNamed,
  status: Type.Enum(REQUEST_STATUSES, { title: 'Status' }),
  note: Nullable(Type.String()),
  answer_note: Nullable(Type.String()),
  usd: Type.Number({ description: 'price when it was requested' }),
  index_credits: Count(),
  check_credits: Count(),
  unspent: Nullable(
    Type.Object(
      { index: Unspent, check: Unspent },
      { description: 'of an approved pack: credits that a refund would take' },
    ),
  ),
  taken_back: Nullable(
    Type.Object({ index: Count(), check: Count() }, { description: 'credits taken by the refund so far' }),
  ),
  owed: Nullable(
    Type.Object(
      { index: Count(), check: Count() },
      { description: 'credits the refund still takes as credits come in' },
    ),
  ),
  requested_by: Type.String(),
  decided_by: Nullable(Type.String()),
  decided_at: Nullable(Moment),
  created_at: Moment,
})

export const RequestId = Type.String({ title: 'Credit request' })

export const REQUEST_COLUMNS = `r.*, r.price_cents / 100.0 as usd,
  (select name from tenants where id = r.tenant_id) as tenant_name, case r.status when 'refunded' then json_object(
  'index', (select coalesce(sum(amount), 0) from ledger where group_id = r.group_id and reason = 'reversal' and kind = 'index'),
  'check', (select coalesce(sum(amount), 0) from ledger where group_id = r.group_id and reason = 'reversal' and kind = 'check')
) end as taken_back, case r.status when 'refunded' then json_object(
  'index', (select coalesce(sum(amount), 0) from owed_credits where request_id = r.id and kind = 'index'),
  'check', (select coalesce(sum(amount), 0) from owed_credits where request_id = r.id and kind = 'check')
) end as owed`

/** A request in the shape of the API, with the state of its credits. */
type RequestRead = CreditRequestRow & {
  tenant_name: string
  usd: number
  taken_back: string | null
  owed: string | null
  unspent: object | null
}

export const readRequest = (tx: ReadTx, id: string): RequestRead =>
  withUnspent(tx, tx.rows<RequestRead>(`select ${REQUEST_COLUMNS} from credit_requests r where r.id = ?`, id))[0]!

/** The same requests, the approved ones with the unspent rest of their packs. */
export function withUnspent<T extends CreditRequestRow>(tx: ReadTx, requests: readonly T[]) {
  const approved = requests.filter(({ status }) => status === 'approved')
  const unspent = new Map(unspentOf(tx, approved).map((left, i) => [approved[i]!.id, left]))
  return requests.map((request) => ({ ...request, unspent: unspent.get(request.id) ?? null }))
}

/** The pack request with this id in the caller's reach, or 404. */
export const findRequest = (tx: ReadTx, caller: Caller, id: string): CreditRequestRow =>
  inReach(tx, caller, tx.row<CreditRequestRow>('select * from credit_requests where id = ?', id), 'credit request')

type NewRequest = Pick<CreditRequestRow, 'tenant_id' | 'pack' | 'note' | 'requested_by'>

/** Opens a request for the pack's current content and price. Returns its id. */
export function openRequest(tx: Tx, { catalog }: Pick<App, 'catalog'>, wanted: NewRequest): string {
  const { usd, index_credits, check_credits } = catalog.packs.find((one) => one.pack === wanted.pack)!
  const id = newId()
  const contents = { price_cents: cents(usd), index_credits, check_credits }
  tx.orm
    .insert(creditRequests)
    .values({ ...wanted, ...contents, id, status: 'pending', created_at: tx.now })
    .run()
  return id
}

/** A paid pack: its request is created as approved, for the pack's content at the time of the order. */
export function enterPaidPack(
  tx: Tx,
  caller: Caller,
  pack: NewRequest & Pick<CreditRequestRow, 'price_cents' | 'index_credits' | 'check_credits'>,
): CreditRequestRow {
  const [made] = tx.orm
    .insert(creditRequests)
    .values({ ...pack, id: newId(), status: 'pending', created_at: tx.now })
    .returning()
    .all()
  approve(tx, caller, made!)
  return made!
}

/** Requests of all workspaces that wait for an answer. */
export const countPendingRequests = (tx: ReadTx): number =>
  tx.count("select count(*) as n from credit_requests where status = 'pending'")

/** Grants the pack's content at the time of the request. */
export function approve(tx: Tx, caller: Caller, request: CreditRequestRow): void {
  const group_id = newId()
  decide(tx, caller, request, 'pending', 'approved', { group_id })
  for (const kind of CREDIT_KINDS) {
    const amount = contained(request, kind)
    const words = {
      reason: 'pack',
      ref: request.id,
      actor: caller.label,
      group_id,
      note: `Pack ${request.pack}`,
    } as const
    if (amount > 0) grant(tx, { tenant_id: request.tenant_id, kind, amount, ...words })
  }
}

export function decline(tx: Tx, caller: Caller, request: CreditRequestRow, answer_note: string | null): void {
  decide(tx, caller, request, 'pending', 'declined', { answer_note })
}

/**
 * Takes back the unspent credits of an approved pack: available ones at once, reserved or transferred ones from the
 * next credits that come in. They are owed until then, even if the work uses them.
 */
export function refund(tx: Tx, caller: Caller, request: CreditRequestRow, answer_note: string | null): void {
  decide(tx, caller, request, 'approved', 'refunded', { answer_note })
  const { id, tenant_id, pack } = request
  const [unspent] = unspentOf(tx, [request])
  for (const kind of CREDIT_KINDS) {
    const { available, reserved, handed_on } = unspent![kind]
    const owed = reserved + handed_on
    const note = `Refund of pack ${pack}: ${available} of ${contained(request, kind)} taken back`
    const words = { reason: 'reversal', actor: caller.label, group_id: request.group_id!, note } as const
    if (available > 0) take(tx, { tenant_id, kind, amount: available }, words)
    if (owed > 0)
      tx.run(
        'insert into owed_credits (request_id, kind, tenant_id, amount) values (?, ?, ?, ?)',
        id,
        kind,
        tenant_id,
        owed,
      )
  }
}

const contained = (request: CreditRequestRow, kind: CreditKind): number => request[`${kind}_credits`]

type Decided = { group_id?: string; answer_note?: string | null }

/** Changes the state of a request, only from the named state: of two people who decide at once, one decides. */
function decide(
  tx: Tx,
  caller: Caller,
  request: CreditRequestRow,
  from: CreditRequestRow['status'],
  to: CreditRequestRow['status'],
  { group_id = request.group_id ?? undefined, answer_note = request.answer_note }: Decided,
): void {
  const moved = tx.run(
    `update credit_requests set status = ?, decided_by = ?, decided_at = ?, answer_note = ?, group_id = ?
     where id = ? and status = ?`,
    to,
    caller.label,
    tx.now,
    answer_note,
    group_id ?? null,
    request.id,
    from,
  )
  if (moved !== 1) throw conflict(`The request is ${request.status}; only a request that is ${from} can become ${to}.`)
}

/** Deleting the workspace would delete the request, and the requester would never get an answer. */
export function assertNoOpenRequest(tx: ReadTx, tenant_id: string): void {
  const open = tx.row<{ id: string; pack: string }>(
    "select id, pack from credit_requests where tenant_id = ? and status = 'pending'",
    tenant_id,
  )
  if (!open) return
  throw conflict(
    `The workspace has requested the pack ${open.pack} and waits for an answer. Delete it once the platform admin has decided, or archive it instead.`,
    { request_id: open.id },
  )
}
