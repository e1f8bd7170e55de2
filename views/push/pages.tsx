import { takeUrls } from '../../src/domains/preflight/index.ts'
import { crawlSettings } from '../../src/domains/providers/index.ts'
import { inUseBelow } from '../../src/domains/tenants/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/web.ts'
import { SECOND } from '../../src/kernel/clock.ts'
import { Fault } from '../../src/kernel/fault.ts'
import { newId } from '../../src/kernel/ids.ts'
import { updateCrawlSettings } from '../../src/operations/crawl/update-crawl-settings.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { preflightUrls } from '../../src/operations/preflight/preflight-urls.ts'
import type { Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { QuoteData } from '../parts/quote.tsx'
import { forPeople } from '../refused.ts'
import { appPage, may, requireMay } from '../shell.tsx'
import { agreedTo } from './agreed.ts'
import { billOf, giveMissing, limitOf, purseOf } from './bill.ts'
import type { Preflight } from './causes.ts'
import { withTargets } from './causes.ts'
import { NewPush, PushFragment } from './new-push.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'
import { screening } from './screening.ts'

export const pushScreens: readonly Screen[] = [
  page('/push', (call) => {
    requireMay(call, submitIndexJob)
    return pushPage(call, valuesOf(call), {})
  }),
  action('/push', submit),
  action('/push/preflight', fragment),
]

/** How long an answer waits for pages, ms: one that is asked for again and again, and one that somebody looks at. */
const GLANCE = 0.8 * SECOND
const LOOK = 5 * SECOND

const NO_ADDRESS: Issue = { path: 'urls', message: 'Give at least one full http:// or https:// address.' }
/** Workspaces to choose from. */
const MOST_CLIENTS = 500

type State = {
  quote?: QuoteData | null
  preflight?: Preflight | null
  issues?: Issue[]
  news?: string
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
    anyway_flag: all('anyway_flag'),
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

function pushPage(call: SignedInCall, values: PushValues, { status = 200, ...state }: State) {
  const { app, base, caller } = call
  const tenant_id = purseOf(call, values)
  const facts = call.read((tx) => ({
    limit: limitOf(tx, app, tenant_id),
    clients: inUseBelow(tx, caller.path, MOST_CLIENTS),
    routes: Object.values(crawlSettings(tx).routes).filter((route) => route?.enabled),
  }))
  const props: NewPushProps = {
    quote: null,
    preflight: null,
    ...state,
    values,
    limit: facts.limit,
    clients: facts.clients,
    simulated: facts.routes.some((route) => route?.adapter === 'simulated'),
    unconnected: facts.routes.length
      ? null
      : { href: may(call, updateCrawlSettings) ? `${base}/setup/suppliers` : null },
    idempotency_key: newId(),
    hrefs: hrefsOf(call),
  }
  return htmlResponse(appPage(call, 'New push', <NewPush {...props} />), status)
}

const hrefsOf = (call: SignedInCall): NewPushProps['hrefs'] => ({
  action: `${call.base}/push`,
  preflight: `${call.base}/push/preflight`,
  credits: may(call, createCreditRequest) ? `${call.base}/packs` : null,
})

/** What the live screening answers while one types, and again until every page has answered. */
async function fragment(call: SignedInCall) {
  const values = valuesOf(call)
  const hrefs = hrefsOf(call)
  const answer = (state: Pick<NewPushProps, 'quote' | 'preflight' | 'issues'>) =>
    htmlResponse(<PushFragment {...state} values={values} hrefs={hrefs} />)
  if (listOf(values.urls).length === 0) return answer({ quote: null, preflight: null })
  try {
    return answer(await reviewed(call, values, GLANCE))
  } catch (error) {
    return answer({ quote: null, preflight: null, issues: issuesOf(error) })
  }
}

/**
 * `step=review` shows the bill; `push` pushes what was billed, `first` as much of it as can be paid, `give` after the
 * workspace was given what it lacks; `targets` puts redirects' targets into the list. A bill that is no longer the one
 * that was agreed to is shown again.
 */
async function submit(call: SignedInCall) {
  const values = valuesOf(call)
  const { step, quoted } = call.form
  try {
    const seen = await reviewed(call, values, LOOK)
    if (seen.all.length === 0) return pushPage(call, values, { ...seen, issues: [NO_ADDRESS], status: 422 })
    if (step === 'targets')
      return await pushPageOf(call, { ...values, urls: withTargets(seen.all, seen.rows).join('\n') })
    const agrees = quoted === agreedTo(seen.quote)
    if (!ACTS.has(step ?? '') || !agrees)
      return pushPage(call, values, { ...seen, news: step === 'review' ? undefined : newBill(quoted, seen.quote) })
    if (step === 'first') return await pushFirst(call, values, seen)
    // Credits move only for a push that follows.
    if (step === 'give' && seen.quote.giver !== null && seen.urls.length <= seen.quote.limit)
      await giveMissing(call, values, seen.quote)
    else if (seen.quote.missing.length || seen.urls.length > seen.quote.limit)
      return pushPage(call, values, { ...seen, status: 402 })
    return await push(call, values, seen)
  } catch (error) {
    const issues = issuesOf(error)
    return pushPage(call, values, { issues, status: error instanceof Fault ? error.status : 422 })
  }
}

/** Steps that do what was billed. */
const ACTS = new Set(['push', 'give', 'first'])

/** New push with these links in it, and their bill: what was pushed before, or is to be pushed elsewhere. */
export const pushOf = (call: SignedInCall, urls: readonly string[], tenant_id: string) =>
  pushPageOf(call, { ...valuesOf(call), urls: urls.join('\n'), tenant_id })

const pushPageOf = async (call: SignedInCall, values: PushValues) =>
  pushPage(call, values, await reviewed(call, values, LOOK))

function newBill(quoted: string | undefined, quote: QuoteData): string {
  const before = Number(quoted?.split('+')[0] ?? 0)
  const less = before - quote.index_credits
  const why =
    less > 0
      ? `${many(less, 'more page was', 'more pages were')} flagged`
      : 'The list, its pages or the credits have changed'
  return `${why}. Nothing was pushed yet: the bill is now ${many(quote.index_credits, 'credit')}.`
}

async function push(call: SignedInCall, values: PushValues, { urls, quote, rows }: Reviewed) {
  const job = await order(call, values, urls, rows)
  const left = quote.skipped + quote.dropped
  return goTo(`${call.base}/jobs/${job.id}`, {
    text: `${many(job.accepted, 'link')} accepted${left ? `, ${many(left, 'entry', 'entries')} left out` : ''}. You can close this page.`,
  })
}

/** Pushes what can be paid; the rest stays in the list. */
async function pushFirst(call: SignedInCall, values: PushValues, { urls, quote, rows }: Reviewed) {
  const first = urls.slice(0, quote.affordable)
  const job = await order(call, values, first, rows)
  const rest = { ...values, urls: urls.slice(first.length).join('\n') }
  const news = `${many(job.accepted, 'link')} accepted as “${job.name}”. The other ${number(urls.length - first.length)} are still here.`
  return pushPage(call, rest, { ...(await reviewed(call, rest, GLANCE)), news })
}

/** Orders these links as the visitor; those that are flagged are among them because they were ticked. */
function order(call: SignedInCall, values: PushValues, urls: string[], rows: Reviewed['rows']) {
  const { tenant_id, name, smart, pre_check, drip_days, force_refresh, indexnow_force } = values
  const push_anyway = urls.filter((url) => rows.get(url)?.flags.length)
  const given = { urls, tenant_id, name, smart, pre_check, drip_days, force_refresh, indexnow_force }
  return call.call(submitIndexJob, push_anyway.length ? { ...given, push_anyway } : given, {
    idempotency_key: call.form.idempotency_key || undefined,
  })
}

/** What stands in the way, at the field that it is about. */
function issuesOf(error: unknown): Issue[] {
  if (!(error instanceof Fault) || !SHOWN.has(error.code)) throw error
  return error.code === 'validation_failed'
    ? (error.details.issues as Issue[])
    : [{ path: 'urls', message: WORDS[error.code] ?? forPeople(error.message) }]
}

/** Where the API's words are not a person's. */
const WORDS: Partial<Record<string, string>> = {
  too_many_urls: 'A push takes at most 10,000 addresses. Take some out for now, and push them next.',
}

const SHOWN = new Set([
  'validation_failed',
  'too_many_urls',
  'plan_limit',
  'conflict',
  'daily_cap',
  'insufficient_credits',
])

/** `urls` will be sent; `all` are those and the flagged ones. */
type Reviewed = {
  quote: QuoteData
  preflight: Preflight
  urls: string[]
  all: string[]
  rows: Awaited<ReturnType<typeof screening.look>>['seen']
}

/** Looks at the list for as long as `patience` (ms) and makes the bill: what is pushed, skipped, dropped, and the cost. */
async function reviewed(call: SignedInCall, values: PushValues, patience: number): Promise<Reviewed> {
  requireMay(call, preflightUrls)
  const taken = await takeUrls(listOf(values.urls))
  const { seen, slow } = await screening.look(call, taken.urls, patience)
  const anyway = new Set((await takeUrls(values.push_anyway)).urls)
  const flags = new Set(values.anyway_flag)
  const goes = (url: string): boolean => {
    const first = seen.get(url)?.flags[0]
    return first === undefined || anyway.has(url) || flags.has(first)
  }
  const urls = taken.urls.filter(goes)
  const pending = taken.urls.length - seen.size
  const dropped = [
    ...taken.invalid.map(({ given, reason }) => ({ entry: given, reason })),
    ...taken.duplicates.map(({ given }) => ({ entry: given, reason: 'is in the list already' })),
  ]
  const counts = { pending, skipped: taken.urls.length - urls.length, dropped: dropped.length }
  return {
    urls,
    all: taken.urls,
    rows: seen,
    quote: await billOf(call, values, urls, counts),
    preflight: { rows: [...seen.values()], dropped, pending, slow: [...slow] },
  }
}
