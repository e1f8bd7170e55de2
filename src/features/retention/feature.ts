import { DROP_MAILS } from '../../../views/retention/mails.ts'
import { text } from '../../kernel/language/say.ts'
import { feature } from '../feature.ts'
import { WATCHES_IN_FUTURE } from './clock-repairs.ts'
import { dropCases } from './drops/drop-cases.ts'
import { settleWatches, stillThere, stillToday } from './index.ts'
import * as drops from './operations/drops.ts'
import * as operations from './operations/retention.ts'
import { watchLinksTask } from './tasks.ts'
import { endSpend } from './watches/budget.ts'
import { endWatches, moveWatches } from './watches/enrol.ts'
import { watchedLink } from './watches/watched-link.ts'

const STILL_THERE = { title: text('Still there?'), under: '/still-there' }

export const retention = feature({
  name: 'retention',
  summary:
    'Checks links again after their guarantee, and says which dropped out of the index, between which days, and why.',
  needs: ['notices', 'standing', 'repairs', 'webhooks'],
  sections: [{ name: 'Reports', paths: /^\/(survival|drops|at-risk)\b/ }],
  operations: { ...operations, ...drops },
  tabs: [
    { menu: 'agency', entry: 'Results', behind: '/cohorts', ...STILL_THERE },
    { menu: 'client', entry: 'Pages', behind: '/links', ...STILL_THERE },
  ],
  finds_cases: dropCases,
  moved: moveWatches,
  expired: [endWatches, endSpend],
  provides: { settleWatches, stillThere, stillToday, watchedLink },
  clock_repairs: WATCHES_IN_FUTURE,
  tasks: [watchLinksTask],
  letters: DROP_MAILS,
})
