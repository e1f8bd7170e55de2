/** A link that is checked after its guarantee. */
import Type, { type Static } from 'typebox'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Moment, Nullable } from '../../kernel/operation/shape.ts'

export const WATCH_STATES = namedEnum('WatchState', ['kept', 'suspect', 'dropped', 'returned', 'ended'])

export type WatchedLink = Static<typeof WatchedLink>
export const WatchedLink = Shape('WatchedLink', {
  state: Type.Enum(WATCH_STATES, {
    description: 'suspect: missed, not confirmed; dropped: confirmed; returned: seen again',
  }),
  last_yes_at: Moment,
  first_no_at: Nullable(Type.With(Moment, { description: 'First check since that missed it; null: none did' })),
})
