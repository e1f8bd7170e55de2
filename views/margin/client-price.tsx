/** The price of a client: on its page, and its form. */

import { PriceInput } from '../../src/domains/tenants/index.ts'
import { goTo, type Markup, page, type Screen, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { getTenantOverview } from '../../src/operations/tenants/overview.ts'
import { getTenant, updateTenant } from '../../src/operations/tenants/workspaces.ts'
import { Fact } from '../clients/client-facts.tsx'
import type { ClientRow } from '../clients/client-row.ts'
import type { Column } from '../parts/lists/table.tsx'
import { many, usd, usdOrDash } from '../parts/text/format.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { assertMay, drawPage } from '../shell.tsx'

type Price = { usd_month: number | null; usd_credit: number | null }

/** `$400 a month, $0.20 a credit`. */
const priceWords = ({ usd_month, usd_credit }: Price): string =>
  [usd_month !== null && `${usd(usd_month)} a month`, usd_credit !== null && `${exactUsd(usd_credit)} a credit`]
    .filter(Boolean)
    .join(', ')

/** A price may have parts of a cent. */
const exactUsd = (amount: number): string => (Number.isInteger(amount * 100) ? usd(amount) : `$${amount}`)

const selfOf = ({ base, params }: SignedInCall): string => `${base}/clients/${params.id}`

const price = formScreen({
  at: '/clients/:id/price',
  operation: updateTenant,
  fields: ['usd_month', 'usd_credit'],
  part: { name: 'price', schema: PriceInput, input: (fields) => ({ price: fields }) },
  given: ({ params }) => ({ id: params.id }),
  labels: { usd_month: '$ a month', usd_credit: '$ per credit used' },
  hints: {
    usd_month: 'Each day counts its part of the month. A change holds from today.',
    usd_credit: 'Leave both blank if the price is not known.',
  },
  faults: ['forbidden', 'conflict'],
  verb: 'Save price',
  page: pricePage,
  done: (call) => goTo(selfOf(call), { text: 'Price saved.' }),
})

async function pricePage(call: SignedInCall, refused?: RefusedForm): Promise<Markup> {
  assertMay(call, updateTenant)
  const client = await call.call(getTenant, { id: call.params.id })
  const { earnings } = await call.call(getTenantOverview, { id: client.id })
  return drawPage(
    call,
    {
      title: `Price of ${client.name}`,
      sub: 'What this client pays you. The margin is this less the cost of its links and checks.',
      client,
      kind: 'client',
    },
    price.form(`${selfOf(call)}/price`, earnings?.price ?? {}, undefined, refused),
  )
}

export const clientPriceScreens: readonly Screen[] = [
  page('/clients/:id/price', (call) => pricePage(call)),
  ...price.screens,
]

/** The client's price, and the margin of 30 days. */
const PriceFact: Slots['client_facts'] = ({ client, overview: { earnings }, base, edits }) =>
  earnings && (
    <Fact
      title="Price"
      href={edits && !client.archived ? `${base}/clients/${client.id}/price` : null}
      first={earnings.price ? 'Change' : 'Enter'}
    >
      {earnings.price ? <p>{priceWords(earnings.price)}</p> : <p class="muted">Not entered, so no margin is known.</p>}
      {earnings.earned_usd !== null && <Earned of={earnings} />}
    </Fact>
  )

const Earned = ({ of }: { of: NonNullable<ClientRow['earnings']> }) => (
  <p class="muted">
    {`${usd(of.earned_usd!)} in 30 days`}
    {of.cost_usd !== null && `, ${usd(of.cost_usd)} cost: `}
    {of.cost_usd !== null && <b>{`${usdOrDash(of.margin_usd)} margin`}</b>}
    {of.unpriced_links > 0 && `; cost unknown for ${many(of.unpriced_links, 'link')}`}
  </p>
)

const EARNED: Column<ClientRow> = {
  label: 'Earned, 30 days',
  class: 'earn opt',
  cell: ({ earnings }) =>
    earnings?.earned_usd == null ? (
      <span class="soft">no price</span>
    ) : (
      <>
        <span class="fig">{usd(earnings.earned_usd)}</span>
        <small class="sub2">
          {earnings.unpriced_links > 0
            ? `cost unknown for ${many(earnings.unpriced_links, 'link')}`
            : earnings.cost_usd !== null && `margin ${usdOrDash(earnings.margin_usd)}`}
        </small>
      </>
    ),
}

export const marginSlots: Pick<Slots, 'client_columns' | 'client_facts' | 'client_menu'> = {
  client_columns: ({ may }) => (may(updateTenant) ? [EARNED] : []),
  client_facts: PriceFact,
  client_menu: ({ client, base, edits }) =>
    edits && !client.archived ? { label: 'Price', icon: 'coins', href: `${base}/clients/${client.id}/price` } : null,
}
