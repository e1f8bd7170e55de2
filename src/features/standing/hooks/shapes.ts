import Type, { type Static } from 'typebox'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Nullable, Secret, SecretOnce } from '../../../kernel/operation/shape.ts'
import { PushName, ruleFields, SkippedShape } from '../shapes.ts'
import { CALL_STATES, MODES } from '../words.ts'

export const HookId = Type.String({ title: 'Deploy hook', minLength: 1, maxLength: 60 })

const { cap_day, budget_month } = ruleFields

export const hookFields = {
  name: PushName,
  standing_push_id: Nullable(
    Type.String({
      title: 'Standing push',
      description: 'The standing push that a call runs',
      minLength: 1,
      maxLength: 60,
    }),
  ),
  hosts: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    title: 'Hosts',
    description: 'Hosts whose URLs a call may bring; needed where the address alone is the proof',
    maxItems: 50,
  }),
  settle_seconds: Type.Integer({
    title: 'Seconds to settle',
    description: 'Wait so long after a call, until the new pages are live; calls meanwhile join it',
    minimum: 0,
    maximum: 3600,
  }),
  cap_day,
  budget_month,
}

export const Proof = Type.Enum(MODES, {
  title: 'Sender',
  description: 'How a caller proves who it is. standard: Standard Webhooks. address: the address alone',
})
export const VendorSecret = Secret({
  title: 'Secret of the sender',
  description: 'For Vercel, which makes the secret itself',
  minLength: 8,
  maxLength: 200,
})

export const HookShape = Shape('DeployHook', {
  id: Type.String(),
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  ...hookFields,
  mode: Proof,
  standing_push_name: Nullable(Type.String()),
  needs_secret: Type.Boolean({ description: 'Calls are refused until the secret of the sender is entered' }),
  paused: Type.Boolean(),
  pushed_today: Type.Integer({ minimum: 0 }),
  pushed_month: Type.Integer({ minimum: 0 }),
  used_at: Nullable(Type.String({ description: 'Last call' })),
  created_by: Type.String(),
  created_at: Type.String(),
})
export type Hook = Static<typeof HookShape>

export const NewHookShape = Shape('NewDeployHook', {
  ...HookShape.properties,
  url: SecretOnce('Address of the hook'),
  secret: Nullable(SecretOnce('Secret of the hook')),
})

export const CallShape = Shape('DeployCall', {
  id: Type.String(),
  at: Type.String(),
  from_ip: Nullable(Type.String()),
  source: Type.String({ description: 'Caller, as the call says' }),
  state: Type.Enum(CALL_STATES),
  due_at: Nullable(Type.String({ description: 'When the site has settled' })),
  wants_run: Type.Boolean(),
  links: Type.Integer({ minimum: 0, description: 'URLs that the call brought' }),
  pushed: Type.Integer({ minimum: 0, description: 'Links of the call that were pushed' }),
  skipped: SkippedShape,
  job_id: Nullable(Type.String()),
  run_id: Nullable(Type.String({ description: 'Run of the standing push' })),
  note: Nullable(Type.String()),
})
export type DeployCall = Static<typeof CallShape>
