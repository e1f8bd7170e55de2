import Type from 'typebox'
import { write } from '../../kernel/operation.ts'
import { SecretOnce, TenantId } from '../../kernel/shape.ts'
import {
  ApiKey,
  createKey,
  DailyCreditCap,
  KeyName,
  KeyRole,
  RatePerDay,
  RatePerMin,
  readKey,
} from '../../keys/index.ts'
import { requireRoomForKeys } from '../room.ts'

export const createApiKey = write({
  name: 'create_api_key',
  route: 'POST /api-keys',
  role: 'admin',
  tool: true,
  summary: 'Make an API key. Its secret is in this answer and nowhere else.',
  description:
    'For your workspace unless `tenant_id` names one below it. The role is `member` unless given. It never does more than you may at the time: it loses rank with you, and stops while you are suspended or once you left the workspace. Let whoever stays make the key that replaces it; both work until one is revoked.',
  input: Type.Object({
    name: Type.Optional(KeyName),
    tenant_id: Type.Optional(TenantId),
    role: Type.Optional(KeyRole),
    rate_per_min: Type.Optional(RatePerMin),
    rate_per_day: Type.Optional(RatePerDay),
    daily_credit_cap: Type.Optional(DailyCreditCap),
  }),
  output: Type.Object({ ...ApiKey.properties, secret: SecretOnce('API key') }),
  faults: ['plan_limit'],
  example: { name: 'Publishing script', tenant_id: 'ten_bakery', role: 'member', daily_credit_cap: 200 },

  handle({ tx, caller, app }, { name = 'API key', tenant_id = caller.tenant_id, role = 'member', ...limits }) {
    const { id, secret } = createKey(tx, caller, { ...limits, name: name.trim(), tenant_id, role })
    requireRoomForKeys(tx, app, tenant_id)
    return { ...readKey(tx, id), secret }
  },
})
