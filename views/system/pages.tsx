/** What platform admins watch: the trail, the errors, the machine, the backups. */

import { goTo, platformAction, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { csvResponse } from '../../src/doors/rest/csv.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { changes } from '../../src/kernel/operation/operation.ts'
import { exportAuditCsv } from '../../src/operations/audit/export-audit-csv.ts'
import { listAuditLog } from '../../src/operations/audit/list-audit-log.ts'
import { runBillingTick } from '../../src/operations/billing/run-billing-tick.ts'
import { deleteError } from '../../src/operations/errors/delete-error.ts'
import { getError } from '../../src/operations/errors/get-error.ts'
import { listErrors } from '../../src/operations/errors/list-errors.ts'
import { resolveError } from '../../src/operations/errors/resolve-error.ts'
import { getSystem } from '../../src/operations/system/get-system.ts'
import { many } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { installPage, zoneOf } from '../shell.tsx'
import { Audit } from './audit.tsx'
import { Backups } from './backups.tsx'
import { ErrorPage, Errors } from './errors.tsx'
import { System } from './system.tsx'

const AUDIT = '/app/platform/audit'
const ERRORS = '/app/platform/errors'
const SYSTEM = '/app/platform/system'
const BACKUPS = '/app/platform/backups'

export const systemScreens: readonly Screen[] = [
  platformPage('/audit', async (call) => {
    const { list, refused } = await trail(call)
    const actions = call.app.operations.filter(changes).map(({ name }) => name)
    const props = { list, refused, query: call.query, self: AUDIT, actions: actions.toSorted(), zone: zoneOf(call) }
    return installPage(call, 'Audit', <Audit {...props} />)
  }),
  platformPage('/audit/csv', async (call) =>
    csvResponse(await call.call(exportAuditCsv, askedOf(exportAuditCsv, call.query)), (error) => {
      call.app.log.error('the trail could not be sent', { error })
    }),
  ),
  platformPage('/errors', async (call) => {
    const query = { resolved: 'false', ...call.query }
    const resolved = query.resolved === 'all' ? undefined : query.resolved
    const list = await call.call(listErrors, askedOf(listErrors, { ...query, resolved }))
    return installPage(call, 'Errors', <Errors list={list} query={query} self={ERRORS} zone={zoneOf(call)} />)
  }),
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

/** A search that fits too many names is told on the page. */
async function trail(call: SignedInCall) {
  try {
    return { list: await call.call(listAuditLog, askedOf(listAuditLog, call.query)) }
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'validation_failed') throw error
    return { list: { items: [], total: 0, page: 1, page_size: 50 }, refused: error.message }
  }
}
