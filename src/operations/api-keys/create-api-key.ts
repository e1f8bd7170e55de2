import Type from 'typebox'
import {
  ApiKey,
  ApprovalAbove,
  countKeys,
  createKey,
  DailyCreditCap,
  KeyName,
  KeyRole,
  RatePerDay,
  RatePerMin,
  readKey,
  replaceKey,
} from '../../domains/keys/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import { invalid } from '../../kernel/fault.ts'
import { assertInUse } from '../../kernel/in-use.ts'
import { Shape } from '../../kernel/named.ts'
import { write } from '../../kernel/operation.ts'
import { OwnTenantId, SecretOnce } from '../../kernel/shape.ts'

export const createApiKey = write({
  name: 'create_api_key',
  route: 'POST /api-keys',
  role: 'admin',
  tool: {
    when: 'when a script or a person needs access of their own',
    returns: 'the key, with `secret`: shown this once',
    next: 'hand the secret over; update_api_key sets limits, revoke_api_key ends it',
    inputs: {
      name: 'What it is for',
      role: 'Not above yours; client_viewer only reads. Unless given: member, or that of the key replaced',
      daily_credit_cap: 'Most credits it may use a day (UTC); none when unset',
      replaces: 'Id of a key that ends 24 hours from now, for this one',
    },
    brief: ['id', 'name', 'role', 'tenant_id', 'secret'],
  },
  summary: 'Make an API key. Its secret is in this answer and nowhere else.',
  description:
    'For your workspace unless `tenant_id` names one below it. The role is `member` unless given. It never does more than you may at the time: it loses rank with you, and stops while you are suspended or once you left the workspace. Let whoever stays make the key that replaces it. With `replaces` the new key is like that one, but for what you give, and that one works for 24 hours more, then it is revoked by itself: `revoked_at` says when. So a key can be changed without a gap on a plan with room for one: of the keys that are being replaced, one does not count.',
  input: Type.Object({
    name: Type.Optional(KeyName),
    tenant_id: Type.Optional(OwnTenantId),
    role: Type.Optional(
      Type.With(KeyRole, {
        description:
          'Not above yours. A client_viewer key may only read. Unless given: member, or that of the key that is replaced',
      }),
    ),
    rate_per_min: Type.Optional(RatePerMin),
    rate_per_day: Type.Optional(RatePerDay),
    daily_credit_cap: Type.Optional(DailyCreditCap),
    approval_above: Type.Optional(ApprovalAbove),
    replaces: Type.Optional(
      Type.String({ title: 'Replaces', description: 'Id of a key of the same workspace', maxLength: 64 }),
    ),
  }),
  output: Shape('NewApiKey', { ...ApiKey.properties, secret: SecretOnce('API key') }),
  faults: ['plan_limit', 'conflict'],
  example: { name: 'Publishing script', tenant_id: 'ten_bakery', role: 'member', daily_credit_cap: 200 },

  handle({ tx, caller, app, changed }, { replaces, ...given }) {
    const usual = { tenant_id: caller.tenant_id, name: 'API key', role: 'member' } as const
    const like = replaces === undefined ? usual : replaceKey(tx, caller, replaces)
    const order = { ...like, ...given }
    if (replaces !== undefined && order.tenant_id !== like.tenant_id)
      throw invalid({ path: 'tenant_id', message: 'must be the workspace of the key that is replaced' })
    assertInUse(tx, order.tenant_id)
    const { id, secret } = createKey(tx, caller, { ...order, name: order.name.trim() })
    assertRoomInTree(tx, app, caller, order.tenant_id, 'keys', countKeys)
    changed({ after: { ...order, replaces } })
    return { ...readKey(tx, id), secret }
  },
})
