/** New push and New check: from the form to the job. */

import { inWords, readList, textOfFile } from '../../src/domains/preflight/index.ts'
import { screening } from '../../src/doors/pages/screening.ts'
import { goTo, listAction, page, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { Fault } from '../../src/kernel/operation/fault.ts'
import { getJobStatus } from '../../src/operations/jobs/job.ts'
import { creditsIn, giveMissing } from '../credits/give-missing.ts'
import { personOf } from '../frame/reader.ts'
import { agencyOf } from '../frame/visitor.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { listHref } from '../parts/lists/list.ts'
import { many, number } from '../parts/text/format.ts'
import { assertMay } from '../shell.tsx'
import { acceptedWords } from './accepted.ts'
import { agreedTo } from './bill.ts'
import { clientOfOrder, lastFor, NO_CLIENT, optionsOf } from './client-of-order.ts'
import { editedList, screenedAgain } from './edit-list.ts'
import { FOR, foreignKey } from './foreign.tsx'
import { openLists } from './open-lists.ts'
import { CHECK, type OrderKind, type OrderReview, type OrderValues, PUSH, valuesOf } from './order.ts'
import { fragment, GLANCE, LOOK, openListKey, orderPage, pageOfJob, poll } from './order-page.tsx'
import { listOf, MOST_ENTRIES, MOST_LETTERS, tooMany } from './parse-list.ts'
import { orderCalls, orderOf, place, reviewed } from './review.ts'
import { fromJob, fromPush, fromSitemap, HOST, orderAgain, type SourceLinks } from './sources.ts'
import { issuesOf, newBill } from './words.ts'

/** Answers the links, one a line, and how the file was read; or why it was not. */
async function readFile({ form }: SignedInCall): Promise<Response> {
  const bytes = Buffer.from(form.file ?? '', 'base64')
  if (bytes.length > MOST_LETTERS) return refused('is larger than 8 MB: split it into shorter lists')
  const file = await textOfFile(bytes)
  if ('refused' in file) return refused(file.refused)
  const { entries, reading } = await readList(file.text, MOST_ENTRIES)
  if (entries.length > MOST_ENTRIES) return refused('has more than 50,000 entries: split it into shorter lists')
  // Lines without a link are counted in the words; a word that is no address is shown, to be completed.
  const lines = entries.flatMap(({ given, reason }) => (reason === undefined ? [given] : []))
  const links = lines.filter((line) => /^https?:/i.test(line)).length
  const how = inWords(reading)
  if (links === 0) return refused(how && reading.from ? `contains no link. ${how}` : 'contains no link')
  const words = [`${many(links, 'link')} added.`, how].filter(Boolean).join(' ')
  return Response.json({ links: lines.join('\n'), words })
}

const refused = (why: string): Response => Response.json({ refused: why })

const screensOf = (kind: OrderKind): Screen[] => [
  page(kind.at, (call) => begin(call, kind)),
  { ...listAction(kind.at, kind.operation, (call) => submit(call, kind)), calls: (call) => orderCalls(call, kind) },
  listAction(kind.live, kind.operation, (call) => fragment(call, kind)),
  listAction(`${kind.at}/list`, kind.operation, readFile),
]

export const pushScreens: readonly Screen[] = [
  ...screensOf(PUSH),
  ...screensOf(CHECK),
  page(`${PUSH.live}/:page`, poll),
]

const NO_ADDRESS: Issue = { path: 'urls', message: 'Enter at least one full http:// or https:// URL.' }

/** An empty form, or one with a list: from the address, from links that were not found, or from an undone push. */
async function begin(call: SignedInCall, kind: OrderKind) {
  assertMay(call, kind.operation)
  const values = valuesOf(call)
  const { unseen, undone } = call.query
  const agency = undone ? null : await agencyOf(call)
  if (agency) return goTo(listHref(agency + kind.at, call.query, { tenant_id: call.caller.tenant_id }))
  if (undone) return listAgain(call, values, undone)
  if (unseen) return withList(call, kind, values, await fromJob(call, unseen), 'past')
  return values.urls && kind === CHECK ? billed(call, kind, values) : orderPage(call, kind, values, {})
}

/** The form of an undone push. Its flagged links are there too while the server remembers them. */
async function listAgain(call: SignedInCall, values: OrderValues, id: string) {
  const kept = openLists.find(openListKey(call, pageOfJob(id)))
  if (!kept) return orderPage(call, PUSH, { ...values, ...(await orderAgain(call, id)) }, {})
  const news = kept.transferred && `${kept.transferred}. The transfer stays; take it back under “Clients”.`
  return orderPage(call, PUSH, { ...kept.values, page: values.page }, { news })
}

/** Adds the links found to the list, or shows the reason at the field. */
function withList(call: SignedInCall, kind: OrderKind, values: OrderValues, found: SourceLinks, field: string) {
  if ('refused' in found)
    return orderPage(call, kind, values, { issues: [{ path: field, message: found.refused }], status: 422 })
  const urls = [values.urls.trim(), ...found.urls].filter(Boolean).join('\n')
  return orderPage(call, kind, { ...values, urls, sitemap: '' }, { news: found.news })
}

/** Steps that order a bill. */
const ACTS = new Set<string | undefined>(['push', 'check', 'give', 'first'])

/**
 * `step=review` shows the bill. `push` and `check` order it, `first` orders as much as the credits pay, `give`
 * transfers the missing credits first. `targets` and `leave:` change the list (causes.ts), `sitemap` and `past` add to
 * it. When the bill differs from the one that the visitor agreed to, it is shown again.
 */
async function submit(call: SignedInCall, kind: OrderKind) {
  const values = valuesOf(call)
  // Enter in the sitemap field presses the form's first button.
  const step = call.form.step === 'review' && values.sitemap ? 'sitemap' : call.form.step
  assertMay(call, kind.operation)
  const list = await listOf(values.urls)
  if (list === null) return refuseList(call, kind, values)
  if (step?.startsWith(HOST))
    return fill(call, kind, { ...values, sitemap: `https://${step.slice(HOST.length)}/sitemap.xml` }, 'sitemap')
  if (step === 'sitemap' || step === 'past') return fill(call, kind, values, step)
  if (step?.startsWith(FOR)) return billed(call, kind, { ...values, client: '', tenant_id: step.slice(FOR.length) })
  let given: string | undefined
  try {
    const order = await orderOf(call, kind, values, list)
    if (order.urls.length === 0)
      return await orderPage(call, kind, values, { order, issues: [NO_ADDRESS], status: 422 })
    const seen = await reviewed(call, order, LOOK)
    if (kind === PUSH) openLists.keep(openListKey(call, values.page), order)
    if (order.whose.unknown) return await orderPage(call, kind, values, { order, issues: [NO_CLIENT], status: 422 })
    const again = screenedAgain(step, seen)
    if (again) {
      screening.forget(call, again)
      return await billed(call, kind, values, `${many(again.length, 'page')} checked again.`)
    }
    const edited = editedList(step, values, seen)
    if (edited) return await billed(call, kind, edited.values, edited.news)
    const agreed = ACTS.has(step) && call.form.quoted === agreedTo(seen.bill)
    const news = step === 'review' ? undefined : newBill(kind, call.form.quoted, seen.bill)
    if (!agreed) return await orderPage(call, kind, values, { ...seen, news })
    const foreign = foreignKey(seen.bill)
    if (foreign !== '' && call.form.foreign !== foreign) {
      order.asked = foreign
      return await orderPage(call, kind, values, seen)
    }
    if (step === 'first') return await orderFirst(call, seen)
    // Credits are transferred only with an order.
    const lacks = seen.bill.missing.length > 0
    if (step === 'give' && lacks && seen.bill.giver !== null && fits(seen)) {
      given = await giveMissing(call, kind.name, seen.bill)
      order.transferred = `${seen.bill.purse} received ${creditsIn(seen.bill.missing)} for this ${kind.name}`
    } else if (lacks || !fits(seen)) return await orderPage(call, kind, values, { ...seen, status: 402 })
    return await orderAll(call, seen)
  } catch (error) {
    const issues = issuesOf(error, kind, given !== undefined)
    return orderPage(call, kind, values, { issues, news: given, status: error instanceof Fault ? error.status : 422 })
  }
}

/** The list is not sent back: it may be as large as a form. */
const refuseList = (call: SignedInCall, kind: OrderKind, values: OrderValues) =>
  orderPage(call, kind, { ...values, urls: '' }, { issues: issuesOf(tooMany(kind.operation.route)), status: 422 })

const fits = ({ urls, bill }: OrderReview): boolean => urls.length <= bill.limit

/** Adds the links of a sitemap or of an earlier push. */
async function fill(call: SignedInCall, kind: OrderKind, values: OrderValues, step: 'sitemap' | 'past') {
  const { past = '' } = call.form
  const { tenant_id } = await clientOfOrder(call, values, [])
  const { links_per_push: limit } = await optionsOf(call, tenant_id)
  if (step === 'sitemap') return withList(call, kind, values, await fromSitemap(call, values.sitemap, limit), step)
  return withList(call, kind, values, past === '' ? { refused: 'Choose a push.' } : await fromPush(call, past), step)
}

/** New push with these links and their bill: links of an earlier push, or links to push for another client. */
export const pushOf = (call: SignedInCall, urls: readonly string[], tenant_id: string) =>
  billed(call, PUSH, { ...valuesOf(call), urls: urls.join('\n'), tenant_id })

async function billed(call: SignedInCall, kind: OrderKind, values: OrderValues, news?: string) {
  const order = await orderOf(call, kind, values)
  if (kind === PUSH) openLists.keep(openListKey(call, values.page), order)
  return orderPage(call, kind, values, { ...(await reviewed(call, order, LOOK)), news })
}

async function orderAll(call: SignedInCall, seen: OrderReview) {
  const { order, urls, bill } = seen
  const job = await place(call, seen, urls)
  openLists.keep(openListKey(call, pageOfJob(job.id)), order)
  const news = await calledOff(call, order.kind, job.id)
  if (news) return orderPage(call, order.kind, order.values, { ...seen, news })
  const text = acceptedWords(personOf(call), order.kind, job.accepted, bill)
  return goTo(`${call.base}/jobs/${job.id}`, { text }, [lastFor(call, job.tenant_id)])
}

/** Orders the links that can be paid; the others stay in the list. */
async function orderFirst(call: SignedInCall, seen: OrderReview) {
  const { urls, bill, order } = seen
  const first = urls.slice(0, bill.affordable)
  const job = await place(call, seen, first)
  const undone = await calledOff(call, order.kind, job.id)
  if (undone) return orderPage(call, order.kind, order.values, { ...seen, news: undone })
  const rest = { ...order.values, urls: urls.slice(first.length).join('\n') }
  const news = `${many(job.accepted, 'link')} accepted as “${job.name}”. The other ${number(urls.length - first.length)} are still here.`
  return orderPage(call, order.kind, rest, {
    ...(await reviewed(call, await orderOf(call, order.kind, rest), GLANCE)),
    news,
  })
}

/**
 * A browser may send an old form again from its history. If that order was undone since, nothing is ordered now: this
 * says so, and the next click has a new key.
 */
async function calledOff(call: SignedInCall, { name, done }: OrderKind, id: string): Promise<string | null> {
  const job = await call.call(getJobStatus, { id, url_limit: 0 })
  if (job.status !== 'cancelled') return null
  const word = job.sent_at === null && name === 'push' ? 'undone' : 'cancelled'
  return `“${job.name}” was ${word}, so nothing was ${done} now. To ${name} this list after all, ${name} it once more.`
}
