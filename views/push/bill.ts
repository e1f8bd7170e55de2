/** What a push will cost, and what can be done when the purse does not hold it. */
import type { CreditKind } from '../../src/domains/credits/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
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
    giver: gives && missing.every(({ kind, missing }) => own.available[kind] >= missing) ? own.name : null,
  }
}

type Kind = CreditKind
const KINDS = ['index', 'check'] as const

const looksFirst = ({ smart, pre_check }: PushValues): boolean => smart || pre_check
