/** Pages for platform admins: the audit trail, the errors, the machine. */

import { filled, goTo, platformPage, type Screen } from '../../src/doors/pages/web.ts'
import { deleteError, getError, resolveError } from '../../src/operations/errors.ts'
import { getSystem, runBillingTick } from '../../src/operations/system.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act } from '../kit/menu.tsx'
import { many } from '../parts/text/format.ts'
import { platformAct } from '../screens/act.ts'
import { drawPage, zoneOf } from '../shell.tsx'
import { auditList, ownAuditList } from './audit.tsx'
import { auditFiles } from './audit-file.ts'
import { eraseForm, erasePage } from './erase.tsx'
import { ErrorPage, errorHead, errorList } from './errors.tsx'
import { ERRORS, System, span } from './system.tsx'

declare module '../../src/doors/pages/screens.ts' {
  interface Slots {
    /** Entries of the menu of the audit trail at this address. */
    audit_menu(at: string): readonly Act[]
    /** Below the versions of the program. */
    versions(): Child
  }
}

const SYSTEM = '/app/platform/system'

export const systemScreens: readonly Screen[] = [
  ...auditList.screens,
  ...ownAuditList.screens,
  ...auditFiles,
  ...eraseForm.screens,
  platformPage('/audit/erase', (call) => erasePage(call)),
  ...errorList.screens,
  platformPage('/errors/:id', async (call) => {
    const error = await call.call(getError, { id: call.params.id })
    return drawPage(call, { title: 'Error', ...errorHead({ error }) }, <ErrorPage error={error} zone={zoneOf(call)} />)
  }),
  platformAct('/errors/:id', resolveError, ({ params }, { resolved }) =>
    goTo(`${ERRORS}/${params.id}`, {
      text: resolved ? 'Resolved. It reopens automatically when it comes back.' : 'Reopened.',
    }),
  ),
  platformAct('/errors/:id/delete', deleteError, () => goTo(ERRORS, { text: 'Forgotten.' })),
  platformPage('/system', async (call) => {
    const system = await call.call(getSystem, {})
    const sub = `Version ${system.version} · up ${span(system.uptime_s)} · schema ${system.database.schema}`
    const menu: Act[] = [{ label: 'Run due tasks now', icon: 'refresh-cw', post: `${SYSTEM}/due` }]
    const head = { title: 'System', sub, menu, operator: true }
    return drawPage(
      call,
      head,
      <System
        system={system}
        now={call.app.clock.now()}
        zone={zoneOf(call)}
        versions={filled(call, 'versions').map((draw) => draw())}
      />,
    )
  }),
  platformAct('/system/due', runBillingTick, (_, { jobs_open, looks_open, batches_waiting }) => {
    const left = `${many(jobs_open, 'job')} under way, ${many(looks_open, 'check')} open, ${many(batches_waiting, 'batch', 'batches')} waiting.`
    return goTo(SYSTEM, { text: `Due tasks have run. ${left}` })
  }),
]
