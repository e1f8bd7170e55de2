import Type, { type Static } from 'typebox'
import { ReaderCounts, ReaderFinding } from '../../domains/preflight/index.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'

const Links = Type.Integer({ minimum: 1 })
const { verdict, why, rule } = ReaderFinding.properties

export type AnswerGroup = Static<typeof AnswerGroup>
export const AnswerGroup = Shape('AnswerGroup', {
  engines: Type.Array(Type.String(), { description: 'Engines that one rule shuts out or limits' }),
  verdict,
  why,
  rule,
  says: Type.Array(Type.String({ description: 'One sentence for each engine' })),
  links: Links,
  example: Type.String({ description: 'URL of one of them' }),
})

export type Answers = Static<typeof Answers>
export const Answers = Shape('Answers', {
  ...ReaderCounts.properties,
  groups: Type.Array(AnswerGroup, { description: 'By rule, the most links first, at most 50' }),
  checked: Type.String({ format: 'date', description: 'When the rules of the engines were last read' }),
})
