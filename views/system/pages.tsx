/** What platform admins watch: the trail, the errors, the machine, the backups. */

import { goTo, platformAction, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { runBillingTick } from '../../src/operations/billing/run-billing-tick.ts'
import { deleteError } from '../../src/operations/errors/delete-error.ts'
import { getError } from '../../src/operations/errors/get-error.ts'
import { resolveError } from '../../src/operations/errors/resolve-error.ts'
import { getSystem } from '../../src/operations/system/get-system.ts'
import { many } from '../parts/format.ts'
import { installPage, zoneOf } from '../shell.tsx'
import { auditList } from './audit.tsx'
import { Backups } from './backups.tsx'
import { ErrorPage, errorList } from './errors.tsx'
import { System } from './system.tsx'

const AUDIT = '/app/platform/audit'
const ERRORS = '/app/platform/errors'
const SYSTEM = '/app/platform/system'
const BACKUPS = '/app/platform/backups'

export const systemScreens: readonly Screen[] = [
  ...auditList.screens,
  ...errorList.screens,
  platformPage('/errors/:id', async (call) => {
    const error = await call.call(getError, { id: call.params.id })
    return installPage(call, 'Error', <ErrorPage error={error} self={ERRORS} audit={AUDIT} zone={zoneOf(call)} />)
  }),
  platformAction('/errors/:id', async (call) => {
    const { resolved } = await call.call(resolveError, { id: call.params.id, resolved: call.form.resolved })
    return goTo(`${ERRORS}/${call.params.id}`, {
      text: resolved ? 'Resolved. It opens by itself when it comes back.' : 'Open again.',
    })
  }),
  platformAction('/errors/:id/delete', async (call) => {
    await call.call(deleteError, { id: call.params.id })
    return goTo(ERRORS, { text: 'Forgotten.' })
  }),
  platformPage('/system', async (call) => {
    const system = await call.call(getSystem, {})
    return installPage(
      call,
      'System',
      <System system={system} self={SYSTEM} backups={BACKUPS} errors={ERRORS} zone={zoneOf(call)} />,
    )
  }),
  platformAction('/system/due', async (call) => {
    const { jobs_open, looks_open, batches_waiting } = await call.call(runBillingTick, {})
    const left = `${many(jobs_open, 'job')} under way, ${many(looks_open, 'look')} open, ${many(batches_waiting, 'batch', 'batches')} waiting.`
    return goTo(SYSTEM, { text: `What was due is done. ${left}` })
  }),
  platformPage('/backups', async (call) => {
    const { backups } = await call.call(getSystem, {})
    return installPage(call, 'Backups', <Backups backups={backups} self={SYSTEM} zone={zoneOf(call)} />)
  }),
]
