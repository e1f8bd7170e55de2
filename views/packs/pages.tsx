import { PACKS } from '../../src/domains/plans/index.ts'
import { namesFor, sendsMail } from '../../src/doors/pages/people.ts'
import { goTo, movedTo, page, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import { ENGLISH } from '../../src/kernel/language/reader.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { newId } from '../../src/kernel/secrets/ids.ts'
import { getCredits } from '../../src/operations/credits/balances.ts'
import {
  approveCreditRequest,
  createCreditRequest,
  declineCreditRequest,
  getCreditRequest,
  listPacks,
  refundCreditRequest,
} from '../../src/operations/credits/packs.ts'
import { getPlan, listPlans } from '../../src/operations/plans.ts'
import { Owed } from '../credits/overview.tsx'
import type { Child } from '../jsx/elements.ts'
import { Fold, Section } from '../kit/fold.tsx'
import { Post } from '../parts/forms/post.tsx'
import { type Column, DataTable } from '../parts/lists/table.tsx'
import { Banner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { AskRunner } from '../parts/text/runner.tsx'
import { soldWords } from '../parts/text/words.ts'
import { buyingOf } from '../plans/pages.tsx'
import { type PlanProps, PlanSection } from '../plans/plans.tsx'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage, may, runnerOf, zoneOf } from '../shell.tsx'
import { ownRequests, REQUESTS, RequestPanel, type RequestRow, requestList } from './requests.tsx'

type Pack = AnswerOf<typeof listPacks>['items'][number]

type BuyProps = PlanProps & {
  /** null for people of a client who may not request one. */
  packs: readonly Pack[] | null
  requests: Child
  credits: Pick<AnswerOf<typeof getCredits>, 'index' | 'check'>
  self: string
  /** The form to request a pack; null for those who may not. */
  asks: Child
  /** Why nothing can be bought. */
  locked: string | null
  idempotency_key: string
}

const Buy = (props: BuyProps) => {
  const { packs, requests, credits, self, asks, locked, takes, runner } = props
  return (
    <>
      <Owed to={ENGLISH} {...credits} />
      {locked && (
        <Banner tone="bad">
          {`${locked}. Once that is settled, `}
          <AskRunner runner={runner} /> to lift it.
        </Banner>
      )}
      {packs && (
        <Section title="Packs" note="bought once; their credits never expire">
          <DataTable
            caption="Packs on offer"
            columns={takes ? [...OFFER, buyColumn(self, props.idempotency_key)] : OFFER}
            rows={packs}
          />
          {asks && (takes ? <Fold summary="Request a pack without paying here">{asks}</Fold> : asks)}
        </Section>
      )}
      <PlanSection {...props} />
      <Section title="Requests">{requests}</Section>
    </>
  )
}

const OFFER: Column<Pack>[] = [
  {
    label: 'Pack',
    cell: ({ name, index_credits, check_credits }) => (
      <>
        <b>{name}</b>
        <span class="sub">{`${number(index_credits)} index, ${number(check_credits)} check credits`}</span>
      </>
    ),
  },
  { label: 'Index credits', class: 'num wide-only', cell: ({ index_credits }) => number(index_credits) },
  { label: 'Check credits', class: 'num wide-only', cell: ({ check_credits }) => number(check_credits) },
  { label: 'Price', class: 'num', cell: ({ usd }) => `$${number(usd)}` },
]

/** One key for each visit and pack: a double click opens one payment. */
const buyColumn = (self: string, key: string): Column<Pack> => ({
  label: 'Buy',
  class: 'end',
  cell: ({ pack, name }) => (
    <Post action={`${self}/pack`} class="btn small" fields={{ pack, idempotency_key: `${key} ${pack}` }}>
      Buy<span class="vh"> {name}</span>
    </Post>
  ),
})

export const requestForm = formScreen({
  at: '/credits/buy',
  operation: createCreditRequest,
  fields: ['pack', 'note'],
  given: () => ({}),
  words: { pack: soldWords(PACKS) },
  labels: { note: 'Note to the approver' },
  once: true,
  verb: 'Request pack',
  page: (call, refused) => buyPage(call, refused),
  done: ({ app, base }) =>
    goTo(`${base}/credits/buy`, {
      text: sendsMail(app)
        ? 'Pack requested. You get an e-mail with the answer.'
        : 'Pack requested. The answer appears below.',
    }),
})

/** Answers to a request that have a form in its panel. */
type Decision = typeof approveCreditRequest | typeof declineCreditRequest
type DecisionForm = { fields: string[]; labels?: Record<string, string>; verb: string; tone?: 'danger'; text: string }
const decision = (name: string, operation: Decision, { text, ...words }: DecisionForm) =>
  formScreen({
    at: `/revenue/packs/:id/${name}`,
    operator: true,
    operation,
    wide: true,
    id: name,
    page: (call) => requestPage(call),
    done: ({ params }) => goTo(`${REQUESTS}/${params.id}`, { text }),
    ...words,
  })

const approve = decision('approve', approveCreditRequest, {
  fields: [],
  verb: 'Approve pack',
  text: 'Approved. The credits were granted.',
})
const decline = decision('decline', declineCreditRequest, {
  fields: ['note'],
  labels: { note: 'Reason' },
  verb: 'Decline request',
  tone: 'danger',
  text: 'Declined. The person who asked gets an e-mail.',
})
const refund = decision('refund', refundCreditRequest, {
  fields: ['note'],
  labels: { note: 'Reason' },
  verb: 'Refund pack',
  tone: 'danger',
  text: 'Refunded. The request shows what was taken back and what is owed.',
})

const OLD = '/pack-requests'

export const packScreens: readonly Screen[] = [
  page('/credits/buy', (call) => buyPage(call)),
  ...requestForm.screens,
  page('/packs', ({ base }) => movedTo(`${base}/credits/buy`)),
  ...requestList.screens,
  ...[approve, decline, refund].flatMap(({ screens }) => screens),
  platformPage('/revenue/packs/:id', requestPage),
  platformPage(OLD, () => movedTo(REQUESTS)),
  platformPage(`${OLD}/:id`, ({ params }) => movedTo(`${REQUESTS}/${params.id}`)),
]

/** One request beside the list. */
async function requestPage(call: SignedInCall) {
  const request = await call.call(getCreditRequest, { id: call.params.id })
  const panel = (
    <RequestPanel request={request} zone={zoneOf(call)} names={namesFor(call)}>
      {answersTo(request)}
    </RequestPanel>
  )
  return requestList.draw(call, undefined, panel)
}

/** Forms for the answers that a request of this state allows. */
export function answersTo({ id, status }: RequestRow) {
  const at = `${REQUESTS}/${id}`
  if (status === 'approved') return <Fold summary="Refund pack">{refund.form(`${at}/refund`)}</Fold>
  if (status !== 'pending') return null
  return (
    <>
      <p class="hint">Credits are granted at once. Payment is settled elsewhere.</p>
      {approve.form(`${at}/approve`)}
      <Fold summary="Decline request">{decline.form(`${at}/decline`)}</Fold>
    </>
  )
}

/** People of a client see their limits only: prices and other plans are between the agency and the operator. */
async function buyPage(call: SignedInCall, refused?: RefusedForm) {
  const { base, caller } = call
  const self = `${base}/credits/buy`
  const held = await call.call(getPlan, {})
  const { takes, locked } = buyingOf(call, held)
  const root = held.root.id === caller.tenant_id
  const changes = root && (caller.platform || takes)
  const asks = may(call, createCreditRequest)
  const portal = held.subscribed && (takes || locked !== null)
  return drawPage(
    call,
    {
      title: 'Buy credits',
      heading: 'Credits',
      sub: 'Packs and plans. Prices are in USD.',
      kind: 'credits',
      menu: [portal ? { label: 'Cards and invoices', icon: 'banknote', post: `${self}/portal` } : null],
    },
    <Buy
      packs={root || asks ? (await call.call(listPacks, {})).items : null}
      plans={root ? (await call.call(listPlans, {})).items : null}
      requests={(await ownRequests.read(call)).list}
      credits={await call.call(getCredits, { tenant_id: caller.tenant_id })}
      held={held}
      takes={takes && !caller.platform}
      locked={locked}
      change_href={changes ? (plan) => `${self}/plan/${plan}` : null}
      asks={asks && requestForm.form(self, undefined, undefined, refused)}
      self={self}
      runner={runnerOf(call)}
      idempotency_key={newId()}
      zone={zoneOf(call)}
    />,
  )
}
