import Type from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'

export const GrantShape = Shape('ConnectedApp', {
  id: Id,
  client_id: Type.String(),
  client_name: Type.String({ description: 'Name that the app gives itself' }),
  scope: Type.String({ description: 'Granted scope: read, write, admin. It never has more rights than you' }),
  tenant_id: Type.String({ description: 'The workspace that it acts in, with those below it' }),
  tenant_name: Type.String(),
  daily_credit_cap: Nullable(Type.Integer({ description: 'Daily limit of credits (UTC); null for no limit' })),
  approval_above: Nullable(
    Type.Integer({ description: 'An order of more credits waits for a person’s approval; null: none waits' }),
  ),
  created_at: Moment,
  expires_at: { ...Moment, description: 'When it needs a new consent' },
  last_used_at: Nullable(Moment),
})

/** Columns of `oauth_grants g join tenants t` in the shape of the API. */
export const GRANT_COLUMNS = columnsOf(GrantShape, 'g', { tenant_name: 't.name' })

export const AddedPeople = Type.Array(Type.String(), {
  description: 'Addresses of the people whom the app added to workspaces; they stay when it is disconnected',
})
