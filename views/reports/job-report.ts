/** Sharing of the report of a push or check, from its page. */
import { page, type Screen } from '../../src/doors/pages/web.ts'
import { shareJobReport, unshareJobReport } from '../../src/features/reports/operations/job-reports.ts'
import { ask } from '../jobs/ask.ts'
import { statusOf, toJob } from '../jobs/link-pages.tsx'
import { questionOf } from '../jobs/questions.tsx'
import { act } from '../screens/act.ts'
import { assertMay } from '../shell.tsx'

export const jobReportScreens: readonly Screen[] = [
  act('/jobs/:id/share', shareJobReport, (call) => toJob(call, 'Report shared. Copy its address below.')),
  page('/jobs/:id/stop-sharing', async (call) => {
    assertMay(call, unshareJobReport)
    const job = await statusOf(call)
    return ask(call, job, questionOf('stop-sharing', job), 'stop-sharing')
  }),
  act('/jobs/:id/stop-sharing', unshareJobReport, (call) => toJob(call, 'Report no longer shared.')),
]
