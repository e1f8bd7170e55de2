/** Scheduled reports are of those who decide on them. */
import { goTo, type Screen, type SignedInCall } from '../../../src/doors/pages/web.ts'
import { listReports } from '../../../src/features/reports/operations/reports.ts'
import { putReportSchedule } from '../../../src/features/reports/operations/schedule.ts'
import { isOwnPerson } from '../../kit/own-person.ts'
import { may } from '../../shell.tsx'

/** A client's own people who open a page are led to their reports, but its admins and the approvers that its schedule names. */
export const forDeciders = (screens: readonly Screen[]): Screen[] =>
  screens.map((screen) =>
    screen.access === 'workspace' && screen.method === 'GET'
      ? {
          ...screen,
          handle: async (call: SignedInCall) =>
            (await decides(call)) ? screen.handle(call) : goTo(`${call.base}/reports`),
        }
      : screen,
  )

async function decides(call: SignedInCall): Promise<boolean> {
  if (may(call, putReportSchedule) || !(await isOwnPerson(call))) return true
  if (!may(call, listReports)) return false
  const { items } = await call.call(listReports, { page: 1, page_size: 1 })
  return items.some(({ approvers }) => approvers.includes(call.caller.user_id ?? ''))
}
