import { isAssumed } from '../../src/domains/checks/index.ts'
import { goTo, movedTo, platformPage, type Screen, type SignedInCall } from '../../src/doors/pages/web.ts'
import {
  getMargin,
  getMarginSettings,
  putMarginReconciliation,
  updateMarginSettings,
} from '../../src/features/margin/operations.ts'
import { notFound } from '../../src/kernel/operation/fault.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { getIntegrations } from '../../src/operations/checks.ts'
import { SidePanel } from '../kit/panel.tsx'
import { listHref, type SortOrders, sortedBy } from '../parts/lists/list.ts'
import { periodOf } from '../parts/lists/period.tsx'
import { longMonth, many } from '../parts/text/format.ts'
import { formScreen, type RefusedForm } from '../screens/form-screen.tsx'
import { drawPage } from '../shell.tsx'
import { nameOf } from '../suppliers/vendors.ts'
import { type ClientMargin, MARGIN_PERIODS, Margin, type Month, shareOf } from './margin.tsx'

const MARGIN = '/app/platform/revenue/margin'

/** Forms also keep the period in their address, so that they return to it. */
const at = ({ query: { period } }: SignedInCall, path = ''): string => listHref(MARGIN + path, {}, { period })

export const prices = formScreen({
  at: '/revenue/margin/settings',
  operator: true,
  operation: updateMarginSettings,
  fields: [],
  sentence: [
    'The plan of the main supplier is {tier}, with {monthly_allowance} links a month.',
    'From now on an indexed link costs {cost_per_indexed_usd} dollars; so does one that was sent without a price.',
    'Where the vendor reports no price, a standard check costs {standard_check_usd} dollars, and a live one {live_check_usd}.',
  ].join('\n'),
  empty: { tier: 'not named', monthly_allowance: 'any', cost_per_indexed_usd: 'open' },
  faults: ['conflict'],
  verb: 'Save prices',
  page: (call, refused) => marginPage(call, { refused }),
  done: (call) => goTo(at(call), { text: 'Prices saved.' }),
})

const invoice = formScreen({
  at: '/revenue/margin/months/:month',
  operator: true,
  operation: putMarginReconciliation,
  fields: ['billed_count', 'note'],
  hints: { billed_count: 'Blank: not billed yet.', note: 'Invoice number, or why it differs.' },
  wide: true,
  id: 'invoice',
  verb: 'Save invoice',
  page: (call, refused) => marginPage(call, { refused, month: call.params.month }),
  done: (call, { month }) => goTo(at(call), { text: `Invoice of ${longMonth(`${month}-01`)} saved.` }),
})

export const marginScreens: readonly Screen[] = [
  platformPage('/revenue/margin', (call) => marginPage(call)),
  platformPage('/revenue/margin/months/:month', (call) => marginPage(call, { month: call.params.month })),
  ...prices.screens,
  ...invoice.screens,
  platformPage('/margin', ({ query }) => movedTo(listHref(MARGIN, query, {}))),
]

const FIELDS = [
  'tenant_name',
  'links_sent',
  'index_used',
  'revenue_usd',
  'crawl_cost_usd',
  'look_cost_usd',
  'margin_usd',
]

const ORDERS: SortOrders<ClientMargin> = {
  ...Object.fromEntries(FIELDS.map((name) => [name, (row: ClientMargin) => row[name as 'margin_usd']])),
  share: shareOf,
}

async function marginPage(
  call: SignedInCall,
  { month, refused }: { month?: string | undefined; refused?: RefusedForm } = {},
) {
  const { query, app } = call
  const period = periodOf(query, app.clock.now(), MARGIN_PERIODS)
  const last = dayOf(plus(period.to, -DAY))
  const { clients, totals, unpriced, reconciliation } = await call.call(getMargin, { from: period.from, to: last })
  const settings = await call.call(getMarginSettings, {})
  const { engines } = await call.call(getIntegrations, {})
  const unknown = Object.values(engines).filter((engine) => engine !== null && isAssumed(engine))
  const assumed = [...new Set(unknown.map((engine) => nameOf(engine!.adapter).split(', ')[0]!))]
  const chosen = reconciliation.find((one) => one.month === month)
  if (month && !chosen) throw notFound('month')
  return drawPage(
    call,
    {
      title: 'Margin',
      sub: 'Revenue of used credits and prices of clients, less the cost of suppliers. Days are in UTC.',
      operator: true,
      kind: 'revenue',
    },
    <Margin
      clients={sortedBy(clients, ORDERS, { sort: 'margin_usd', ...query })}
      totals={totals}
      unpriced={unpriced}
      reconciliation={reconciliation}
      period={period}
      query={query}
      self={MARGIN}
      assumed={assumed}
      prices={prices.form(at(call, '/settings'), settings, undefined, month ? undefined : refused)}
      panel={
        chosen && <InvoicePanel of={chosen} close={at(call)} action={at(call, `/months/${month}`)} refused={refused} />
      }
    />,
  )
}

type InvoiceProps = { of: Month; close: string; action: string; refused?: RefusedForm | undefined }

/** Form of the supplier's invoice of a month, beside our count. */
export const InvoicePanel = ({ of, close, action, refused }: InvoiceProps) => (
  <SidePanel title={`Invoice of ${longMonth(`${of.month}-01`)}`} close={close}>
    <p>{`${many(of.our_count, 'indexed link')} counted.`}</p>
    {invoice.form(action, of, undefined, refused)}
  </SidePanel>
)
