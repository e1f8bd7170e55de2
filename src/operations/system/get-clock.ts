import Type from 'typebox'
import { countWaitingForClock } from '../../domains/jobs/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { clockDoubt, doubtInWords } from '../../kernel/time/clock-doubt.ts'

export const getClock = read({
  name: 'get_clock',
  route: 'GET /system/clock',
  role: 'platform',
  summary: 'The state of the clock: whether the install trusts it, and the work that waits if not.',
  input: Type.Object({}),
  output: Shape('ClockState', {
    now: Moment,
    doubt: Nullable(Type.Object({ latest: Moment, message: Type.String() })),
    waiting: Nullable(
      Type.Object(
        {
          pushes: Count('Pushes with links that are not sent yet'),
          links: Count('Links of them'),
          checks: Count('Pushes whose links wait for a check'),
        },
        { description: 'Work that waits for the clock; null while it is trusted' },
      ),
    ),
  }),
  example: {},

  handle({ tx }) {
    const doubt = clockDoubt(tx)
    return {
      now: tx.now,
      doubt: doubt && { latest: doubt.latest, message: doubtInWords(doubt) },
      waiting: doubt && countWaitingForClock(tx),
    }
  },
})
