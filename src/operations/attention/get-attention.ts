import Type from 'typebox'
import { personOf } from '../../domains/accounts/index.ts'
import { AttentionShape, readDashboard } from '../../domains/attention/index.ts'
import { outbound } from '../../kernel/operation/operation.ts'

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
