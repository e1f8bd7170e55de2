import { FREE_CHECK_MAILS } from '../../../views/free-checks/mails.ts'
import { feature } from '../feature.ts'
import * as operations from './operations.ts'
import { forgetFreeChecksTask, reportFreeChecksTask, takeFreeChecksTask } from './tasks.ts'

export const freeChecks = feature({
  name: 'free-checks',
  summary: 'Checks that visitors try without an account, with their limits, blocks and daily report.',
  needs: [],
  operations,
  tasks: [forgetFreeChecksTask, reportFreeChecksTask, takeFreeChecksTask],
  tabs: [{ menu: 'operator', entry: 'System', behind: '/email', title: 'Free checks', under: '/free-checks' }],
  letters: FREE_CHECK_MAILS,
})
