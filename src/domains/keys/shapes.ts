import Type from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { Role } from '../accounts/index.ts'
import { ACTS_AS, IS_PLATFORM } from './reach.ts'

export const KeyId = Type.String({ title: 'API key', description: 'Id of a key' })
export const KEY_STATUSES = namedEnum('ApiKeyStatus', ['active', 'revoked'])
export const KeyStatus = Type.Enum(KEY_STATUSES, { title: 'Status' })

export const KeyName = Type.String({ title: 'Name', minLength: 1, maxLength: 120, pattern: LINE })
export const KeyRole = Type.Enum(Role.enum, {
  title: 'Role',
  description: 'Not above yours. A client_viewer key may only read',
})
export const RatePerMin = Type.Integer({
  title: 'Calls a minute',
  minimum: 1,
  maximum: 600,
  description: '60 when unset',
})
export const RatePerDay = Type.Integer({
  title: 'Calls a day',
  minimum: 1,
  maximum: 100_000,
  description: '10,000 when unset',
})
/** The two limits on credits in forms; in the API null means no limit. */
const CreditsADay = Type.Integer({
  title: 'Credits a day',
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'Limit on credits reserved or spent since 00:00 UTC; none when unset',
})
const CreditsAlone = Type.Integer({
  title: 'Approval above',
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  description: 'An order of more credits waits until a person approves it; none waits when unset',
})
export const DailyCreditCap = Nullable(CreditsADay)
export const ApprovalAbove = Nullable(CreditsAlone)

export const ApiKey = Shape('ApiKey', {
  id: Id,
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first 8 characters of the secret: the rest is never shown again' }),
  role: Role,
  acts_as: Nullable(
    Type.Enum(Role.enum, {
      description:
        'The role it acts with now: its own, or its maker’s if that is lower now. null while it does not work: it is revoked, its workspace or one above is archived, or its maker left or is suspended',
    }),
  ),
  platform: Type.Boolean({ description: 'Whether it has the platform-admin capability' }),
  rate_per_min: Nullable(Type.Integer()),
  rate_per_day: Nullable(Type.Integer()),
  daily_credit_cap: Nullable(Type.Integer()),
  approval_above: Nullable(Type.Integer()),
  status: KeyStatus,
  created_by: Nullable(Type.String({ description: 'E-mail address of its maker. Its reach never exceeds theirs' })),
  last_used_at: Nullable(Moment),
  revoked_at: Nullable({
    ...Moment,
    description: 'When it was revoked; on an active key, when it will be, because it is being replaced',
  }),
  created_at: Moment,
})

export const KEY_COLUMNS = columnsOf(ApiKey, 'k', {
  tenant_name: 't.name',
  acts_as: ACTS_AS,
  platform: `(${IS_PLATFORM})`,
  created_by: 'u.email',
})
export const KEY_SOURCE =
  'api_keys k cross join tenants t on t.id = k.tenant_id left join users u on u.id = k.created_by'
