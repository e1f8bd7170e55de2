/** Fields of a standing push: name, interval, and rules, which the operations take as a part of their input. */
import Type from 'typebox'
import { Address, Authorization, DEFAULT_RULES, PushName, ruleFields } from '../../src/features/standing/index.ts'
import { said, text } from '../../src/kernel/language/say.ts'

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

const Every = Type.Enum(['15', '60', '360', '720', '1440', '10080'], { title: text('Run'), default: '1440' })

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
export const SENTENCE = said(
  'Every {interval}, push {only} links, at most {cap_day} a day and {budget_month} credits a month. Not again within {again_after_days} days, pushes by hand included. Send to {routes}.',
  {
    interval: '{interval}',
    only: '{only}',
    cap_day: '{cap_day}',
    budget_month: '{budget_month}',
    again_after_days: '{again_after_days}',
    routes: '{routes}',
  },
)

export const RARE = said(
  'A link is changed when {changed_by}.\nLeave out links that were indexed within {not_yet_indexed_days} days.\nCheck first, and push only links that are not indexed: {smart}.\nAnnounce removed pages to IndexNow once they answer 404 or 410: {announce_gone}.\nCall it {name}',
  {
    changed_by: '{changed_by}',
    not_yet_indexed_days: '{not_yet_indexed_days}',
    smart: '{smart}',
    announce_gone: '{announce_gone}',
    name: '{name}',
  },
)

export const FIELDS = ['include', 'exclude', 'authorization'] as const

/** All fields are shown, so what a form leaves out is empty. */
export const USUAL = { ...DEFAULT_RULES, interval: '1440' }

export const WORDS = {
  only: { new_and_changed: text('new and changed'), new: text('only new'), changed: text('only changed') },
  changed_by: { lastmod: text('its date is later'), content: text('its date is later and its text is another') },
  routes: {
    both: text('crawl supplier and IndexNow'),
    crawl: text('crawl supplier'),
    indexnow: text('IndexNow alone: free, no guarantee'),
  },
  interval: {
    15: text('15 minutes'),
    60: text('hour'),
    360: text('6 hours'),
    720: text('12 hours'),
    1440: text('day'),
    10080: text('week'),
  },
  smart: { true: text('yes, at most 1 check credit a link'), false: text('no') },
  announce_gone: { true: text('yes, free'), false: text('no') },
}

export const HINTS = {
  authorization: text('Only for a source behind a login. Stored encrypted, never shown.'),
  include: text('One path a line, such as /blog\u002f**.'),
  exclude: text('One path a line, such as ?*utm_*. Exclude wins.'),
}
export const EMPTY = {
  include: text('All paths'),
  cap_day: text('any'),
  budget_month: text('any'),
  not_yet_indexed_days: '0',
}

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
