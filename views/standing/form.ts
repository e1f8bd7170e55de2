/** Fields of a standing push: name, interval, and rules, which the operations take as a part of their input. */
import Type from 'typebox'
import { Address, Authorization, DEFAULT_RULES, PushName, ruleFields } from '../../src/features/standing/index.ts'

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
/** Rules of a new push and of a stored one. */
export const SENTENCE =
  'Every {interval}, push {only} links, at most {cap_day} a day and {budget_month} credits a month. Not again within {again_after_days} days, pushes by hand included. Send to {routes}.'

export const RARE = [
  'A link is changed when {changed_by}.',
  'Leave out links that were indexed within {not_yet_indexed_days} days.',
  'Check first, and push only links that are not indexed: {smart}.',
  'Announce removed pages to IndexNow once they answer 404 or 410: {announce_gone}.',
  'Call it {name}',
].join('\n')

export const FIELDS = ['include', 'exclude', 'authorization'] as const

/** All fields are shown, so what a form leaves out is empty. */
export const USUAL = { ...DEFAULT_RULES, interval: '1440' }

export const WORDS = {
  only: { new_and_changed: 'new and changed', new: 'only new', changed: 'only changed' },
  changed_by: { lastmod: 'its date is later', content: 'its date is later and its text is another' },
  routes: {
    both: 'crawl supplier and IndexNow',
    crawl: 'crawl supplier',
    indexnow: 'IndexNow alone: free, no guarantee',
  },
  interval: { 15: '15 minutes', 60: 'hour', 360: '6 hours', 720: '12 hours', 1440: 'day', 10080: 'week' },
  smart: { true: 'yes, at most 1 check credit a link', false: 'no' },
  announce_gone: { true: 'yes, free', false: 'no' },
}

export const HINTS = {
  authorization: 'Only for a source behind a login. Stored encrypted, never shown.',
  include: 'One path a line, such as /blog/**.',
  exclude: 'One path a line, such as ?*utm_*. Exclude wins.',
}
export const EMPTY = { include: 'All paths', cap_day: 'any', budget_month: 'any', not_yet_indexed_days: '0' }

/** Names of the fields that are rules. */
export const RULE_NAMES = Object.keys(ruleFields).filter((name) => name in EditSchema.properties)

/** Input of the operations: rules as an object, the interval in minutes. */
export function inputOf({ address, name, interval, authorization, ...given }: Record<string, unknown>) {
  return {
    ...(address === undefined ? {} : { address }),
    ...(name === undefined ? {} : { name }),
    ...(interval === undefined ? {} : { interval_minutes: Number(interval) }),
    // An empty field keeps the stored value.
    ...(authorization ? { authorization } : {}),
    rules: given,
  }
}
