import { endStranded, forgetClients, forgetCodes, forgetTokens } from '../domains/oauth/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { HOUR } from '../kernel/time/clock.ts'

export const forgetConnectionsTask = task({
  name: taskName('forget_connections'),
  every: HOUR,
  summary: 'Disconnects apps of people who have left, and deletes expired tokens and codes and unused apps.',
  async run({ db }) {
    return db.write((tx) => endStranded(tx) + forgetCodes(tx) + forgetTokens(tx) + forgetClients(tx))
  },
})
