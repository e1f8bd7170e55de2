/** What a push will cost, and what can be done when the purse does not hold it. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { getCreditsForecast } from '../../src/operations/credits/get-credits-forecast.ts'
import { getResults } from '../../src/operations/results/get-results.ts'
import type { Missing, QuoteData } from '../parts/quote.tsx'
import { may } from '../shell.tsx'
import type { PushValues } from './push-props.ts'
import { optionsOf } from './whose.ts'

type Counts = Pick<QuoteData, 'pending' | 'skipped' | 'duplicates' | 'invalid' | 'to_indexnow'>

/** The bill of so many links, `pending` of them not looked at yet. */
export async function billOf(
  call: SignedInCall,
  values: PushValues,
  links: number,
  counts: Counts,
): Promise<QuoteData> {
  const { tenant_id } = values
  const { payer, links_per_push: limit } = await optionsOf(call, tenant_id)
  const { payer: own } = await optionsOf(call)
  const need: Record<Kind, number> = { index: links, check: looksFirst(values) ? links : 0 }
  const missing = KINDS.flatMap((kind): Missing[] => {
    const have = payer.available[kind]
    return need[kind] > have ? [{ kind, need: need[kind], have, missing: need[kind] - have }] : []
  })
  const gives = tenant_id !== call.caller.tenant_id && may(call, allocateCredits)
  return {
    ready: links - counts.pending,
    ...counts,
    index_credits: need.index,
    check_credits: need.check,
    available: payer.available.index,
    balance_after: payer.available.index - need.index,
    tenant_id,
    purse: payer.name,
    missing,
    limit,
    affordable: Math.min(links, limit, ...KINDS.map((kind) => (need[kind] ? payer.available[kind] : links))),
    giver:
      missing.length > 0 && gives && missing.every(({ kind, missing }) => own.available[kind] >= missing)
        ? own.name
        : null,
    giver_available: own.available.index,
    ...(await outlookOf(call, tenant_id, need.index)),
  }
}

/** Links below which the share of a client says nothing about its next push. */
const ENOUGH = 30

/** What such a push usually refunds, and how long the client's credits last without it and with it. */
async function outlookOf(
  call: SignedInCall,
  tenant_id: string,
  credits: number,
): Promise<Pick<QuoteData, 'refund' | 'lasts'>> {
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

/** Days beyond which a date says nothing. */
const YEAR = 365

type Kind = CreditKind
const KINDS = ['index', 'check'] as const

const looksFirst = ({ smart, pre_check }: PushValues): boolean => smart || pre_check
