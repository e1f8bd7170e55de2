import { type Call, page, publicAction, publicPage, type Screen } from '../../src/doors/pages/web.ts'
import { sharedPush, sharedPushAt } from '../../src/features/reports/months/visitors.ts'
import { shareJobReport, unshareJobReport } from '../../src/features/reports/operations/job-reports.ts'
import { say } from '../../src/kernel/language/say.ts'
import { brandFor } from '../branding.ts'
import { ask, statusOf, toJob } from '../jobs/ask.ts'
import { questionOf } from '../jobs/questions.tsx'
import { act } from '../screens/act.ts'
import { assertMay, zoneOf } from '../shell.tsx'
import { deliveryScreens } from './deliveries/deliveries.tsx'
import { readerScreens } from './deliveries/reader-pages.ts'
import { recipientScreens } from './deliveries/recipients.tsx'
import { forDeciders } from './issues/deciders.ts'
import { monthScreens, monthShown, sharedMonth, sharedMonthFile } from './months/month-pages.tsx'
import { askedPart, openOrStopped, reportPage, takeFile, takePage } from './public-page.tsx'
import { pushFile } from './push-file.ts'
import { documentOfJob } from './report.tsx'

const jobReportScreens: readonly Screen[] = [
  act('/jobs/:id/share', shareJobReport, (call) =>
    toJob(call, say(zoneOf(call), 'Report shared. Copy its address below.')),
  ),
  page('/jobs/:id/stop-sharing', async (call) => {
    assertMay(call, unshareJobReport)
    const job = await statusOf(call)
    return ask(call, job, questionOf('stop-sharing', job, 0, undefined, zoneOf(call)), 'stop-sharing')
  }),
  act('/jobs/:id/stop-sharing', unshareJobReport, (call) => toJob(call, say(zoneOf(call), 'Report no longer shared.'))),
]

export const reportScreens: readonly Screen[] = [
  publicPage('/r/:token', async (call) => (await sharedMonth(call)) ?? report(call)),
  publicAction('/r/:token/shown', monthShown),
  publicPage('/r/:token/csv', (call) => sharedMonthFile(call) ?? csv(call)),
  ...jobReportScreens,
  ...monthScreens,
  ...readerScreens,
  ...recipientScreens,
  ...forDeciders(deliveryScreens),
]

async function report(call: Call) {
  const found = find(call)
  if (found instanceof Response) return found
  takePage(call)
  const asked = askedPart(call)
  const shown = await sharedPush(call, found.job_id, asked)
  const { id, name } = shown.report.tenant
  const self = `/r/${call.params.token}`
  const around = { client: name, brand: brandFor(call, id), only: asked.only, at: call.app.clock.now() }
  return reportPage(call, documentOfJob({ ...shown, ...around, self, asks: self }))
}

function csv(call: Call) {
  const found = find(call)
  if (found instanceof Response) return found
  takeFile(call)
  return pushFile(call, found.job_id)
}

const find = (call: Call): { job_id: string } | Response => openOrStopped(call, sharedPushAt(call))
