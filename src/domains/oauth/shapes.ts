import Type from 'typebox'
import { Shape } from '../../kernel/named.ts'
import { Id, Moment, Nullable } from '../../kernel/shape.ts'

export const GrantShape = Shape('ConnectedApp', {
  id: Id,
  client_id: Type.String(),
  client_name: Type.String({ description: 'What the app calls itself' }),
  scope: Type.String({ description: 'What it was allowed: read, write, admin. It never does more than you may' }),
  tenant_id: Type.String({ description: 'The workspace that it acts in, with those below it' }),
  tenant_name: Type.String(),
  daily_credit_cap: Nullable(Type.Integer({ description: 'Credits that it may use a day, UTC; null for no ceiling' })),
  approval_above: Nullable(
    Type.Integer({ description: 'Credits of one order above which a person is asked first; null for never' }),
  ),
  created_at: Moment,
  expires_at: { ...Moment, description: 'When it has to ask again' },
  last_used_at: Nullable(Moment),
})

/** Columns of `oauth_grants g join tenants t` as the wire shows them. */
export const GRANT_COLUMNS = `g.id, g.client_id, g.client_name, g.scope, g.tenant_id, t.name as tenant_name,
  g.daily_credit_cap, g.approval_above, g.created_at, g.expires_at, g.last_used_at`
