import Type, { type Static } from 'typebox'
import type { ReadTx } from '../../kernel/database.ts'
import { Shape } from '../../kernel/named.ts'
import { type Holdings, holdingsOf, unspentElsewhere } from './handed-on.ts'
import { CREDIT_KINDS, type CreditKind } from './shapes.ts'
import type { CreditRequestRow } from './tables.ts'

/** Where the unspent credits of a pack are: together at most what it held. */
export const Unspent = Shape('UnspentCredits', {
  available: Type.Integer({ minimum: 0, description: 'a refund takes these at once' }),
  reserved: Type.Integer({ minimum: 0, description: 'set aside for jobs of the workspace' }),
  handed_on: Type.Integer({ minimum: 0, description: 'with workspaces below it that were given them' }),
})
export type Unspent = Static<typeof Unspent>

/** Credits that refunded packs are owed already are spoken for. */
function unspentIn(holdings: Holdings, { tenant_id, ...request }: CreditRequestRow, kind: CreditKind): Unspent {
  const { owed, ...have } = holdings.of(tenant_id, kind)
  const bought = request[`${kind}_credits`]
  const available = Math.min(bought, have.available)
  const reserved = Math.min(bought - available, Math.max(0, have.reserved - owed))
  const elsewhere = unspentElsewhere(holdings, tenant_id, kind) - Math.max(0, owed - have.reserved)
  return { available, reserved, handed_on: Math.min(bought - available - reserved, Math.max(0, elsewhere)) }
}

/** What is unspent of each pack, by kind; of packs of one workspace each is told as if it alone were refunded. */
export function unspentOf(tx: ReadTx, requests: readonly CreditRequestRow[]): Record<CreditKind, Unspent>[] {
  const holdings = holdingsOf(
    tx,
    requests.map(({ tenant_id }) => tenant_id),
  )
  return requests.map(
    (request) =>
      Object.fromEntries(CREDIT_KINDS.map((kind) => [kind, unspentIn(holdings, request, kind)])) as Record<
        CreditKind,
        Unspent
      >,
  )
}
