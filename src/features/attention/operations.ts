import Type from 'typebox'
import { personOf } from '../../domains/accounts/index.ts'
import { outbound, write } from '../../kernel/operation/operation.ts'
import { AttentionShape, CASE_KINDS, markSeen, nameOfCase, readDashboard, unmarkSeen } from './index.ts'

export const getAttention = outbound({
  name: 'get_attention',
  route: 'GET /attention',
  role: null,
  instead: 'get_today',
  summary: 'Cases that need a person in your workspace and those below it, most urgent first, each with its next act.',
  input: Type.Object({}),
  output: AttentionShape,
  example: {},
  local: true,

  async handle({ caller, read }) {
    const person = read((tx) => personOf(tx, caller))
    const { cases } = await readDashboard((work) => read((tx) => work(tx, caller)), person)
    return cases
  },
})

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
