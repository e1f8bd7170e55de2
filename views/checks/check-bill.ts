/** What a check will cost, and what can be done when the purse does not hold it. */
import { creditsOf } from '../../src/domains/checks/index.ts'
import { balances } from '../../src/domains/credits/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import { readTenant } from '../../src/domains/tenants/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { may } from '../shell.tsx'

/** The form's fields, in the API's names; `urls` is text as typed, `client` the name of whose credits pay, blank a guess. */
export type CheckValues = { urls: string; name: string; client: string; tenant_id: string; engine: EngineSlot | '' }

export type CheckBill = {
  /** Links that will be looked at. */
  links: number
  /** Duplicates and entries that are no address. */
  dropped: number
  credits: number
  /** The workspace whose credits pay, by id and name, and what it has. */
  tenant_id: string
  purse: string
  available: number
  missing: number
  /** Links that can be paid, from the top of the list. */
  affordable: number
  /** The workspace that could give what is missing, where it can and the visitor may. */
  giver: string | null
}

export function checkBill(
  call: SignedInCall,
  { tenant_id: payer, engine }: { tenant_id: string; engine: EngineSlot },
  { links, dropped }: { links: number; dropped: number },
): CheckBill {
  const own = call.caller.tenant_id
  const facts = call.read((tx) => ({
    available: balances(tx, payer).check.available,
    own: balances(tx, own).check.available,
    purse: readTenant(tx, payer).name,
    giver: readTenant(tx, own).name,
  }))
  const credits = links * creditsOf(engine)
  const missing = Math.max(0, credits - facts.available)
  const gives = missing > 0 && payer !== own && may(call, allocateCredits) && facts.own >= missing
  return {
    links,
    dropped,
    credits,
    tenant_id: payer,
    purse: facts.purse,
    available: facts.available,
    missing,
    affordable: Math.min(links, Math.floor(facts.available / creditsOf(engine))),
    giver: gives ? facts.giver : null,
  }
}

/** What a click agrees to: what is looked at, what it costs, how many can be paid, and who pays. */
export const agreedTo = ({ links, credits, affordable, tenant_id }: CheckBill): string =>
  `${links}+${credits}+${affordable}+${tenant_id}`
