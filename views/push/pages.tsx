import { PAGE_DELAY_S } from '../../src/domains/pushes/index.ts'
import { action, goTo, htmlResponse, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { hashSecret, newId } from '../../src/kernel/secrets/ids.ts'
import { SECOND } from '../../src/kernel/time/clock.ts'
import { updateCrawlSettings } from '../../src/operations/crawl/update-crawl-settings.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { getJobStatus } from '../../src/operations/jobs/get-job-status.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { creditsIn, giveMissing } from '../credits/give-missing.ts'
import type { Issue } from '../parts/form.tsx'
import { many, number } from '../parts/format.ts'
import type { QuoteData } from '../parts/quote.tsx'
import { drawPage, may, requireMay, runnerOf, zoneOf } from '../shell.tsx'
import { agreedTo } from './agreed.ts'
import type { Preflight } from './causes.ts'
import { NewPush, PushFragment, SendAgain } from './new-push.tsx'
import type { NewPushProps, PushValues } from './push-props.ts'
import { relisted } from './relist.ts'
import { inputOf, listOf, nameFor, type Order, orderOf, type Reviewed, reviewed } from './review.ts'
import { sheets } from './sheets.ts'
import { type Found, fromJob, fromPush, fromSitemap, HOST, lastHosts, orderAgain, pastPushes } from './sources.ts'
import { clientShown, clientsOf, guessedOf, lastFor, NO_CLIENT, optionsOf, type Whose, whoseOf } from './whose.ts'
import { issuesOf, leftOut, newBill } from './words.ts'

export const pushScreens: readonly Screen[] = [
  page('/push', begin),
  action('/push', submit),
  action('/push/preflight', fragment),
  page('/push/preflight/:page', poll),
]

/** How long an answer waits for pages, ms: one that is asked for again and again, and one that somebody looks at. */
const GLANCE = 0.8 * SECOND
const LOOK = 5 * SECOND

const NO_ADDRESS: Issue = { path: 'urls', message: 'Give at least one full http:// or https:// address.' }
/** Letters of the id that a page goes by. */
const MOST_PAGE = 64

export const PAGE = {
  title: 'New push',
  sub: 'Paste links. Checking them before the push is free.',
  kind: 'new-push',
} as const

type State = {
  quote?: QuoteData | null
  preflight?: Preflight | null
  order?: Order
  issues?: Issue[]
  news?: string
  status?: number
}

function valuesOf({ form, all, query }: SignedInCall): PushValues {
  return {
    urls: form.urls ?? query.urls ?? '',
    name: form.name ?? query.name ?? '',
    tenant_id: form.tenant_id ?? query.tenant_id ?? '',
    client: (form.client ?? query.client ?? '').trim(),
    sitemap: (form.sitemap ?? '').trim(),
    page: (form.page ?? newId()).slice(0, MOST_PAGE),
    smart: form.smart !== undefined,
    pre_check: form.pre_check !== undefined,
    drip_days: Number(form.drip_days ?? 0) || 0,
    push_anyway: all('push_anyway'),
    anyway_flag: all('anyway_flag'),
    force_refresh: form.force_refresh !== undefined,
    indexnow_force: form.indexnow_force !== undefined,
  }
}

/** An empty page, or one that begins with a list: of an address, of links that were not seen, of a push that was undone. */
async function begin(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const values = valuesOf(call)
  const { unseen, undone } = call.query
  if (undone) return listAgain(call, values, undone)
  return unseen ? withList(call, values, await fromJob(call, unseen), 'past') : pushPage(call, values, {})
}

/** The form of a push that was undone: with the flagged addresses that it left out, as long as it is remembered. */
async function listAgain(call: SignedInCall, values: PushValues, id: string) {
  const kept = sheets.find(sheetOf(call, ofJob(id)))
  if (!kept) return pushPage(call, { ...values, ...(await orderAgain(call, id)) }, {})
  const news = kept.transferred && `${kept.transferred}. The transfer stays; take it back under “Clients”.`
  return pushPage(call, { ...kept.values, page: values.page }, { news })
}

/** What was found is added to the list, or the reason stands at the field that was asked with. */
function withList(call: SignedInCall, values: PushValues, found: Found, field: string) {
  if ('refused' in found)
    return pushPage(call, values, { issues: [{ path: field, message: found.refused }], status: 422 })
  const urls = [values.urls.trim(), ...found.urls].filter(Boolean).join('\n')
  return pushPage(call, { ...values, urls, sitemap: '' }, { news: found.news })
}

async function pushPage(call: SignedInCall, given: PushValues, { status = 200, order, ...state }: State) {
  const whose = order?.whose ?? (await whoseOf(call, given, []))
  const values = { ...given, tenant_id: whose.tenant_id }
  const clients = await clientsOf(call)
  const { links_per_push, supplier } = await optionsOf(call, values.tenant_id)
  const props: NewPushProps = {
    quote: null,
    preflight: null,
    ...state,
    ...told(call, whose, order?.urls),
    values: { ...values, client: clientShown(call, given, clients) },
    limit: links_per_push,
    clients,
    past: await pastPushes(call),
    hosts: values.urls.trim() === '' ? await lastHosts(call) : [],
    zone: zoneOf(call),
    simulated: supplier === 'simulated',
    unconnected:
      supplier !== 'none'
        ? null
        : { href: may(call, updateCrawlSettings) ? '/app/platform/suppliers' : null, runner: runnerOf(call) },
    idempotency_key: newId(),
    hrefs: hrefsOf(call, values.page),
  }
  return htmlResponse(await drawPage(call, PAGE, <NewPush {...props} />), status)
}

/** What is filled in unless somebody says otherwise. */
function told(
  call: SignedInCall,
  whose: Whose,
  urls: readonly string[] = [],
): Pick<NewPushProps, 'guessed' | 'suggested'> {
  return { guessed: guessedOf(whose), suggested: nameFor(call, urls) }
}

const hrefsOf = (call: SignedInCall, page: string): NewPushProps['hrefs'] => ({
  action: `${call.base}/push`,
  preflight: `${call.base}/push/preflight`,
  poll: `${call.base}/push/preflight/${encodeURIComponent(page)}`,
  credits: may(call, createCreditRequest) ? `${call.base}/packs` : null,
})

/** The sheet of a push that was ordered, in the place of a page's id. */
const ofJob = (id: string): string => `job ${id}`

const sheetOf = ({ visitor, base }: SignedInCall, page: string): string => `${visitor.session_id} ${base} ${page}`

/** What the live screening answers while one types. */
async function fragment(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const values = valuesOf(call)
  const empty = { quote: null, preflight: null, values, hrefs: hrefsOf(call, values.page) }
  if (listOf(values.urls).length === 0)
    return htmlResponse(
      <PushFragment {...empty} {...told(call, await whoseOf(call, values, []))} clients={await clientsOf(call)} />,
    )
  try {
    const order = await orderOf(call, values)
    sheets.keep(sheetOf(call, values.page), order)
    const seen = await reviewed(call, order, GLANCE)
    return htmlResponse(await drawn(call, seen))
  } catch (error) {
    return htmlResponse(<PushFragment {...empty} issues={issuesOf(error)} />)
  }
}

/** The same until every page has answered: nothing is sent but the page's id, and nothing comes back unless it changed. */
async function poll(call: SignedInCall) {
  requireMay(call, submitIndexJob)
  const page = call.params.page!
  const order = sheets.find(sheetOf(call, page))
  const hrefs = hrefsOf(call, page)
  if (!order) return htmlResponse(<SendAgain href={hrefs.preflight!} />)
  const seen = await reviewed(call, order, GLANCE)
  const tag = tagOf(seen)
  if (call.request.headers.get('hx-ptag') === tag)
    return new Response(null, { status: 304, headers: { 'hx-ptag': tag } })
  return htmlResponse(await drawn(call, seen), 200, { 'hx-ptag': tag })
}

const drawn = async (call: SignedInCall, seen: Reviewed) => (
  <PushFragment
    {...seen}
    {...told(call, seen.order.whose, seen.order.urls)}
    values={seen.order.values}
    clients={await clientsOf(call)}
    hrefs={hrefsOf(call, seen.order.values.page)}
    zone={zoneOf(call)}
    issues={seen.order.whose.unknown ? [NO_CLIENT] : []}
    ptag={tagOf(seen)}
  />
)

const tagOf = ({ rows, quote, preflight }: Reviewed): string =>
  hashSecret(JSON.stringify([rows.size, quote, preflight.slow])).slice(0, 16)

/**
 * `step=review` shows the bill; `push` pushes what was billed, `first` as much of it as can be paid, `give` after the
 * workspace was given what it lacks; `targets` and `leave:` change the list (relist.ts), `sitemap` and `past` add to it.
 * A bill that is no longer the one that was agreed to is shown again.
 */
async function submit(call: SignedInCall) {
  const values = valuesOf(call)
  const { quoted } = call.form
  // Enter in the field of the sitemap sends the form by its first button.
  const step = call.form.step === 'review' && values.sitemap ? 'sitemap' : call.form.step
  requireMay(call, submitIndexJob)
  if (call.asked) return askedFor(call, values)
  if (step?.startsWith(HOST)) return fill(call, { ...values, sitemap: sitemapOf(step.slice(HOST.length)) }, 'sitemap')
  if (step === 'sitemap' || step === 'past') return fill(call, values, step)
  let given: string | undefined
  try {
    const order = await orderOf(call, values)
    if (order.urls.length === 0) return await pushPage(call, values, { order, issues: [NO_ADDRESS], status: 422 })
    const seen = await reviewed(call, order, LOOK)
    sheets.keep(sheetOf(call, values.page), order)
    if (order.whose.unknown) return await pushPage(call, values, { ...seen, issues: [NO_CLIENT], status: 422 })
    const list = relisted(step, values, seen)
    if (list) return await pushPageOf(call, list.values, list.news)
    const agrees = quoted === agreedTo(seen.quote)
    if (!ACTS.has(step ?? '') || !agrees)
      return await pushPage(call, values, {
        ...seen,
        news: step === 'review' ? undefined : newBill(quoted, seen.quote),
      })
    if (step === 'first') return await pushFirst(call, seen)
    // Credits move only for a push that follows.
    if (step === 'give' && seen.quote.giver !== null && seen.urls.length <= seen.quote.limit) {
      given = await giveMissing(call, 'push', seen.quote)
      order.transferred = `${seen.quote.purse} received ${creditsIn(seen.quote.missing)} for this push`
    } else if (seen.quote.missing.length || seen.urls.length > seen.quote.limit)
      return await pushPage(call, values, { ...seen, status: 402 })
    return await push(call, seen)
  } catch (error) {
    const issues = issuesOf(error)
    return pushPage(call, values, { issues, news: given, status: error instanceof Fault ? error.status : 422 })
  }
}

const sitemapOf = (host: string): string => `https://${host}/sitemap.xml`

/** The list with what a sitemap or a push before has. */
async function fill(call: SignedInCall, values: PushValues, step: 'sitemap' | 'past') {
  const { past = '' } = call.form
  const { tenant_id } = await whoseOf(call, values, [])
  const { links_per_push: limit } = await optionsOf(call, tenant_id)
  if (step === 'sitemap') return withList(call, values, await fromSitemap(call, values.sitemap, limit), step)
  return withList(call, values, past === '' ? { refused: 'Choose a push.' } : await fromPush(call, past), step)
}

/** Steps that do what was billed. */
const ACTS = new Set(['push', 'give', 'first'])

/** New push with these links in it, and their bill: what was pushed before, or is to be pushed elsewhere. */
export const pushOf = (call: SignedInCall, urls: readonly string[], tenant_id: string) =>
  pushPageOf(call, { ...valuesOf(call), urls: urls.join('\n'), tenant_id })

async function pushPageOf(call: SignedInCall, values: PushValues, news?: string) {
  const order = await orderOf(call, values)
  sheets.keep(sheetOf(call, values.page), order)
  return pushPage(call, values, { ...(await reviewed(call, order, LOOK)), news })
}

async function push(call: SignedInCall, seen: Reviewed) {
  const job = await order(call, seen, seen.urls)
  sheets.keep(sheetOf(call, ofJob(job.id)), seen.order)
  const news = await calledOff(call, job.id)
  if (news) return pushPage(call, seen.order.values, { ...seen, news })
  return goTo(
    `${call.base}/jobs/${job.id}`,
    { text: `${many(job.accepted, 'link')} accepted${leftOut(seen.quote)}. You can close this page.` },
    [lastFor(call, job.tenant_id)],
  )
}

/** Pushes what can be paid; the rest stays in the list. */
async function pushFirst(call: SignedInCall, seen: Reviewed) {
  const { urls, quote } = seen
  const first = urls.slice(0, quote.affordable)
  const job = await order(call, seen, first)
  const undone = await calledOff(call, job.id)
  if (undone) return pushPage(call, seen.order.values, { ...seen, news: undone })
  const rest = { ...seen.order.values, urls: urls.slice(first.length).join('\n') }
  const news = `${many(job.accepted, 'link')} accepted as “${job.name}”. The other ${number(urls.length - first.length)} are still here.`
  return pushPage(call, rest, { ...(await reviewed(call, await orderOf(call, rest), GLANCE)), news })
}

/**
 * A form that is sent again from the history of a browser is answered as before, though its push was undone since: then
 * nothing was pushed, and the next click has a key of its own.
 */
async function calledOff(call: SignedInCall, id: string): Promise<string | null> {
  const job = await call.call(getJobStatus, { id, url_limit: 0 })
  if (job.status !== 'cancelled') return null
  const word = job.sent_at === null ? 'undone' : 'cancelled'
  return `“${job.name}” was ${word}, so nothing was pushed now. To push this list after all, push it once more.`
}

/** Orders these links as the visitor; those that are flagged are among them because they were ticked. */
function order(call: SignedInCall, seen: Reviewed, urls: string[]) {
  return call.call(
    submitIndexJob,
    { ...inputOf(call, seen, urls), delay_s: PAGE_DELAY_S },
    { idempotency_key: call.form.idempotency_key || undefined },
  )
}

/** What the form would order now, for those who want to order it elsewhere: what is left out there is not said. */
async function askedFor(call: SignedInCall, values: PushValues) {
  const seen = await reviewed(call, await orderOf(call, values), GLANCE)
  const { giver, missing, limit } = seen.quote
  if (giver !== null && missing.length > 0 && seen.urls.length <= limit) await giveMissing(call, 'push', seen.quote)
  const input = Object.entries(inputOf(call, seen, seen.urls)).filter(([, value]) => value !== false && value !== 0)
  await call.call(submitIndexJob, Object.fromEntries(input) as ReturnType<typeof inputOf>)
  return null as never
}
