/** What a check will cost, and what can be done when the purse does not hold it. */
import { creditsOf } from '../../src/domains/checks/index.ts'
import type { EngineSlot } from '../../src/domains/jobs/index.ts'
import type { SignedInCall } from '../../src/doors/pages/web.ts'
import { allocateCredits } from '../../src/operations/credits/allocate-credits.ts'
import { optionsOf } from '../push/whose.ts'
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

export async function checkBill(
  call: SignedInCall,
  { tenant_id: payer, engine }: { tenant_id: string; engine: EngineSlot },
  { links, dropped }: { links: number; dropped: number },
): Promise<CheckBill> {
  const own = call.caller.tenant_id
  const [theirs, ours] = [(await optionsOf(call, payer)).payer, (await optionsOf(call)).payer]
  const available = theirs.available.check
  const credits = links * creditsOf(engine)
  const missing = Math.max(0, credits - available)
  const gives = missing > 0 && payer !== own && may(call, allocateCredits) && ours.available.check >= missing
  return {
    links,
    dropped,
    credits,
    tenant_id: payer,
    purse: theirs.name,
    available,
    missing,
    affordable: Math.min(links, Math.floor(available / creditsOf(engine))),
    giver: gives ? ours.name : null,
  }
}

/** What a click agrees to: what is looked at, what it costs, how many can be paid, and who pays. */
export const agreedTo = ({ links, credits, affordable, tenant_id }: CheckBill): string =>
  `${links}+${credits}+${affordable}+${tenant_id}`
