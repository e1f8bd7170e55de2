import { lookAtDueDomains } from '../domains/branding/index.ts'
import { task, taskName } from '../kernel/scheduling/task.ts'
import { MINUTE } from '../kernel/time/clock.ts'

export const verifyOwnDomainsTask = task({
  name: taskName('verify_own_domains'),
  every: 15 * MINUTE,
  summary: 'Verifies each own domain once a day, and each hour while its record or file is missing.',
  run: lookAtDueDomains,
})
