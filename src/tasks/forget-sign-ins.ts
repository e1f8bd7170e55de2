import { dropExpired, endOldViews, endSessionsOutOfForce, forgetTries } from '../domains/accounts/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { HOUR } from '../kernel/time/clock.ts'

export const forgetSignInsTask = task({
  name: taskName('forget_sign_ins'),
  every: HOUR,
  summary: 'Deletes ended sessions, expired links, and old sign-in attempts.',
  async run({ db, catalog }) {
    return db.write(
      (tx) => dropExpired(tx) + endSessionsOutOfForce(tx, { catalog }) + endOldViews(tx) + forgetTries(tx),
    )
  },
})
