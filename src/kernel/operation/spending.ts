import Type, { type Static } from 'typebox'
import type { Fault } from './fault.ts'
import { namedEnum, Shape } from './schema-names.ts'
import { Count, Defaulted, Nullable, Sentence } from './shape.ts'

export const CREDIT_KINDS = namedEnum('CreditKind', ['index', 'check'])

/** Inputs of each order. REST has an estimate as an operation of its own; tools ask for it by this field. */
export const spendingInput = {
  estimate: Defaulted(
    Type.Boolean({ title: 'Estimate', description: 'Only the bill: nothing is ordered or reserved' }),
    false,
  ),
  max_credits: Type.Optional(
    Type.Integer({
      title: 'Most credits',
      description: 'Refused when the order would reserve more credits, both kinds in total. Unless given, no limit',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
    }),
  ),
}

export const ForeignHost = Shape('ForeignHost', {
  host: Type.String(),
  links: Count('Links on it'),
  tenant_id: Type.String({ description: 'The client that it belongs to' }),
  tenant_name: Type.String(),
})

/** Named in an order, and in its estimate. */
export const warnings = {
  warning: Nullable(Sentence({ description: 'What the order does that may not be meant, in words' })),
  foreign_hosts: Type.Array(ForeignHost, {
    description: 'Hosts of other clients than the one that pays, most links first. Reports leave their pages out',
  }),
}

/** The answer to an estimate. */
export const Estimate = Shape(
  'Estimate',
  {
    estimate: Type.Boolean({ description: 'Always true: nothing was ordered' }),
    tenant_id: Type.String({ description: 'The workspace that would pay' }),
    credits: Count('Credits that the order would reserve at most, both kinds in total'),
    by_kind: Type.Array(
      Type.Object({ kind: Type.Enum(CREDIT_KINDS), needed: Count('At most'), available: Count('Now') }),
    ),
    max_credits: Nullable(Type.Integer()),
    approval: Type.Boolean({ description: 'Whether a person has to approve it first' }),
    orderable: Type.Boolean({ description: 'Whether the order would be accepted now' }),
    obstacles: Type.Array(Type.String(), { description: 'Reasons why it would be refused' }),
    ...warnings,
    next: Type.String({ description: 'Next step' }),
  },
  { description: 'The bill of an order that was not placed' },
)
export type Estimate = Static<typeof Estimate>

/** The cost of an order and its refusal, known before anything is written. */
export type OrderPlan = { estimate: Estimate; refusal: Fault | null }

/** Whether it is an order: it has a plan, and reserves the credits of it. */
export const spends = (operation: object): boolean => 'plan' in operation

/** Whether only the bill of the order is wanted. */
export const asksEstimate = (value: unknown): boolean => (value as { estimate?: boolean } | null)?.estimate === true
