/** The page of an order, and its parts that update while the visitor types. */
import { htmlResponse, type SignedInCall } from '../../src/doors/pages/web.ts'
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import { hashSecret, newId } from '../../src/kernel/secrets/ids.ts'
import { updateIntegrations } from '../../src/operations/checks.ts'
import { updateCrawlSettings } from '../../src/operations/crawl.ts'
import { createCreditRequest } from '../../src/operations/credits/packs.ts'
import type { Issue } from '../parts/forms/form.tsx'
import { listHref } from '../parts/lists/list.ts'
import { assertMay, drawPage, may, runnerOf, zoneOf } from '../shell.tsx'
import type { Preflight } from './causes.ts'
import {
  clientGuess,
  clientOfOrder,
  clientShown,
  clientsOf,
  NO_CLIENT,
  type OrderClient,
  optionsOf,
} from './client-of-order.ts'
import { openLists } from './open-lists.ts'
import { type Bill, type Order, type OrderKind, type OrderReview, type OrderValues, PUSH, valuesOf } from './order.ts'
import { OrderForm, OrderFragment, SendAgain } from './order-form.tsx'
import type { OrderProps } from './order-props.ts'
import { listOf, tooMany } from './parse-list.ts'
import { enginesOf, nameFor, orderOf, reviewed } from './review.ts'
import { lastHosts, pastPushes } from './sources.ts'
import { issuesOf } from './words.ts'

/** Limit of an answer's wait for pages, in ms: while the visitor types, and after a click. */
export const GLANCE = 800
export const LOOK = 5000

type OrderPageState = {
  bill?: Bill | null
  preflight?: Preflight | null
  order?: Order
  issues?: Issue[]
  news?: string | undefined
  status?: number
}

export async function orderPage(call: SignedInCall, kind: OrderKind, given: OrderValues, state: OrderPageState) {
  const { status = 200, order, ...rest } = state
  const whose = order?.whose ?? (await clientOfOrder(call, given, []))
  const values = { ...given, tenant_id: whose.tenant_id }
  const clients = await clientsOf(call, kind.pays)
  const shown = clientShown(call, given, clients)
  const client = clients.find(
    ({ id, name }) =>
      id !== call.caller.tenant_id && (id === given.tenant_id || (id === call.query.about && name === shown)),
  )
  const props: OrderProps = {
    kind,
    bill: null,
    preflight: null,
    ...rest,
    ...said(call, whose, order?.urls),
    list: order && summaryOf(order),
    asked: order?.asked,
    values: { ...values, client: shown },
    clients,
    past: await pastPushes(call),
    hosts: values.urls.trim() === '' ? await lastHosts(call, client?.id) : [],
    zone: zoneOf(call),
    ...(await needsOf(call, kind, values.tenant_id)),
    idempotency_key: newId(),
    hrefs: hrefsOf(call, kind, values.page, client?.id),
  }
  const page = { title: kind.title, sub: kind.sub, kind: 'new-push', client: client && { ...client, under: '/push' } }
  return htmlResponse(await drawPage(call, page, <OrderForm {...props} />), status)
}

/** The supplier or engines that carry the order out, and the limit of links. */
async function needsOf(
  call: SignedInCall,
  kind: OrderKind,
  tenant_id: string,
): Promise<Pick<OrderProps, 'limit' | 'unconnected' | 'simulated' | 'engines'>> {
  const missing = (may: boolean, slot = '') => ({
    href: may ? `/app/platform/suppliers${slot}` : null,
    runner: runnerOf(call),
  })
  if (kind !== PUSH) {
    const engines = await enginesOf(call)
    const unconnected = engines.length > 0 ? null : missing(may(call, updateIntegrations), '/scan_standard')
    return { limit: MAX_URLS, engines, unconnected }
  }
  const { links_per_push, supplier } = await optionsOf(call, tenant_id)
  const unconnected = supplier === 'none' ? missing(may(call, updateCrawlSettings)) : null
  return { limit: links_per_push, simulated: supplier === 'simulated', unconnected }
}

const summaryOf = ({ urls, entries, reading }: Order) => ({ links: urls.length, entries, reading })

/** Guesses of the client and the name. */
const said = (call: SignedInCall, whose: OrderClient, urls: readonly string[] = []) => ({
  guessed: clientGuess(whose),
  suggested: nameFor(call, urls),
})

/** `about`: the client on whose page the form was opened, and stays. */
const hrefsOf = (
  call: SignedInCall,
  { at, live, name }: OrderKind,
  page: string,
  about?: string,
): OrderProps['hrefs'] => ({
  action: listHref(`${call.base}${at}`, { about }, {}),
  live: `${call.base}${live}`,
  file: `${call.base}${at}/list`,
  ...(name === 'push' ? { poll: `${call.base}${live}/${encodeURIComponent(page)}` } : {}),
  credits: may(call, createCreditRequest) ? `${call.base}/credits/buy` : null,
})

/** Page id under which the list of a placed order is kept. */
export const pageOfJob = (id: string): string => `job ${id}`

export const openListKey = ({ visitor, base }: SignedInCall, page: string): string =>
  `${visitor.session_id} ${base} ${page}`

/** Answers the form while the visitor types. */
export async function fragment(call: SignedInCall, kind: OrderKind) {
  assertMay(call, kind.operation)
  const values = valuesOf(call)
  const clients = await clientsOf(call, kind.pays)
  const empty = { kind, bill: null, preflight: null, values, clients, hrefs: hrefsOf(call, kind, values.page) }
  const list = await listOf(values.urls)
  if (list?.entries.length === 0)
    return htmlResponse(<OrderFragment {...empty} {...said(call, await clientOfOrder(call, values, []))} />)
  try {
    if (list === null) throw tooMany(kind.operation.route)
    const order = await orderOf(call, kind, values, list)
    if (kind === PUSH) openLists.keep(openListKey(call, values.page), order)
    return htmlResponse(await drawn(call, await reviewed(call, order, GLANCE)))
  } catch (error) {
    return htmlResponse(<OrderFragment {...empty} issues={issuesOf(error)} />)
  }
}

/** Polled until every page has answered: the request has only the page's id, and 304 means no change. */
export async function poll(call: SignedInCall) {
  assertMay(call, PUSH.operation)
  const page = call.params.page!
  const order = openLists.find(openListKey(call, page))
  if (!order) return htmlResponse(<SendAgain href={`${call.base}${PUSH.live}`} />)
  const seen = await reviewed(call, order, GLANCE)
  const tag = tagOf(seen)
  if (call.request.headers.get('hx-ptag') === tag)
    return new Response(null, { status: 304, headers: { 'hx-ptag': tag } })
  return htmlResponse(await drawn(call, seen), 200, { 'hx-ptag': tag })
}

async function drawn(call: SignedInCall, seen: OrderReview) {
  const { kind, whose, urls, values } = seen.order
  const props = {
    kind,
    bill: whose.unknown ? null : seen.bill,
    preflight: seen.preflight,
    ...said(call, whose, urls),
    values,
    clients: await clientsOf(call, kind.pays),
    list: summaryOf(seen.order),
    asked: seen.order.asked,
    limit: seen.bill.limit,
    hrefs: hrefsOf(call, kind, values.page),
    zone: zoneOf(call),
    issues: whose.unknown ? [NO_CLIENT] : [],
    ptag: tagOf(seen),
  }
  return <OrderFragment {...props} />
}

const tagOf = ({ rows, bill, preflight }: OrderReview): string =>
  hashSecret(JSON.stringify([rows.size, bill, preflight.slow])).slice(0, 16)
