import Type, { type Static } from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { CREDIT_KINDS, type CreditKind } from './shapes.ts'
import type { CreditRequestRow } from './tables.ts'
import { type Holdings, holdingsOf, unspentElsewhere } from './transfers.ts'

/** Where the unspent credits of a pack are; their sum is at most the pack's content. */
export const Unspent = Shape('UnspentCredits', {
  available: Type.Integer({ minimum: 0, description: 'a refund takes these at once' }),
  reserved: Type.Integer({ minimum: 0, description: 'reserved for jobs of the workspace' }),
  handed_on: Type.Integer({ minimum: 0, description: 'with workspaces below it that were given them' }),
})
export type Unspent = Static<typeof Unspent>

/** Credits owed to packs that were refunded before do not count. */
function unspentIn(holdings: Holdings, { tenant_id, ...request }: CreditRequestRow, kind: CreditKind): Unspent {
  const { owed, ...have } = holdings.of(tenant_id, kind)
  const bought = request[`${kind}_credits`]
  const available = Math.min(bought, have.available)
  const reserved = Math.min(bought - available, Math.max(0, have.reserved - owed))
  const elsewhere = unspentElsewhere(holdings, tenant_id, kind) - Math.max(0, owed - have.reserved)
  return { available, reserved, handed_on: Math.min(bought - available - reserved, Math.max(0, elsewhere)) }
}

/** Unspent credits of each pack, by kind. Each pack is reckoned as if it alone were refunded. */
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
