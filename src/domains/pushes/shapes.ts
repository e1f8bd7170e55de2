import Type from 'typebox'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

export const Mode = Type.Enum(['standard'], { title: 'Mode', description: 'Only `standard`' })
export const DripDays = Type.Integer({
  title: 'Spread over days',
  minimum: 0,
  maximum: 30,
  description: '0: all now. A part that is a day late or more moves those after it',
})
/** Seconds before an order from a page begins, in which it can be undone. */
export const PAGE_DELAY_S = 10
export const DelaySeconds = Defaulted(
  Type.Integer({
    title: 'Delay, seconds',
    description: 'Nothing is sent for so long; cancel_job within it undoes this order alone',
    minimum: 0,
    maximum: 600,
  }),
  0,
)
export const flag = (title: string, description: string, usual = false) =>
  Defaulted(Type.Boolean({ title, description }), usual)
export const Progress = Shape('JobProgress', { stage: Type.String(), done: Type.Integer(), total: Type.Integer() })
