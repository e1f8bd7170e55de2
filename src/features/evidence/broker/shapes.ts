import Type, { type Static } from 'typebox'
import { LOOK_CLASSES } from '../../../domains/checks/index.ts'
import { namedEnum, Shape } from '../../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../../kernel/operation/shape.ts'
import { GoogleCauseCount } from '../job-causes.ts'

export const CLASSES = namedEnum('CheckClass', [...LOOK_CLASSES])

const QuotaClass = Shape('GoogleQuotaClass', {
  class: Type.Enum(CLASSES, { description: 'In this order they are asked for' }),
  used: Count('Calls of this day'),
  waiting: Count('Checks that wait, of all workspaces'),
  done_by: Nullable(
    Type.With(Moment, {
      description: 'When the last of them is asked for, if nothing comes before it; null: none waits',
    }),
  ),
})

export type GoogleQuotaProperty = Static<typeof GoogleQuotaProperty>
const GoogleQuotaProperty = Shape('GoogleQuotaProperty', {
  property: Type.String(),
  day: Type.String({ description: "Google's day, which begins at midnight in California", format: 'date' }),
  resets_at: Type.With(Moment, { description: 'When the next one begins' }),
  per_day: Count("Google's limit"),
  kept: Count('Of it, left to the tools of the owner'),
  ours: Count('Calls that may be made on this day'),
  limited: Nullable(
    Type.Enum(['closed', 'learned'], {
      description:
        'closed: Google answers nothing further on this day; learned: it did so on one of the two days before',
    }),
  ),
  used: Count('Calls of this day'),
  left: Count('Calls left of `ours`'),
  next_at: Nullable(Type.With(Moment, { description: 'When the next calls are made; null: now' })),
  classes: Type.Array(QuotaClass, { description: 'Each class' }),
  workspaces: Type.Array(
    Shape('GoogleQuotaWorkspace', { tenant_id: Type.String(), name: Type.String(), used: Count('Calls of this day') }),
    { description: 'Workspaces of yours with calls of this day, the most first' },
  ),
  others: Count('Calls of this day for workspaces that are not yours'),
  shown_until: Nullable(
    Type.String({ format: 'date', description: 'The last day whose impressions were read; null: none yet' }),
  ),
})

export const GoogleChecksShape = Shape('GoogleChecks', {
  inspected: Count('Checks that an inspection answered, free'),
  shown: Count('Checks that were answered by pages that Google showed, free'),
  causes: Type.Array(GoogleCauseCount, { description: 'Why pages are kept out, by Google’s own word, the most first' }),
  waiting: Count('Checks that wait for a property'),
  inspected_by: Nullable(
    Type.With(Moment, {
      description: 'When the last of them is asked for, by Google or by the paid engine; null: none waits',
    }),
  ),
})

export const GoogleQuotaShape = Shape('GoogleQuota', { properties: Type.Array(GoogleQuotaProperty) })
