import { lookAtDueDomains } from '../domains/branding/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const verifyOwnDomainsTask = task({
  name: taskName('verify_own_domains'),
  every: 15 * MINUTE,
  summary: 'Looks for the proof of each own domain: once a day where it is in force, each hour where it is missing.',
  run: lookAtDueDomains,
})
