import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { namesFor } from '../../src/doors/pages/people.ts'
import { action, filled, goTo, type Markup, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { getToday, markAttentionCase } from '../../src/features/attention/operations.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import type { AnyOperation } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { getShell } from '../../src/operations/account/shell.ts'
import { verifyOwnDomain } from '../../src/operations/branding.ts'
import { resetCrawlBreaker } from '../../src/operations/crawl.ts'
import { allocateCredits, getCreditsForecast } from '../../src/operations/credits/balances.ts'
import { approveCreditRequest, createCreditRequest } from '../../src/operations/credits/packs.ts'
import { verifyIndexnowSite } from '../../src/operations/indexnow/keys.ts'
import { retryJob } from '../../src/operations/jobs/again.ts'
import { listJobs } from '../../src/operations/jobs/jobs.ts'
import { getResults } from '../../src/operations/results.ts'
import { addSampleData, getSampleData } from '../../src/operations/sample-data.ts'
import { getSetup } from '../../src/operations/setup.ts'
import { getTenant } from '../../src/operations/tenants/workspaces.ts'
import type { ActCall, CaseContext } from '../kit/case-line.ts'
import type { Task } from '../parts/page/steps.tsx'
import { isolated } from '../parts/text/name.tsx'
import { act, callScreen, oneCall } from '../screens/act.ts'
import { tasksOf } from '../setup/tasks.ts'
import { drawPage, may, mayWrite, zoneOf } from '../shell.tsx'
import { LEAST_WEEKS } from './headline.tsx'
import { greeting, Today } from './today.tsx'
import { weeksOf } from './weeks.ts'

/** Runs the action named in the path, then returns to the dashboard or to the page of the client `of`. */
const solve = callScreen(action, '/morning/:act', (call) => {
  const { params, form } = call
  const calls: Readonly<Record<string, ActCall>> = Object.assign({}, OWN_ACTS, ...filled(call, 'case_acts'))
  if (!params.act || !Object.hasOwn(calls, params.act)) throw notFound('page')
  const { done, ...act } = calls[params.act]!(call, form.id ?? '')
  const back = form.of ? `${call.base}/clients/${encodeURIComponent(form.of)}` : call.base
  return { ...act, done: async (answer: never) => goTo(back, await done(answer)) }
})

const OWN_ACTS: Readonly<Record<string, ActCall>> = {
  give(call, id) {
    const given = { tenant_id: id, amount: call.form.amount, kind: 'index' as const }
    return oneCall(allocateCredits, given, giving(call, id), true)
  },
  verify: (call, id) =>
    oneCall(verifyIndexnowSite, { id }, ({ verified, host, check }) =>
      verified
        ? { text: say(zoneOf(call), '{host} is verified. New pushes are sent to IndexNow again.', { host }) }
        : { text: `${host}: ${check.message}`, tone: 'bad' },
    ),
  retry(call, id) {
    const done = ({ name, retried }: { name: string; retried: number }) => ({
      text: say(zoneOf(call), '{name}: sending {n, plural, one {# link} other {# links}} again.', { name, n: retried }),
      undo: id,
    })
    return oneCall(retryJob, { id, delay_s: PAGE_DELAY_S }, done, true)
  },
  look: (call, id) =>
    oneCall(verifyOwnDomain, { id }, ({ domain, domain_proof }) =>
      domain_proof?.state === 'proved'
        ? { text: say(zoneOf(call), '{domain} is verified.', { domain: domain! }) }
        : {
            text: `${domain}: ${domain_proof?.problem ?? say(zoneOf(call), 'the verification record was not found.')}`,
            tone: 'bad',
          },
    ),
  grant: (_, id) =>
    oneCall(approveCreditRequest, { id }, () => ({
      text: 'Approved: the credits are available. Undo it on the page of the request.',
    })),
}

const giving = (call: SignedInCall, id: string) => async (line: { amount: number }) => {
  const { name } = await call.call(getTenant, { id })
  return {
    text: say(
      zoneOf(call),
      '{name} received {n, plural, one {# credit} other {# credits}}. Undo it from the line in the ledger.',
      { name, n: line.amount },
    ),
  }
}

const mark = act(
  '/morning/seen',
  markAttentionCase,
  ({ base }) => goTo(`${base}#morning`),
  ({ form }) => ({ seen: form.seen !== 'no' }),
)

export const todayScreens: readonly Screen[] = [page('', overview), page('/today', today), mark, solve]

async function overview(call: SignedInCall): Promise<Markup> {
  for (const draw of filled(call, 'home')) {
    const drawn = await draw(call)
    if (drawn) return drawn
  }
  return today(call)
}

async function today(call: SignedInCall) {
  const { base, app, visitor } = call
  const { tenant, cases, clients, jobs, simulated } = await call.call(getToday, {})
  const { workspace } = await call.call(getShell, {})
  const zone = zoneOf(call)
  const weeks = weeksOf(await call.call(getResults, { by: 'week' }, { here: true }))
  const few = weeks.final.length < LEAST_WEEKS && jobs > 0
  const pushes = few ? await call.call(listJobs, { type: 'index', page_size: FEW }, { here: true }) : { items: [] }
  return drawPage(
    call,
    {
      title: say(zone, 'Today'),
      heading: greeting(app.clock.now(), zone, isolated(visitor.user.name)),
      sub: `${isolated(tenant.name)}: ${summaryOf(clients.length, workspace!.open_jobs, zone)}`,
      act: mayWrite(call) ? { label: say(zone, 'New push'), icon: 'plus', href: `${base}/push` } : null,
      kind: 'today',
    },
    <Today
      weeks={weeks}
      pushes={pushes.items}
      forecast={await call.call(getCreditsForecast, { tenant_id: tenant.id })}
      clients={clients}
      jobs={jobs}
      simulated={simulated}
      sample={jobs === 0 && may(call, addSampleData) ? await call.call(getSampleData, {}) : null}
      cases={cases}
      checklist={await checklistOf(call)}
      desk={deskOf(call)}
      can_write={mayWrite(call)}
      idempotency_key={newId()}
      base={base}
      now={app.clock.now()}
      zone={zone}
    />,
  )
}

/** Pushes that stand for too few weeks. */
const FEW = 3

/** Remaining setup steps, for platform admins in their own workspace, until done or hidden. */
async function checklistOf(call: SignedInCall): Promise<Task[]> {
  const { workspace } = await call.call(getShell, {})
  if (!call.caller.platform || workspace?.parent_id !== null) return []
  const { done, dismissed } = await call.call(getSetup, {})
  return dismissed ? [] : tasksOf(done, call.base)
}

/**
 * Open pushes as the menu counts them. Without the number of cases: their list shows it, and updates when a case is
 * marked as seen.
 */
const summaryOf = (clients: number, open: number, to: Reader): string =>
  clients === 0
    ? say(to, '{open, plural, =0 {no open push} one {# open push} other {# open pushes}}.', { open })
    : say(
        to,
        '{clients, plural, one {# client} other {# clients}}, {open, plural, =0 {no open push} one {# open push} other {# open pushes}}.',
        { clients, open },
      )

/** Only actions with operations that the visitor may call. */
export const deskOf = (call: SignedInCall): CaseContext => ({
  base: call.base,
  tenant_id: call.caller.tenant_id,
  zone: zoneOf(call),
  names: namesFor(call),
  words: Object.assign({}, ...filled(call, 'case_words')),
  may: {
    ...rightsOf(call),
    push: mayWrite(call),
    packs: may(call, createCreditRequest),
    give: may(call, allocateCredits),
    verify: may(call, verifyIndexnowSite),
    retry: may(call, retryJob),
    look: may(call, verifyOwnDomain),
    grant: may(call, approveCreditRequest),
    operate: may(call, resetCrawlBreaker),
  },
})

const rightsOf = (call: SignedInCall): Record<string, boolean> =>
  Object.fromEntries(
    filled(call, 'case_rights')
      .flatMap(Object.entries<AnyOperation>)
      .map(([right, operation]) => [right, may(call, operation)]),
  )
