import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable, OwnTenantId } from '../../kernel/operation/shape.ts'
import { CREDIT_KINDS } from '../../kernel/operation/spending.ts'

export { CREDIT_KINDS }
export const CreditKind = Type.Enum(CREDIT_KINDS, { title: 'Kind of credit' })
export type CreditKind = Static<typeof CreditKind>

export const REQUEST_STATUSES = namedEnum('CreditRequestStatus', ['pending', 'approved', 'declined', 'refunded'])
export const DIRECTIONS = namedEnum('LedgerDirection', ['in', 'out'])
export const REASONS = namedEnum('LedgerReason', [
  'trial',
  'plan_grant',
  'pack',
  'allocation',
  'release',
  'refund',
  'adjustment',
  'reversal',
  'reserve',
  'check',
  'move',
])
export type Reason = (typeof REASONS)[number]

export const Balance = Shape('Balance', {
  available: Type.Integer({ minimum: 0, description: 'free to spend' }),
  reserved: Type.Integer({ minimum: 0, description: 'reserved for work that is not settled yet' }),
  owed: Type.Integer({
    minimum: 0,
    description: 'of refunded packs: taken from the next credits that come in, from any source',
  }),
})
export type Balance = Static<typeof Balance>
export type Balances = Record<CreditKind, Pick<Balance, 'available' | 'reserved'>>

const Amount = Type.Integer({ minimum: 1, description: 'always positive; `direction` gives the sign' })

export const LedgerEntry = Shape('LedgerEntry', {
  id: Id,
  tenant_id: Type.String(),
  kind: CreditKind,
  direction: Type.Enum(DIRECTIONS, { title: 'Direction' }),
  amount: Amount,
  reason: Type.Enum(REASONS, { title: 'Reason' }),
  balance_after: Type.Integer({ minimum: 0, description: 'available credits after this line' }),
  job_id: Nullable(Type.String()),
  group_id: Type.String({ description: 'shared by the lines of one act' }),
  actor: Type.String(),
  note: Nullable(Type.String()),
  created_at: Moment,
})
export type LedgerEntry = Static<typeof LedgerEntry>

/** A line as lists show it. */
export const LedgerLine = Shape('LedgerLine', {
  ...LedgerEntry.properties,
  job_name: Nullable(Type.String({ description: 'null without a job, and after it was deleted or moved away' })),
  partner_name: Nullable(Type.String({ description: 'The workspace below that a transfer went to or came back from' })),
})
export type LedgerLine = Static<typeof LedgerLine>

/** Cost of an order and the remaining credits: part of every answer that spends. */
export const Bill = Shape('Bill', {
  credits: Type.Integer({ minimum: 0, description: 'Reserved credits, both kinds in total' }),
  lines: Type.Array(LedgerEntry, { description: 'The ledger lines of the order' }),
  left: Type.Object(
    { index: Type.Integer({ minimum: 0 }), check: Type.Integer({ minimum: 0 }) },
    { description: 'Available credits of the workspace now' },
  ),
})
export type Bill = Static<typeof Bill>

export const Settlement = Shape('Settlement', {
  reserved: Type.Integer({ minimum: 0 }),
  used: Type.Integer({ minimum: 0 }),
  returned: Type.Integer({ minimum: 0 }),
  pending: Type.Integer({ minimum: 0 }),
})

export const LedgerDetail = Shape('LedgerEntryDetail', {
  ...LedgerLine.properties,
  reversible: Type.Boolean({ description: 'You may reverse it, while the receiver still has the credits' }),
  related: Type.Array(LedgerLine, { description: 'the other lines of the same act, or of the same job and kind' }),
  settlement: Nullable(Settlement),
})

/** Optional: the caller's own workspace by default. */
export const OwnTenant = Type.Optional(OwnTenantId)
export const Note = Type.Optional(Type.String({ title: 'Note', maxLength: 500 }))
export const EntryId = Type.String({ title: 'Ledger entry', description: 'Id of a ledger line' })
export const SignedAmount = Type.Integer({
  title: 'Amount',
  description: 'Credits to add; a negative number takes them back',
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
})
