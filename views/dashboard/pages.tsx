import { isSetupDismissed, setupDone } from '../../src/domains/system/index.ts'
import { depthOf } from '../../src/domains/tenants/index.ts'
import { action, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { verifyOwnDomain } from '../../src/operations/branding/verify-own-domain.ts'
import { resetCrawlBreaker } from '../../src/operations/crawl/reset-crawl-breaker.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { approveCreditRequest } from '../../src/operations/credits/approve-credit-request.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { approveDraft } from '../../src/operations/drafts/approve-draft.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/verify-indexnow-site.ts'
import { retryJob } from '../../src/operations/jobs/retry-job.ts'
import { getToday } from '../../src/operations/today/get-today.ts'
import { many } from '../parts/format.ts'
import type { Task } from '../parts/steps.tsx'
import { tasksOf } from '../setup/tasks.ts'
import { appPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { act, mark } from './acts.ts'
import type { Desk } from './cases.tsx'
import { Dashboard } from './dashboard.tsx'

export const dashboardScreens: readonly Screen[] = [
  page('', dashboard),
  action('/morning/seen', mark),
  action('/morning/:act', act),
]

async function dashboard(call: SignedInCall) {
  const { base, app, visitor } = call
  const { tenant, cases, watched, ...facts } = await call.call(getToday, {})
  return appPage(
    call,
    'Dashboard',
    <Dashboard
      {...facts}
      person={visitor.user.name}
      summary={`${tenant.name}: ${summaryOf(facts.clients.length, watched, cases.open.length)}`}
      cases={cases}
      checklist={checklistOf(call)}
      desk={deskOf(call, facts.numbers.index_credits)}
      can_write={mayWrite(call)}
      idempotency_key={newId()}
      base={base}
      now={app.clock.now()}
      zone={zoneOf(call)}
    />,
  )
}

/** Remaining setup steps, for platform admins in their own workspace, until done or hidden. */
const checklistOf = ({ app, base, caller, read }: SignedInCall): Task[] =>
  caller.platform && depthOf(caller.path) === 1
    ? read((tx) => (isSetupDismissed(tx) ? [] : tasksOf(setupDone(tx, app, caller.path), base)))
    : []

function summaryOf(clients: number, watched: number, needs: number): string {
  const parts = [many(clients, 'client'), `${many(watched, 'push', 'pushes')} being watched`]
  if (needs > 0) parts.push(`${needs} ${needs === 1 ? 'needs' : 'need'} attention`)
  return `${parts.slice(clients === 0 ? 1 : 0).join(', ')}.`
}

/** The actions offered are those whose operations the visitor may call. */
export const deskOf = (call: SignedInCall, purse: number): Desk => ({
  base: call.base,
  tenant_id: call.caller.tenant_id,
  purse,
  zone: zoneOf(call),
  may: {
    push: mayWrite(call),
    packs: may(call, createCreditRequest),
    give: may(call, allocateCredits),
    verify: may(call, verifyIndexnowSite),
    retry: may(call, retryJob),
    look: may(call, verifyOwnDomain),
    approve: may(call, approveDraft),
    grant: may(call, approveCreditRequest),
    reset: may(call, resetCrawlBreaker),
  },
})
