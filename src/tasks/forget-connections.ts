import { endStranded, forgetClients, forgetCodes, forgetTokens } from '../domains/oauth/index.ts'
import { forgetPrograms } from '../domains/programs/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { HOUR } from '../kernel/time/clock.ts'

export const forgetConnectionsTask = task({
  name: taskName('forget_connections'),
  every: HOUR,
  summary:
    'End apps of people who have left, drop tokens and codes that are over, and apps and programs that nobody uses',
  async run({ db }) {
    const gone = db.write((tx) => endStranded(tx) + forgetCodes(tx) + forgetTokens(tx) + forgetClients(tx))
    return gone + forgetPrograms(db)
  },
})
