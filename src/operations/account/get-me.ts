import Type from 'typebox'
import { offersTo, Role, UserStatus, userById, workspacesOf } from '../../domains/accounts/index.ts'
import { ApiKey, readKey } from '../../domains/keys/index.ts'
import { readTenant, TenantKind } from '../../domains/tenants/index.ts'
import { isNowhere, WAYS_IN } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Nullable } from '../../kernel/operation/shape.ts'

const { id, name, prefix, rate_per_min, rate_per_day, daily_credit_cap, approval_above } = ApiKey.properties

export const getMe = read({
  name: 'get_me',
  route: 'GET /me',
  role: null,
  summary: 'The caller: the identity behind the key or session, its workspace, and its rights there.',
  input: Type.Object({}),
  output: Shape('Me', {
    via: Type.Enum(WAYS_IN),
    tenant_id: Nullable(
      Type.String({ description: 'null, like `role` and `tenant`, for a person without a workspace' }),
    ),
    role: Nullable(Role),
    platform: Type.Boolean(),
    approved: Type.Boolean({ description: 'False while the account awaits approval: reading works, nothing else' }),
    tenant: Nullable(Type.Object({ id: Id, name: Type.String(), kind: TenantKind })),
    user: Nullable(
      Type.Object({
        id: Id,
        email: Type.String(),
        email_verified: Type.Boolean(),
        name: Type.String(),
        status: UserStatus,
        locale: Type.String(),
        time_zone: Type.String(),
      }),
    ),
    key: Nullable(Type.Object({ id, name, prefix, rate_per_min, rate_per_day, daily_credit_cap, approval_above })),
    workspaces: Type.Array(Type.Object({ id: Id, name: Type.String(), role: Role }), {
      description: 'Memberships of a signed-in person, who may switch between them; empty for a key',
    }),
    invitations: Type.Array(Type.Object({ id: Id, name: Type.String(), role: Role, by: Nullable(Type.String()) }), {
      description: 'Workspaces that a signed-in person was invited to and has not answered; empty for a key',
    }),
  }),
  example: {},

  handle({ tx, caller }) {
    const { user, tenant, key } = tx.remember(`me ${caller.user_id} ${caller.key_id} ${caller.tenant_id}`, () => ({
      user: caller.user_id === null ? null : userById(tx, caller.user_id),
      tenant: isNowhere(caller) ? null : readTenant(tx, caller.tenant_id),
      key: caller.key_id === null ? null : readKey(tx, caller.key_id),
    }))
    const place = tenant ? { tenant } : { tenant_id: null, role: null, tenant }
    const person = caller.via === 'session' ? user : null
    return {
      ...caller,
      ...place,
      user: user && { ...user, email_verified: user.email_verified_at !== null },
      key,
      workspaces: person ? workspacesOf(tx, person.id, caller.within) : [],
      invitations: person ? offersTo(tx, person.id, caller.within).map((one) => ({ ...one, id: one.tenant_id })) : [],
    }
  },
})
