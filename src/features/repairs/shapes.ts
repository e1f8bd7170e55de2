import Type from 'typebox'
import { FLAGS } from '../../domains/preflight/index.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../kernel/operation/shape.ts'

/** `clear`: the first screening found nothing to fix. */
export const REPAIR_STATES = namedEnum('RepairState', ['watching', 'pushed', 'clear', 'expired', 'stopped'])

export const RepairId = Type.String({ title: 'Repair', minLength: 1, maxLength: 60 })

export const RepairShape = Shape('Repair', {
  id: Type.String(),
  tenant_id: Type.String(),
  uid: Type.Integer({ description: 'The link that was to be pushed again' }),
  url: Type.String(),
  flags: Type.Array(Type.Enum(FLAGS), { description: 'Flags of the last screening' }),
  state: Type.Enum(REPAIR_STATES),
  note: Nullable(Type.String({ description: 'Why a fixed page was not pushed yet, or why watching ended' })),
  checked_at: Nullable(Moment),
  check_at: Nullable(Moment),
  until: Moment,
  job_id: Nullable(Type.String({ description: 'The push of the fixed page' })),
  created_by: Type.String(),
  created_at: Moment,
  ended_at: Nullable(Moment),
})
