import Type from 'typebox'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted } from '../../kernel/operation/shape.ts'

export const Mode = Type.Enum(['standard'], { title: 'Lane', description: 'The only lane' })
export const DripDays = Type.Integer({ title: 'Spread over days', minimum: 0, maximum: 30, description: '0: all now' })
export const flag = (title: string, description: string, usual = false) =>
  Defaulted(Type.Boolean({ title, description }), usual)
export const Progress = Shape('JobProgress', { stage: Type.String(), done: Type.Integer(), total: Type.Integer() })
