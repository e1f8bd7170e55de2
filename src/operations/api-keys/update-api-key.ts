import Type from 'typebox'
import {
  ApiKey,
  ApprovalAbove,
  changeKey,
  DailyCreditCap,
  findKey,
  KeyId,
  KeyName,
  KeyRole,
  RatePerDay,
  RatePerMin,
  readKey,
} from '../../domains/keys/index.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable } from '../../kernel/operation/shape.ts'

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
