import Type, { type Static, type TObject } from 'typebox'
import { Shape, words } from './schema-names.ts'
import { Defaulted, Nullable } from './shape.ts'

export const CREDIT_KINDS = words('CreditKind', ['index', 'check'])

/** The most that a call may spend, and whether it only asks for an estimate. */
export type Spending = { estimate: boolean; max_credits: number | null }

/** Inputs of each operation that reserves credits. An operation with them spends: see `spendingOf`. */
export const spendingInput = {
  estimate: Defaulted(
    Type.Boolean({ title: 'Estimate', description: 'Only the bill: nothing is ordered, nothing set aside' }),
    false,
  ),
  max_credits: Type.Optional(
    Type.Integer({
      title: 'Most credits',
      description: 'Refused when the order would set aside more, of both kinds together; unless given, no limit',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
}

const Count = (description: string) => Type.Integer({ minimum: 0, description })

/** The answer to `estimate`, instead of the answer to the order. */
export const Estimate = Shape(
  'Estimate',
  {
    estimate: Type.Boolean({ description: 'Always true: nothing was ordered' }),
    tenant_id: Type.String({ description: 'The workspace that would pay' }),
    credits: Count('What the order would set aside at most, of both kinds together'),
    by_kind: Type.Array(
      Type.Object({ kind: Type.Enum(CREDIT_KINDS), needed: Count('At most'), available: Count('Now') }),
    ),
    max_credits: Nullable(Type.Integer()),
    approval: Type.Boolean({ description: 'Whether a person has to approve it first' }),
    orderable: Type.Boolean({ description: 'Whether the order would be taken now' }),
    obstacles: Type.Array(Type.String(), { description: 'Why it would not' }),
    next: Type.String({ description: 'What to do now' }),
  },
  { description: 'With `estimate`' },
)
export type Estimate = Static<typeof Estimate>

/** Thrown before credits are reserved and anything is written: it ends the call, and is its answer. */
export class Estimated extends Error {
  constructor(readonly estimate: Estimate) {
    super('only an estimate was asked for')
  }
}

/** Thrown after the reservation, for an order that needs approval: the transaction is rolled back. */
export class NeedsApproval extends Error {
  constructor(
    readonly tenant_id: string,
    readonly credits: number,
  ) {
    super('a person has to approve this order')
  }
}

/** Whether it reserves credits. */
export const spends = ({ input }: { input: TObject }): boolean => 'max_credits' in input.properties

/** The spending options of the input; null for operations that spend nothing. */
export function spendingOf(operation: { input: TObject }, value: unknown): Spending | null {
  if (!spends(operation)) return null
  const { estimate = false, max_credits = null } = (value ?? {}) as Partial<Spending>
  return { estimate, max_credits }
}
