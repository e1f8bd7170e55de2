import { findRequest, owedBy, readRequest } from '../../src/domains/credits/index.ts'
import {
  action,
  goTo,
  htmlResponse,
  page,
  platformAction,
  platformPage,
  type Screen,
  type SignedInCall,
} from '../../src/doors/pages/web.ts'
import type { Fault } from '../../src/kernel/operation/fault.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { approveCreditRequest } from '../../src/operations/credits/approve-credit-request.ts'
import { createCreditRequest } from '../../src/operations/credits/create-credit-request.ts'
import { declineCreditRequest } from '../../src/operations/credits/decline-credit-request.ts'
import { listCreditRequests } from '../../src/operations/credits/list-credit-requests.ts'
import { refundCreditRequest } from '../../src/operations/credits/refund-credit-request.ts'
import { buyingFor } from '../billing/buying.tsx'
import { askedOf } from '../parts/list.ts'
import { issuesIn } from '../refused.ts'
import { appPage, installPage, may, runnerOf, zoneOf } from '../shell.tsx'
import { Packs, type PacksProps } from './packs.tsx'
import { RequestPage, type RequestRow, Requests } from './requests.tsx'

const REQUESTS = '/app/platform/pack-requests'

export const packScreens: readonly Screen[] = [
  page('/packs', (call) => packsPage(call)),
  action('/packs', ask),
  platformPage('/pack-requests', async (call) => {
    const query = { status: call.query.status ?? 'pending', ...call.query }
    const status = query.status === 'all' ? undefined : query.status
    const list = await call.call(listCreditRequests, askedOf(listCreditRequests, { ...query, status }))
    return installPage(
      call,
      'Pack requests',
      <Requests list={list} query={query} self={REQUESTS} zone={zoneOf(call)} />,
    )
  }),
  platformPage('/pack-requests/:id', (call) =>
    installPage(call, 'Pack requests', <RequestPage request={requestOf(call)} self={REQUESTS} zone={zoneOf(call)} />),
  ),
  platformAction('/pack-requests/:id/approve', async (call) => {
    await call.call(approveCreditRequest, { id: call.params.id })
    return decided(call, 'Approved: the credits are there.')
  }),
  platformAction('/pack-requests/:id/decline', async (call) => {
    await call.call(declineCreditRequest, { id: call.params.id, ...noteOf(call) })
    return decided(call, 'Declined. Whoever asked is told.')
  }),
  platformAction('/pack-requests/:id/refund', async (call) => {
    await call.call(refundCreditRequest, { id: call.params.id, ...noteOf(call) })
    return decided(call, 'Refunded. The page says what was taken back and what is owed.')
  }),
]

const decided = (call: SignedInCall, text: string) => goTo(`${REQUESTS}/${call.params.id}`, { text })
const noteOf = ({ form: { note } }: SignedInCall) => (note ? { note } : {})

/** A list of one: as the operation tells it. */
function requestOf(call: SignedInCall): RequestRow {
  return call.read((tx) => {
    const { taken_back, owed, ...request } = readRequest(tx, findRequest(tx, call.caller, call.params.id!).id)
    return { ...request, taken_back: taken_back && JSON.parse(taken_back), owed: owed && JSON.parse(owed) }
  }) as RequestRow
}

async function packsPage(call: SignedInCall, more: Pick<PacksProps, 'issues'> = {}) {
  const { base, caller, query, app } = call
  const props: PacksProps = {
    ...more,
    packs: app.catalog.packs,
    list: await call.call(listCreditRequests, askedOf(listCreditRequests, query), { here: true }),
    owed: call.read((tx) => ({
      index: owedBy(tx, caller.tenant_id, 'index'),
      check: owedBy(tx, caller.tenant_id, 'check'),
    })),
    asks: may(call, createCreditRequest),
    buys: { ...buyingFor(call), runner: runnerOf(call) },
    query,
    self: `${base}/packs`,
    idempotency_key: newId(),
    zone: zoneOf(call),
  }
  return appPage(call, 'Packs', <Packs {...props} />)
}

async function ask(call: SignedInCall) {
  const { pack, idempotency_key } = call.form
  try {
    await call.call(createCreditRequest, { pack, ...noteOf(call) }, { idempotency_key })
    return goTo(`${call.base}/packs`, { text: 'Asked. You get an e-mail when it is decided.' })
  } catch (error) {
    return htmlResponse(await packsPage(call, { issues: issuesIn(error) }), (error as Fault).status)
  }
}
