import {
  goTo,
  htmlResponse,
  platformAction,
  platformPage,
  type Reply,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { createFreeCheckBlock } from '../../src/operations/free-checks/create-free-check-block.ts'
import { deleteFreeCheckBlock } from '../../src/operations/free-checks/delete-free-check-block.ts'
import { exportFreeChecksCsv } from '../../src/operations/free-checks/export-free-checks-csv.ts'
import { getFreeChecks } from '../../src/operations/free-checks/get-free-checks.ts'
import { sendFreeCheckReport } from '../../src/operations/free-checks/send-free-check-report.ts'
import { updateFreeCheckSettings } from '../../src/operations/free-checks/update-free-check-settings.ts'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { installPage, zoneOf } from '../shell.tsx'
import { FreeChecks, type FreeChecksProps } from './free-checks.tsx'
import { freeCheckLog } from './log.tsx'

const SELF = '/app/platform/free-checks'
const LOG = `${SELF}/log`

export const freeCheckScreens: readonly Screen[] = [
  platformPage('/free-checks', (call) => overview(call)),
  platformAction('/free-checks/blocks', block),
  platformAction('/free-checks/blocks/:id/lift', async (call) => {
    const { target } = await call.call(deleteFreeCheckBlock, { id: call.params.id })
    return goTo(SELF, { text: `${target} may use them again.` })
  }),
  platformAction('/free-checks/settings', settings),
  platformAction('/free-checks/report', async (call) => {
    const { to, status, error } = await call.call(sendFreeCheckReport, { to: call.form.to })
    const text = status === 'sent' ? `Sent to ${to}.` : `Not sent: ${error ?? 'no mail server is set up; it is kept'}.`
    return goTo(SELF, { text, tone: status === 'sent' ? 'ok' : 'bad' })
  }),
  ...freeCheckLog.screens,
  platformPage('/free-checks/csv', async (call) =>
    csvResponse(await call.call(exportFreeChecksCsv, {}), (error) => {
      call.app.log.error('the log could not be sent', { error })
    }),
  ),
]

async function overview(call: SignedInCall, more: Pick<FreeChecksProps, 'blocking' | 'setting'> = {}) {
  const totals = await call.call(getFreeChecks, { days: call.query.days as '7' | undefined })
  const blocking = more.blocking ?? { values: { target: call.query.target } }
  const props = { ...more, blocking, totals, self: SELF, log: LOG, zone: zoneOf(call) }
  return installPage(call, 'Free checks', <FreeChecks {...props} />)
}

async function block(call: SignedInCall): Promise<Reply> {
  const { target, hours, reason } = call.form
  try {
    const { target: plain } = await call.call(createFreeCheckBlock, { target, hours, reason })
    return goTo(SELF, { text: `${plain} is blocked.` })
  } catch (error) {
    const issues = issuesIn(error, ['conflict'])
    return htmlResponse(await overview(call, { blocking: { values: call.form, issues } }), (error as Fault).status)
  }
}

async function settings(call: SignedInCall): Promise<Reply> {
  const { form } = call
  const ticked = { enabled: form.enabled ?? 'false', report: form.report ?? 'false' }
  try {
    await call.call(updateFreeCheckSettings, { ...askedOf(updateFreeCheckSettings, form), ...ticked })
    return goTo(SELF, { text: 'Saved.' })
  } catch (error) {
    return htmlResponse(
      await overview(call, { setting: { values: form, issues: issuesIn(error) } }),
      (error as Fault).status,
    )
  }
}
