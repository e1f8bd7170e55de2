/** A sentence on why links are not indexed. */
import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Sentence } from '../../kernel/operation/shape.ts'

const WHY_MARKS = namedEnum('WhyMark', ['cause', 'ruled_out', 'refunded'])
export const WhyFact = Shape('WhyFact', {
  mark: Type.Enum(WHY_MARKS),
  text: Sentence({ description: 'The news first, as a sentence' }),
  more: Type.Optional(Sentence({ description: 'Conclusion from it' })),
})
export type WhyFact = Static<typeof WhyFact>
