import Type from 'typebox'
import {
  ApiKey,
  ApprovalAbove,
  assertMayChange,
  changeKey,
  countKeys,
  createKey,
  DailyCreditCap,
  findKey,
  KEY_COLUMNS,
  KEY_SOURCE,
  KeyId,
  KeyName,
  KeyRole,
  KeyStatus,
  keyUseToday,
  RatePerDay,
  RatePerMin,
  readKey,
  removeKey,
  replaceKey,
  revokeKey,
} from '../domains/keys/index.ts'
import { assertRoomInTree } from '../domains/plans/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../kernel/database/list.ts'
import { searchList } from '../kernel/database/search.ts'
import { assertInUse } from '../kernel/operation/archived-guard.ts'
import { treeOf } from '../kernel/operation/caller.ts'
import { conflict, invalid } from '../kernel/operation/fault.ts'
import { read, write } from '../kernel/operation/operation.ts'
import { Shape } from '../kernel/operation/schema-names.ts'
import { Nullable, OwnTenantId, SecretOnce, TreeTenantId } from '../kernel/operation/shape.ts'

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

export const deleteApiKey = write({
  name: 'delete_api_key',
  route: 'DELETE /api-keys/{id}',
  role: 'admin',
  proof: false,
  tool: {
    when: 'to remove a key from the list; revoke_api_key keeps it there',
    returns: '`deleted`',
    next: 'list_api_keys',
  },
  summary: 'Delete an API key. It stops at once; what it did stays in the audit trail.',
  description: 'A key with more rights than yours is refused: revoke it instead (POST /api-keys/{id}/revoke).',
  input: Type.Object({ id: KeyId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle({ tx, caller, subject, changed }) {
    assertMayChange(caller, subject)
    removeKey(tx, subject.id)
    const { name, prefix, role } = subject
    changed({ tenant_id: subject.tenant_id, before: { name, prefix, role } })
    return { id: subject.id, deleted: true }
  },
})

export const getApiKey = read({
  name: 'get_api_key',
  route: 'GET /api-keys/{id}',
  role: null,
  summary: 'One API key.',
  input: Type.Object({ id: KeyId }),
  output: Shape('ApiKeyDetail', {
    ...ApiKey.properties,
    used_today: Type.Object({
      credits: Type.Integer({ minimum: 0, description: 'Credits spent today (UTC), which the daily cap limits' }),
      calls: Type.Integer({ minimum: 0 }),
      shared: Type.Boolean({ description: 'The credits include those of the key that made it' }),
    }),
  }),
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle: ({ tx, subject }) => ({ ...readKey(tx, subject.id), used_today: keyUseToday(tx, subject.id) }),
})

export const listApiKeys = read({
  name: 'list_api_keys',
  route: 'GET /api-keys',
  role: null,
  tool: {
    when: 'to see who has access, and with which limits',
    returns: 'keys, without their secrets',
    next: 'update_api_key, revoke_api_key',
    inputs: { q: 'Text in the name or the prefix', status: 'Only keys in this state' },
    brief: ['id', 'name', 'prefix', 'role', 'status', 'tenant_name', 'daily_credit_cap', 'last_used_at'],
  },
  summary: 'API keys of the workspace and those below it. Of each secret only the first characters are shown.',
  description: '`q` searches the name and those first characters.',
  input: Type.Object({
    ...listInput('created_at', 'name'),
    q: Search,
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(KeyStatus),
  }),
  output: ListOf(ApiKey),
  example: { status: 'active' },

  handle({ tx, caller }, { q, tenant_id, status, ...page }) {
    return searchList(
      tx,
      {
        select: KEY_COLUMNS,
        from: KEY_SOURCE,
        core: { table: 'api_keys k', id: 'k.id' },
        where: [
          tenant_id ? when('k.tenant_id = ?', tenant_id) : treeOf(caller, 'k.tenant_id'),
          status ? looseCondition('k.status = ?', status) : null,
        ],
        sought: { q, columns: ['k.name', 'k.prefix'] },
        sorts: { created_at: 'k.id', name: 'k.name' },
        tie: 'k.id',
      },
      page,
    )
  },
})

export const revokeApiKey = write({
  name: 'revoke_api_key',
  route: 'POST /api-keys/{id}/revoke',
  role: 'admin',
  proof: false,
  tool: {
    when: 'at once when a secret may have leaked',
    returns: 'the key',
    next: 'create_api_key makes another',
    brief: ['id', 'name', 'status', 'revoked_at'],
  },
  summary: 'Revoke an API key permanently. It stays in the list.',
  input: Type.Object({ id: KeyId }),
  output: ApiKey,
  example: { id: 'key_northwind' },
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle({ tx, subject, changed }) {
    revokeKey(tx, subject.id)
    changed({ tenant_id: subject.tenant_id, before: { status: subject.status }, after: { status: 'revoked' } })
    return readKey(tx, subject.id)
  },
})

export const updateApiKey = write({
  name: 'update_api_key',
  route: 'PATCH /api-keys/{id}',
  role: 'admin',
  proof: true,
  at_install: true,
  tool: {
    when: 'to change what a key may do or spend',
    returns: 'the key',
    next: 'list_api_keys',
    inputs: {
      name: 'What it is for',
      role: 'Not above yours; client_viewer only reads',
      rate_per_min: 'Calls a minute; null: 60',
      rate_per_day: 'Calls a day; null: 10,000',
      daily_credit_cap: 'Most credits a day (UTC); null: no cap',
    },
    takes_away: true,
    brief: ['id', 'name', 'role', 'rate_per_min', 'rate_per_day', 'daily_credit_cap'],
  },
  summary: 'Change the name, role or limits of a key. The secret stays.',
  description:
    'A limit of null is the default. Neither the old nor the new role may be above yours, and a key cannot give any key, itself included, higher limits than its own.',
  input: Type.Object({
    id: KeyId,
    name: Type.Optional(KeyName),
    role: Type.Optional(KeyRole),
    rate_per_min: Type.Optional(Nullable(RatePerMin)),
    rate_per_day: Type.Optional(Nullable(RatePerDay)),
    daily_credit_cap: Type.Optional(DailyCreditCap),
    approval_above: Type.Optional(ApprovalAbove),
  }),
  output: ApiKey,
  example: { id: 'key_northwind', rate_per_min: 120, daily_credit_cap: null },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findKey(tx, caller, id!),

  handle({ tx, caller, subject, changed }, { id, ...change }) {
    if (subject.status === 'revoked') throw conflict('The key is revoked. Make a new one.')
    const before = readKey(tx, id)
    changeKey(tx, caller, subject, { ...change, ...(change.name !== undefined && { name: change.name.trim() }) })
    const after = readKey(tx, id)
    changed({ tenant_id: subject.tenant_id, before, after })
    return after
  },
})
