/** The `details` of an error for programs, by error code. */
import Type, { type TObject, type TProperties } from 'typebox'
import { PROOF_METHODS } from '../../kernel/operation/caller.ts'
import type { FaultCode } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Nullable } from '../../kernel/operation/shape.ts'
import { CREDIT_KINDS } from '../../kernel/operation/spending.ts'
import { FAILURE_CLASSES } from '../../kernel/web-fetch/upstream-error.ts'

const of = (code: FaultCode, fields: TProperties = {}) => Type.Object({ code: Type.Literal(code), ...fields })

const IssueShape = Shape('Issue', {
  path: Type.String({ description: 'The field, such as `urls.3`; empty for the body as a whole' }),
  message: Type.String(),
})

const kind = Type.Enum(CREDIT_KINDS)

/** The plan that allows it, and the address to upgrade. */
const wayOut = {
  required_plan: Nullable(Type.String({ description: 'The lowest plan that allows it; null when none does' })),
  upgrade_url: Type.String(),
  payment_late: Type.Boolean({ description: 'Whether a late payment is the only reason' }),
}

/** The object that a conflict is with, where it has a name. */
const conflict = Type.Partial(
  Type.Object({
    archived: Type.Object({ id: Type.String(), name: Type.String() }, { description: 'The workspace to restore' }),
    id: Type.String({ description: 'Id of the existing object' }),
    job_id: Type.String({ description: 'The job to wait for' }),
    root_id: Type.String({ description: 'The workspace that carries the plan' }),
    revoked_at: Type.String({ description: 'When the key that is being replaced ends' }),
    state: Type.String({ description: 'State of the conflicting object, such as a sign-in or a report' }),
    max_depth: Count('Maximum depth of nested workspaces'),
    most: Count('Maximum credits of a workspace'),
    kind,
    need: Count('Credits that it takes'),
    have: Count('Credits that there are'),
    links: Count('Links that the first run of a standing push would push'),
  }),
)

/** Codes that are not named here have no details. */
export const FAULT_DETAILS: Partial<Record<FaultCode, TObject>> = {
  insufficient_credits: of('insufficient_credits', {
    kind,
    need: Count('Credits that it takes'),
    have: Count('Credits that are available'),
  }),
  over_max_credits: of('over_max_credits', { need: Count('Credits that it takes'), max_credits: Count('As given') }),
  plan_required: of('plan_required', { feature: Type.String(), ...wayOut }),
  approval_required: of('approval_required', {
    draft_id: Type.String({ description: 'Draft that waits for a person: GET /drafts/{id}' }),
    credits: Count('Credits that the order would reserve'),
    approval_above: Count('Most credits that the key may order alone'),
    approve_url: Type.String({ description: 'Where a person approves it' }),
  }),
  proof_required: of('proof_required', {
    methods: Type.Array(Type.Enum(PROOF_METHODS), { description: 'Methods of this person for POST /profile/proof' }),
  }),
  second_factor_required: of('second_factor_required'),
  method_not_allowed: Type.Object({ allow: Type.String({ description: 'Methods of this path' }) }),
  conflict,
  too_many_urls: Type.Object({ issues: Type.Optional(Type.Array(IssueShape)) }),
  body_too_large: Type.Object({ limit: Type.Optional(Count('Bytes')) }),
  validation_failed: Type.Object({ issues: Type.Array(IssueShape, { description: 'Each fault, by its field' }) }),
  rate_limited: of('rate_limited'),
  plan_limit: of('plan_limit', {
    limit: Type.String({ description: 'The limit: urls_per_push, clients, members, keys' }),
    allowed: Nullable(Count('Allowed by the plan')),
    need: Count('Needed for this call'),
    plan: Type.String(),
    ...wayOut,
  }),
  daily_cap: of('daily_cap', {
    cap: Type.Number({ description: 'Daily cap: credits of the key, or checks or USD of the engine' }),
    used: Type.Number(),
    need: Type.Number(),
    engine: Type.Optional(Type.String({ description: 'Engine with this cap' })),
  }),
  upstream_unavailable: Type.Object({ failure: Type.Optional(Type.Enum(FAILURE_CLASSES)) }),
  storage: Type.Object({
    reason: Type.Enum(['full', 'failed'], { description: 'No room: nothing was changed; or the disk failed' }),
  }),
}
