import { type Balances, balances } from '../../src/domains/credits/index.ts'
import { planOf } from '../../src/domains/plans/index.ts'
import { takeUrls } from '../../src/domains/preflight/index.ts'
import { crawlSettings } from '../../src/domains/providers/index.ts'
import { inUseBelow } from '../../src/domains/tenants/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { inTree } from '../../src/kernel/caller.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { newId } from '../../src/kernel/ids.ts'
import { previewIndexnow } from '../../src/operations/indexnow/preview-indexnow.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { preflightUrls } from '../../src/operations/preflight/preflight-urls.ts'
import type { Shortfall } from '../jobs/shapes.ts'
import type { Issue } from '../parts/form.tsx'
import { many } from '../parts/format.ts'
import type { QuoteData } from '../parts/quote.tsx'
import { appPage, requireMay } from '../shell.tsx'
import { NewPush, PushFragment } from './new-push.tsx'
import type { Preflight, PreflightRow } from './preflight-rows.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'
import { recall } from './recall.ts'

export const pushScreens: readonly Screen[] = [
  page('/push', (call) => {
    requireMay(call, submitIndexJob)
    return pushPage(call, valuesOf(call), {})
  }),
  action('/push', submit),
  action('/push/preflight', fragment),
]

/** Pages screened while one types; the rest when the push is reviewed. */
const LIVE = 200
const ROWS = 100

const NO_ADDRESS: Issue = { path: 'urls', message: 'Give at least one full http:// or https:// address.' }
/** Workspaces to choose from. */
const MOST_CLIENTS = 500

type State = {
  quote?: QuoteData | null
  preflight?: Preflight | null
  issues?: Issue[]
  shortfall?: Shortfall
  status?: number
}

function valuesOf({ form, all, query, caller }: SignedInCall): PushValues {
  return {
    urls: form.urls ?? query.urls ?? '',
    name: form.name ?? '',
    tenant_id: form.tenant_id ?? caller.tenant_id,
    smart: form.smart !== undefined,
    pre_check: form.pre_check !== undefined,
    drip_days: Number(form.drip_days ?? 0) || 0,
    push_anyway: all('push_anyway'),
    force_refresh: form.force_refresh !== undefined,
    indexnow_force: form.indexnow_force !== undefined,
  }
}

/** One address a line, or several in a row: a comma or a blank separates only where another address follows. */
const listOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+|[ ,;]+(?=https?:\/\/)/i)
    .map((entry) => entry.trim())
    .filter(Boolean)

function pushPage(
  call: SignedInCall,
  values: PushValues,
  { status = 200, quote = null, preflight = null, ...state }: State,
) {
  const { app, base, caller } = call
  const facts = call.read((tx) => ({
    plan: planOf(
      tx,
      app,
      values.tenant_id && inTree(tx, caller, values.tenant_id) ? values.tenant_id : caller.tenant_id,
    ),
    clients: inUseBelow(tx, caller.path, MOST_CLIENTS),
    simulated: Object.values(crawlSettings(tx).routes).some((route) => route?.enabled && route.adapter === 'simulated'),
  }))
  const props: NewPushProps = {
    ...state,
    values,
    quote,
    preflight,
    limit: facts.plan.urls_per_push ?? 10_000,
    clients: facts.clients,
    simulated: facts.simulated,
    idempotency_key: newId(),
    hrefs: { action: `${base}/push`, preflight: `${base}/push/preflight` },
  }
  return htmlResponse(appPage(call, 'New push', <NewPush {...props} />), status)
}

/** What the live screening answers while one types. */
async function fragment(call: SignedInCall) {
  const values = valuesOf(call)
  if (listOf(values.urls).length === 0)
    return htmlResponse(<PushFragment quote={null} preflight={null} values={values} />)
  const { quote, preflight } = await screened(call, values, LIVE)
  return htmlResponse(<PushFragment quote={quote} preflight={preflight} values={values} />)
}

/** `step=review` shows the bill; `step=push` pushes, unless the list is no longer the one that was billed. */
async function submit(call: SignedInCall) {
  const values = valuesOf(call)
  try {
    const { quote, preflight, urls, all } = await screened(call, values, Number.POSITIVE_INFINITY)
    if (all.length === 0) return pushPage(call, values, { preflight, issues: [NO_ADDRESS], status: 422 })
    const agreed = call.form.step === 'push' && call.form.quoted === String(quote.index_credits)
    if (!agreed) return pushPage(call, values, { quote, preflight })
    return await push(call, values, affords(call, values, all.length) ? all : urls)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return refused(call, values, error)
  }
}

/** Flagged links go along where the purse can hold their credits for the moment, so that the job tells of them too. */
async function push(call: SignedInCall, values: PushValues, urls: string[]) {
  const { tenant_id, name, smart, pre_check, drip_days, force_refresh, indexnow_force } = values
  const order = { urls, tenant_id, name, smart, pre_check, drip_days, force_refresh, indexnow_force }
  const chosen = new Set((await takeUrls(values.push_anyway)).urls)
  const push_anyway = urls.filter((url) => chosen.has(url))
  const given = { ...order, ...(push_anyway.length ? { push_anyway } : {}) }
  const job = await call.call(submitIndexJob, given, {
    idempotency_key: call.form.idempotency_key || undefined,
  })
  return goTo(`${call.base}/jobs/${job.id}`, {
    text: `${many(job.accepted, 'link')} accepted. You can close this page.`,
  })
}

function refused(call: SignedInCall, values: PushValues, fault: Fault) {
  const { kind, need, have } = fault.details as Partial<Shortfall>
  if (fault.code === 'insufficient_credits')
    return pushPage(call, values, { shortfall: { kind: kind!, need: need!, have: have! }, status: 402 })
  const known = ['validation_failed', 'too_many_urls', 'plan_limit', 'conflict', 'daily_cap']
  if (!known.includes(fault.code)) throw fault
  const issues =
    fault.code === 'validation_failed' ? (fault.details.issues as Issue[]) : [{ path: 'urls', message: fault.message }]
  return pushPage(call, values, { issues, status: fault.status === 409 ? 409 : 422 })
}

/** `urls` will be sent; `all` are those and the flagged ones. */
type Screened = { quote: QuoteData; preflight: Preflight; urls: string[]; all: string[] }

/** Screens the list (at most `most` pages of it) and makes the bill: what is pushed, skipped, dropped, and what it costs. */
async function screened(call: SignedInCall, values: PushValues, most: number): Promise<Screened> {
  const taken = await takeUrls(listOf(values.urls))
  const results = await screen(call, taken.urls.slice(0, most), values.tenant_id)
  const flagged = new Set(results.filter((one) => one.flags.length > 0).map((one) => one.url))
  const anyway = new Set((await takeUrls(values.push_anyway)).urls)
  const urls = taken.urls.filter((url) => !flagged.has(url) || anyway.has(url))
  const dropped = [
    ...taken.invalid.map(({ given, reason }) => ({ entry: given, reason })),
    ...taken.duplicates.map(({ given }) => ({ entry: given, reason: 'is in the list already' })),
  ]
  const shown = [...results].sort((a, b) => Number(b.flags.length > 0) - Number(a.flags.length > 0))
  const flaggedRows = shown.filter((one) => one.flags.length > 0)
  const readyRows = shown.filter((one) => one.flags.length === 0)
  const room = Math.max(0, ROWS - flaggedRows.length)
  return {
    urls,
    all: taken.urls,
    quote: await bill(call, values, urls, { skipped: taken.urls.length - urls.length, dropped: dropped.length }),
    preflight: {
      rows: results.length <= ROWS ? results : [...flaggedRows, ...readyRows.slice(0, room)],
      more_ready: results.length <= ROWS ? 0 : Math.max(0, readyRows.length - room),
      dropped,
      pending: taken.urls.length - results.length,
    },
  }
}

/** Pages seen within the last minutes are not asked again at every keystroke. */
async function screen(call: SignedInCall, urls: string[], tenant_id: string): Promise<PreflightRow[]> {
  const known = recall.known(urls, call.app.clock.now())
  const unknown = urls.filter((url) => !known.has(url))
  if (unknown.length > 0) {
    const { results } = await call.call(preflightUrls, { urls: unknown, tenant_id })
    for (const one of results) known.set(one.url, one)
    recall.keep(results, call.app.clock.now())
  }
  return urls.flatMap((url) => known.get(url) ?? [])
}

async function bill(
  call: SignedInCall,
  values: PushValues,
  urls: string[],
  { skipped, dropped }: { skipped: number; dropped: number },
): Promise<QuoteData> {
  const { available } = purseOf(call, values).index
  const preview = urls.length
    ? await call.call(previewIndexnow, { urls, tenant_id: values.tenant_id })
    : { eligible: 0 }
  return {
    ready: urls.length,
    skipped,
    dropped,
    to_indexnow: preview.eligible,
    index_credits: urls.length,
    check_credits: values.smart || values.pre_check ? urls.length : 0,
    balance_after: available - urls.length,
    available,
  }
}

const purseOf = (call: SignedInCall, { tenant_id }: PushValues): Balances =>
  call.read((tx, caller) => balances(tx, inTree(tx, caller, tenant_id) ? tenant_id : caller.tenant_id))

function affords(call: SignedInCall, values: PushValues, links: number): boolean {
  const { index, check } = purseOf(call, values)
  return links <= index.available && (!(values.smart || values.pre_check) || links <= check.available)
}
