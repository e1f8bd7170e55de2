/** Pages for platform admins: the audit trail, the errors, the machine. */

import { filled, goTo, page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { eraseAuditWords, exportAuditCsv, exportAuditJsonl } from '../../src/operations/audit.ts'
import { deleteError, getError, resolveError } from '../../src/operations/errors.ts'
import { getSystem, runBillingTick } from '../../src/operations/system.ts'
import type { Child } from '../jsx/elements.ts'
import type { Act } from '../kit/menu.tsx'
import { sendFile, separatorFor } from '../parts/lists/list-file.ts'
import { Card } from '../parts/page/card.tsx'
import { many } from '../parts/text/format.ts'
import { platformAct } from '../screens/act.ts'
import { type FormOf, formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { auditList, ownAuditList } from './audit.tsx'
import { ErrorPage, errorHead, errorList } from './errors.tsx'
import { ERRORS, System, span } from './system.tsx'

const AT = '/app/platform/audit/erase'

const eraseForm: FormOf = formScreen({
  at: '/audit/erase',
  operator: true,
  operation: eraseAuditWords,
  fields: ['email', 'name', 'user_id'],
  inputs: { email: { type: 'email', autocomplete: 'off' } },
  faults: ['conflict'],
  verb: 'Erase from the trail',
  tone: 'danger',
  page: (call, refused) => erasePage(call, refused),
  done: (_call, { rows }) => goTo('/app/platform/audit', { text: `Erased from ${many(rows, 'line')}.` }),
})

const erasePage = (call: SignedInCall, refused?: RefusedForm) =>
  drawPage(
    call,
    {
      title: 'Erase a person',
      sub: 'For people whose account is deleted. What was done stays, with the id of the account.',
      operator: true,
      kind: 'settings',
      crumbs: [{ label: 'Audit', href: '/app/platform/audit' }, { label: 'Erase a person' }],
    },
    <Card body>{eraseForm.form(AT, {}, {}, refused)}</Card>,
  )

const auditFiles: readonly Screen[] = [
  platformPage('/audit/jsonl', (call) => jsonl(call, false)),
  page('/audit/jsonl', (call) => jsonl(call, true)),
  page('/audit/csv', async (call) =>
    sendFile(call, await call.call(exportAuditCsv, { separator: separatorFor(call) }, { here: true })),
  ),
]

const jsonl = async (call: SignedInCall, here: boolean): Promise<Response> =>
  sendFile(call, await call.call(exportAuditJsonl, {}, { here }), 'application/x-ndjson')

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
