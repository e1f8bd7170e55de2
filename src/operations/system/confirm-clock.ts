import Type from 'typebox'
import { write } from '../../kernel/operation/operation.ts'
import { Moment } from '../../kernel/operation/shape.ts'
import { clockDoubt, trustClock, WATCH_CLOCK } from '../../kernel/time/clock-doubt.ts'

export const confirmClock = write({
  name: 'confirm_clock',
  route: 'POST /system/clock/confirm',
  role: 'platform',
  summary: 'Vouch for the clock of the install: what was held since it stood where it could not be goes on.',
  description:
    'The install holds everything that orders, settles, grants or forgets while its clock is more than 35 days after the latest time it saw, more than an hour before it, or before the program was built.',
  input: Type.Object({}),
  output: Type.Object({ held: Type.Boolean({ description: 'Whether anything was held until now' }), now: Moment }),
  example: {},

  handle({ tx, app, changed }) {
    const doubt = clockDoubt(tx)
    if (doubt) {
      trustClock(tx)
      changed({ target: 'clock', before: { latest: doubt.latest }, after: { latest: tx.now } })
      tx.afterCommit(() => app.wake(WATCH_CLOCK))
    }
    return { held: doubt !== null, now: tx.now }
  },
})
