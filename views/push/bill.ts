/** The cost of an order, and the ways to pay when the workspace lacks credits. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { MAX_URLS } from '../../src/kernel/operation/shape.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { allocateCredits, getCreditsForecast } from '../../src/operations/credits/balances.ts'
import { getResults } from '../../src/operations/results.ts'
import { may } from '../shell.tsx'
import { optionsOf } from './client-of-order.ts'
import { type Bill, type MissingCredits, type Order, PUSH } from './order.ts'

/** The parts of a bill that a click agrees to: credits of both kinds, payable links, and the payer. */
export const agreedTo = ({ index_credits, check_credits, affordable, tenant_id }: Bill): string =>
  `${index_credits}+${check_credits}+${affordable}+${tenant_id}`

export type Price = Record<CreditKind, number>
type LinkCounts = Pick<Bill, 'pending' | 'skipped' | 'duplicates' | 'invalid' | 'to_indexnow' | 'foreign'>

/** The bill of these links; `pending` of them are not screened yet. */
export async function billOf(
  call: SignedInCall,
  { kind: { pays }, kind, values: { tenant_id } }: Order,
  price: Price,
  links: number,
  counts: LinkCounts,
): Promise<Bill> {
  const { payer, links_per_push } = await optionsOf(call, tenant_id)
  const { payer: own } = await optionsOf(call)
  const limit = kind === PUSH ? links_per_push : MAX_URLS
  const missing = KINDS.flatMap((kind): MissingCredits[] => {
    const [need, have] = [links * price[kind], payer.available[kind]]
    return need > have ? [{ kind, need, have, missing: need - have }] : []
  })
  const gives = tenant_id !== call.caller.tenant_id && may(call, allocateCredits)
  const payable = (kind: CreditKind) => (price[kind] ? Math.floor(payer.available[kind] / price[kind]) : links)
  return {
    ready: links - counts.pending,
    ...counts,
    index_credits: links * price.index,
    check_credits: links * price.check,
    available: payer.available[pays],
    balance_after: payer.available[pays] - links * price[pays],
    tenant_id,
    purse: payer.name,
    missing,
    limit,
    affordable: Math.min(links, limit, ...KINDS.map(payable)),
    giver:
      missing.length > 0 && gives && missing.every(({ kind, missing }) => own.available[kind] >= missing)
        ? own.name
        : null,
    giver_available: own.available[pays],
    ...(await outlookOf(call, tenant_id, links * price.index)),
  }
}

const KINDS = ['index', 'check'] as const

/** With fewer links, a client's share of indexed links does not predict its next push. */
const ENOUGH = 30
/** A later date is not worth showing. */
const YEAR = 365

/** The usual refund of such a push, and how long the client's credits last with and without it. */
async function outlookOf(
  call: SignedInCall,
  tenant_id: string,
  credits: number,
): Promise<Pick<Bill, 'refund' | 'lasts'>> {
  if (credits === 0) return {}
  const now = call.app.clock.now()
  const { rows } = await call.call(getResults, { by: 'client', tenant_id }, { here: true })
  const final = rows.find(({ key }) => key === tenant_id)?.cells.find(({ day }) => day === 7)
  const known = final && final.sent - final.due >= ENOUGH
  const { spendable, used_per_day } = await call.call(getCreditsForecast, { tenant_id }, { here: true })
  const until = (left: number) => plus(now, Math.floor(Math.max(0, left) / used_per_day) * DAY)
  return {
    refund: known
      ? { credits: Math.round(credits * (1 - final.seen / (final.sent - final.due))), by: plus(now, 7 * DAY) }
      : null,
    lasts:
      used_per_day > 0 && spendable >= credits && spendable / used_per_day < YEAR
        ? { now: until(spendable), after: until(spendable - credits) }
        : null,
  }
}
