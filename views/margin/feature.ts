import { type FeaturePages, filled, type SignedInCall, type Slots } from '../../src/doors/pages/web.ts'
import { getMargin } from '../../src/features/margin/operations.ts'
import { lately } from '../links/count-links.ts'
import { usd, usdOrDash } from '../parts/text/format.ts'
import { clientPriceScreens, marginSlots } from './client-price.tsx'
import { unknownFor } from './margin.tsx'
import { moneyScreens } from './money/pages.tsx'
import { marginScreens } from './pages.tsx'

async function readMargin(call: SignedInCall) {
  const { totals } = await call.call(getMargin, lately(call.app.clock.now()))
  const { margin_usd } = totals
  const fact = { label: 'Margin, 30 days', value: usdOrDash(margin_usd), href: '/app/platform/revenue/margin' }
  return { totals, fact }
}

const marginTotals: Pick<Slots, 'operator_overview' | 'revenue_facts'> = {
  async operator_overview(call) {
    const { totals, fact } = await readMargin(call)
    const revenue = await Promise.all(filled(call, 'recurring').map((read) => read(call)))
    const lead = totals.margin_usd === null ? `${unknownFor(totals)}; ` : 'of '
    return { today: [{ ...fact, note: [`${lead}${usd(totals.revenue_usd)} revenue`, ...revenue].join(', ') }] }
  },
  async revenue_facts(call) {
    const { totals, fact } = await readMargin(call)
    return [{ ...fact, note: totals.margin_usd === null ? unknownFor(totals) : 'revenue less suppliers' }]
  },
}

export const marginPages: FeaturePages = {
  screens: [...moneyScreens, ...marginScreens, ...clientPriceScreens],
  slots: { ...marginSlots, ...marginTotals },
}
