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
import { assertInUse } from '../../kernel/operation/archived-guard.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { OwnTenantId, SecretOnce } from '../../kernel/operation/shape.ts'

export const createApiKey = write({
  name: 'create_api_key',
  route: 'POST /api-keys',
  role: 'admin',
  proof: true,
  at_install: true,
  tool: {
    when: 'when a script or a person needs access of their own',
    returns: 'the key, with `secret`: shown this once',
    next: 'hand the secret over; update_api_key sets limits, revoke_api_key ends it',
    inputs: {
      name: 'What it is for',
      role: 'Not above yours; client_viewer only reads. Default: member, or the role of the replaced key',
      daily_credit_cap: 'Most credits it may use a day (UTC); none when unset',
      replaces: 'Id of a key to replace; it ends 24 hours from now',
    },
    brief: ['id', 'name', 'role', 'tenant_id', 'secret'],
  },
  summary: 'Make an API key. Only this answer shows its secret.',
  description:
    'For your workspace unless `tenant_id` names one below it. The role is `member` by default. The key never has more rights than you: its role falls with yours, and it stops while you are suspended or once you left the workspace, so a person who stays should make the key that replaces it. With `replaces` the new key inherits the fields that you leave out, and the old key works for 24 more hours, then it is revoked automatically: `revoked_at` says when. A key can thus be changed without a gap on a plan with room for one: of the keys that are being replaced, one does not count.',
  input: Type.Object({
    name: Type.Optional(KeyName),
    tenant_id: Type.Optional(OwnTenantId),
    role: Type.Optional(
      Type.With(KeyRole, {
        description:
          'Not above yours. A client_viewer key may only read. Default: member, or the role of the replaced key',
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
      throw invalid({ path: 'tenant_id', message: 'must be the workspace of the replaced key' })
    assertInUse(tx, order.tenant_id)
    const { id, secret } = createKey(tx, caller, { ...order, name: order.name.trim() })
    assertRoomInTree(tx, app, caller, order.tenant_id, 'keys', countKeys)
    changed({ after: { ...order, replaces } })
    return { ...readKey(tx, id), secret }
  },
})
