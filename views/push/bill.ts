/** What a push will cost, and what can be done when the purse does not hold it. */
import { balances, type CreditKind } from '../../src/domains/credits/index.ts'
import { planOf } from '../../src/domains/plans/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import type { ReadTx } from '../../src/kernel/database/database.ts'
import type { App } from '../../src/kernel/operation/app.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import type { Missing, QuoteData } from '../parts/quote.tsx'
import { may } from '../shell.tsx'
import type { PushValues } from './push-props.ts'

type Counts = Pick<QuoteData, 'pending' | 'skipped' | 'duplicates' | 'invalid' | 'to_indexnow'>

/** The bill of so many links, `pending` of them not looked at yet. */
export function billOf(call: SignedInCall, values: PushValues, links: number, counts: Counts): QuoteData {
  const { tenant_id } = values
  const facts = call.read((tx) => ({
    purse: balances(tx, tenant_id),
    own: balances(tx, call.caller.tenant_id),
    name: readTenant(tx, tenant_id).name,
    giver: readTenant(tx, call.caller.tenant_id).name,
    limit: limitOf(tx, call.app, tenant_id),
  }))
  const need: Record<Kind, number> = { index: links, check: looksFirst(values) ? links : 0 }
  const missing = KINDS.flatMap((kind): Missing[] => {
    const have = facts.purse[kind].available
    return need[kind] > have ? [{ kind, need: need[kind], have, missing: need[kind] - have }] : []
  })
  const gives = tenant_id !== call.caller.tenant_id && may(call, allocateCredits)
  return {
    ready: links - counts.pending,
    ...counts,
    index_credits: need.index,
    check_credits: need.check,
    available: facts.purse.index.available,
    balance_after: facts.purse.index.available - need.index,
    tenant_id,
    purse: facts.name,
    missing,
    limit: facts.limit,
    affordable: Math.min(
      links,
      facts.limit,
      ...KINDS.map((kind) => (need[kind] ? facts.purse[kind].available : links)),
    ),
    giver: gives && missing.every(({ kind, missing }) => facts.own[kind].available >= missing) ? facts.giver : null,
  }
}

type Kind = CreditKind
const KINDS = ['index', 'check'] as const

/** Links a push of this workspace may carry. */
export const limitOf = (tx: ReadTx, app: App, tenant_id: string): number =>
  planOf(tx, app, tenant_id).urls_per_push ?? 10_000

const looksFirst = ({ smart, pre_check }: PushValues): boolean => smart || pre_check
