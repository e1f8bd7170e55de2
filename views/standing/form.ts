/** Fields of a standing push: name, interval, and rules, which the operations take as a part of their input. */
import Type from 'typebox'
import { Address, Authorization, PushName, ruleFields } from '../../src/features/standing/index.ts'
import { CHANGED_WORDS, ONLY_WORDS, ROUTE_WORDS } from './words.ts'

const {
  only,
  changed_by,
  routes,
  include,
  exclude,
  again_after_days,
  cap_day,
  budget_month,
  smart,
  not_yet_indexed_days,
  announce_gone,
} = ruleFields
const optional = Type.Partial(
  Type.Object({ include, exclude, cap_day, budget_month, smart, not_yet_indexed_days, announce_gone }),
)

const Every = Type.Enum(['15', '60', '360', '720', '1440', '10080'], { title: 'Run', default: '1440' })

export const EditSchema = Type.Object({
  name: PushName,
  interval: Every,
  only,
  changed_by,
  routes,
  again_after_days,
  ...optional.properties,
  authorization: Type.Optional(Authorization),
})
export const NewSchema = Type.Object({ address: Address, ...EditSchema.properties })
export const FIELDS = [
  'name',
  'interval',
  'only',
  'changed_by',
  'routes',
  'include',
  'exclude',
  'cap_day',
  'budget_month',
  'again_after_days',
  'not_yet_indexed_days',
  'smart',
  'announce_gone',
  'authorization',
] as const

export const WORDS = {
  only: ONLY_WORDS,
  changed_by: CHANGED_WORDS,
  routes: ROUTE_WORDS,
  interval: {
    15: 'Every 15 minutes',
    60: 'Every hour',
    360: 'Every 6 hours',
    720: 'Every 12 hours',
    1440: 'Every day',
    10080: 'Every week',
  },
}

export const HINTS = {
  changed_by: 'The first visit only records the page.',
  routes: 'IndexNow alone has no guarantee.',
  authorization: 'Only for a source behind a login. Stored encrypted, never shown.',
  include: 'One path a line, such as /blog/**.',
  exclude: 'One path a line, such as ?*utm_*. Exclude wins.',
  cap_day: 'The rest waits, newest first.',
}
export const EMPTY = {
  include: 'All paths',
  cap_day: 'No cap',
  budget_month: 'No monthly limit',
  not_yet_indexed_days: 'Pushed too',
}

/** Input of the operations: rules as an object, the interval in minutes. */
export function inputOf({ address, name, interval, authorization, ...given }: Record<string, unknown>): object {
  return {
    ...(address === undefined ? {} : { address }),
    ...(name === undefined ? {} : { name }),
    ...(interval === undefined ? {} : { interval_minutes: Number(interval) }),
    // An empty field keeps the stored value.
    ...(authorization ? { authorization } : {}),
    rules: given,
  }
}
