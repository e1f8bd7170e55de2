import { ENGINES, type EngineSlot } from '../../src/domains/jobs/index.ts'
import { takeUrls } from '../../src/domains/preflight/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault, notFound } from '../../src/kernel/operation/fault.ts'
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { checkIndex } from '../../src/operations/checks/check-index.ts'
import { updateIntegrations } from '../../src/operations/checks/update-integrations.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import { listJobs } from '../../src/operations/jobs/list-jobs.ts'
import { sendUnindexed } from '../../src/operations/jobs/send-unindexed-to-indexer.ts'
import { giveMissing } from '../credits/give-missing.ts'
import { pushUnseen, unseenToPush } from '../jobs/again.ts'
import { jobHref } from '../jobs/shapes.ts'
import type { Asking } from '../links/link.tsx'
import { enginesOf } from '../links/pages.tsx'
import type { Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import { askedOf } from '../parts/list.ts'
import { listOf } from '../push/review.ts'
import { clientShown, clientsOf, guessedOf, lastFor, NO_CLIENT, type Whose, whoseOf } from '../push/whose.ts'
import { forPeople } from '../refused.ts'
import { appPage, confirmPage, drawPage, may, mayWrite, requireMay, zoneOf } from '../shell.tsx'
import { agreedTo, type CheckBill, type CheckValues, checkBill } from './check-bill.ts'
import { Checks, missingHref, missingQuestion } from './checks.tsx'
import { BillFragment, NewCheck } from './new-check.tsx'

export const checkScreens: readonly Screen[] = [
  page('/checks', checks),
  page('/checks/new', async (call) => {
    requireMay(call, checkIndex)
    const values = valuesOf(call)
    return newCheck(call, values, values.urls ? shownOf(await billed(call, values)) : {})
  }),
  action('/checks/new', submit),
  action('/checks/bill', fragment),
  page('/checks/:id/push', askMissing),
  action('/checks/:id/push', (call) => pushUnseen(call, 'on the way')),
]

async function checks(call: SignedInCall) {
  const { base, query, app } = call
  const list = await call.call(listJobs, { ...askedOf(listJobs, query), type: 'check' }, { here: true })
  const props = { list, query, base, can_write: mayWrite(call), now: app.clock.now(), zone: zoneOf(call) }
  const act = props.can_write ? { label: 'New check', icon: 'scan-search' as const, href: `${base}/checks/new` } : null
  const sub = 'Whether search engines show your links, without pushing them.'
  return drawPage(call, { title: 'Checks', sub, act }, <Checks {...props} />)
}

function valuesOf({ form, query }: SignedInCall): CheckValues {
  const engine = form.engine ?? query.engine
  return {
    urls: form.urls ?? query.urls ?? '',
    name: form.name ?? '',
    client: (form.client ?? query.client ?? '').trim(),
    tenant_id: form.tenant_id ?? query.tenant_id ?? '',
    engine: ENGINES.find((one) => one === engine) ?? '',
  }
}

type State = { bill?: CheckBill | null; whose?: Whose; issues?: Issue[]; news?: string; status?: number }

async function newCheck(
  call: SignedInCall,
  values: CheckValues,
  { status = 200, bill = null, whose, ...state }: State,
) {
  const { base } = call
  const clients = await clientsOf(call, 'check')
  const props = {
    ...state,
    bill,
    values: { ...values, client: clientShown(call, values, clients) },
    guessed: guessedOf(whose ?? (await whoseOf(call, values, []))),
    engines: await enginesOf(call),
    clients,
    connect: may(call, updateIntegrations) ? '/app/platform/suppliers/scan_standard' : null,
    packs: packsOf(call),
    idempotency_key: newId(),
    base,
  }
  return htmlResponse(await appPage(call, 'New check', <NewCheck {...props} />), status)
}

const packsOf = (call: SignedInCall): string | null => (may(call, createCreditRequest) ? `${call.base}/packs` : null)

type Billed = { urls: string[]; engine: EngineSlot; whose: Whose; bill: CheckBill }

const shownOf = ({ bill, whose }: Billed): State => ({ bill, whose })

/** The list as it would be looked at, by the engine that was chosen or the first there is, and what it costs. */
async function billed(call: SignedInCall, values: CheckValues): Promise<Billed> {
  const { urls, duplicates, invalid } = await takeUrls(listOf(values.urls))
  const engine = values.engine || firstOf(await enginesOf(call))
  const counts = { links: urls.length, dropped: duplicates.length + invalid.length }
  const whose = await whoseOf(call, values, urls)
  return { urls, engine, whose, bill: await checkBill(call, { tenant_id: whose.tenant_id, engine }, counts) }
}

const firstOf = ([first]: Asking[]): EngineSlot => first?.engine ?? 'scan_standard'

async function fragment(call: SignedInCall) {
  requireMay(call, checkIndex)
  const values = valuesOf(call)
  const { bill = null, whose = await whoseOf(call, values, []) } = values.urls.trim()
    ? shownOf(await billed(call, values))
    : {}
  const of = { clients: await clientsOf(call, 'check'), guessed: guessedOf(whose), value: values.client }
  return htmlResponse(<BillFragment bill={whose.unknown ? null : bill} packs={packsOf(call)} client={of} />)
}

const NO_ADDRESS: Issue = { path: 'urls', message: 'Give at least one full http:// or https:// address.' }

/**
 * `step=review` shows the bill; `check` looks at what was billed, `first` at as much as can be paid, `give` after the
 * workspace was given what it lacks. A bill that is no longer the one that was agreed to is shown again.
 */
async function submit(call: SignedInCall) {
  requireMay(call, checkIndex)
  const values = valuesOf(call)
  const { step, quoted } = call.form
  const seen = await billed(call, values)
  const { bill, whose, urls } = seen
  if (urls.length === 0) return newCheck(call, values, { bill, whose, issues: [NO_ADDRESS], status: 422 })
  if (whose.unknown) return newCheck(call, values, { whose, issues: [NO_CLIENT], status: 422 })
  if (call.asked) {
    if (bill.giver !== null) await giveWhatLacks(call, bill)
    return toJob(call, await order(call, values, seen, urls), seen)
  }
  if (step !== 'check' && step !== 'first' && step !== 'give') return newCheck(call, values, { bill, whose })
  if (quoted !== agreedTo(bill)) return newCheck(call, values, { bill, whose, news: changed(bill) })
  // Credits move only for a check that follows.
  if (step !== 'first' && urls.length > MAX_URLS)
    return newCheck(call, values, { bill, whose, issues: [{ path: 'urls', message: TOO_MANY }], status: 413 })
  let given: string | undefined
  try {
    if (step === 'first') return await checkFirst(call, values, seen)
    if (step === 'give' && bill.giver !== null) given = await giveWhatLacks(call, bill)
    else if (bill.missing > 0) return newCheck(call, values, { bill, whose, status: 402 })
    const job = await order(call, values, seen, urls)
    return toJob(call, job, seen)
  } catch (error) {
    const issues = issuesOf(error, given !== undefined)
    return newCheck(call, values, {
      ...shownOf(await billed(call, values)),
      issues,
      news: given,
      status: (error as Fault).status,
    })
  }
}

const giveWhatLacks = (call: SignedInCall, bill: CheckBill): Promise<string> =>
  giveMissing(call, 'check', { ...bill, missing: [{ kind: 'check', missing: bill.missing }] })

const toJob = (call: SignedInCall, job: { id: string }, { urls, whose }: Billed) =>
  goTo(jobHref(call.base, job), { text: `${many(urls.length, 'link is', 'links are')} being looked at.` }, [
    lastFor(call, whose.tenant_id),
  ])

const changed = ({ credits }: CheckBill): string =>
  `The list or the credits have changed. Nothing was looked at yet: the bill is now ${many(credits, 'check credit')}.`

/** Looks at what can be paid; the rest stays in the list. */
async function checkFirst(call: SignedInCall, values: CheckValues, seen: Billed) {
  const first = seen.urls.slice(0, seen.bill.affordable)
  const job = await order(call, values, seen, first)
  const rest = { ...values, urls: seen.urls.slice(first.length).join('\n') }
  const news = `${many(first.length, 'link is', 'links are')} being looked at as “${job.name}”. The other ${number(seen.urls.length - first.length)} are still here.`
  return newCheck(call, rest, { ...shownOf(await billed(call, rest)), news })
}

const order = (call: SignedInCall, { name }: CheckValues, { engine, whose }: Billed, urls: string[]) =>
  call.call(
    checkIndex,
    { urls, engine, tenant_id: whose.tenant_id, name },
    { idempotency_key: call.form.idempotency_key || undefined },
  )

/** What stands in the way, at the field that it is about; `whatever` it is where the page has more to tell. */
function issuesOf(error: unknown, whatever: boolean): Issue[] {
  if (!(error instanceof Fault) || !(whatever || SHOWN.has(error.code))) throw error
  if (error.code === 'too_many_urls') return [{ path: 'urls', message: TOO_MANY }]
  return error.code === 'validation_failed'
    ? (error.details.issues as Issue[])
    : [{ path: 'urls', message: forPeople(error.message) }]
}

const SHOWN = new Set(['validation_failed', 'too_many_urls', 'conflict', 'daily_cap', 'insufficient_credits'])
const TOO_MANY = 'A check takes at most 10,000 addresses. Take some out for now, and check them next.'

/** The check whose missing links are meant; a push is asked about on its own page. */
async function checkOf(call: SignedInCall) {
  const job = await call.call(getJobStatus, { id: call.params.id, url_limit: 0 })
  if (job.type !== 'check') throw notFound('check')
  return job
}

async function askMissing(call: SignedInCall) {
  requireMay(call, sendUnindexed)
  const job = await checkOf(call)
  const crumbs = [
    { label: 'Checks', href: `${call.base}/checks` },
    { label: job.name, href: jobHref(call.base, job) },
  ]
  const back = jobHref(call.base, job)
  return confirmPage(call, missingQuestion(await unseenToPush(call)), {
    href: missingHref(call.base, job),
    back,
    sub: job.name,
    crumbs,
  })
}
