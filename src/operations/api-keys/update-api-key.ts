import Type from 'typebox'
import {
  ApiKey,
  changeKey,
  DailyCreditCap,
  findKey,
  KeyName,
  KeyRole,
  RatePerDay,
  RatePerMin,
  readKey,
} from '../../domains/keys/index.ts'
import { conflict } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { Nullable } from '../../kernel/shape.ts'

export const updateApiKey = write({
  name: 'update_api_key',
  route: 'PATCH /api-keys/{id}',
  role: 'admin',
  tool: true,
  summary: 'Change the name, role or limits of a key. The secret stays.',
  description: 'A limit of null is the default again. Neither the old nor the new role may be above yours.',
  input: Type.Object({
    id: Type.String({ title: 'API key' }),
    name: Type.Optional(KeyName),
    role: Type.Optional(KeyRole),
    rate_per_min: Type.Optional(Nullable(RatePerMin)),
    rate_per_day: Type.Optional(Nullable(RatePerDay)),
    daily_credit_cap: Type.Optional(DailyCreditCap),
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
