import Type from 'typebox'
import { personOf } from '../../domains/accounts/index.ts'
import { CASE_KINDS, markSeen, nameOfCase, unmarkSeen } from '../../domains/attention/index.ts'
import { write } from '../../kernel/operation/operation.ts'

export const markAttentionCase = write({
  name: 'mark_attention_case',
  route: 'POST /attention/seen',
  role: 'member',
  instead: 'get_today',
  archived_too: true,
  summary: 'Hide a case from your list until it changes or until tomorrow, or show it again.',
  input: Type.Object({
    kind: Type.Enum(CASE_KINDS, { title: 'Kind' }),
    id: Type.String({ title: 'Case', description: '`id` of the case', minLength: 1, maxLength: 400 }),
    stamp: Type.String({ title: 'Stamp', description: '`stamp` of the case', maxLength: 1000 }),
    seen: Type.Boolean({ title: 'Seen', description: 'False shows it again' }),
  }),
  output: Type.Object({ seen: Type.Boolean() }),
  example: { kind: 'dry', id: 'ten_bakery', stamp: '4 1', seen: true },

  handle({ tx, caller }, { seen, stamp, ...one }) {
    const person = personOf(tx, caller)
    const name = nameOfCase(one)
    if (seen) markSeen(tx, person, { name, stamp })
    else unmarkSeen(tx, person, name)
    return { seen }
  },
})
