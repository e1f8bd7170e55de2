/** Price of a client and what its agency earns with it, on the wire. A feature keeps them. */
import Type, { type Static } from 'typebox'
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Caller } from '../../kernel/operation/caller.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Count, MOST_USD, Nullable } from '../../kernel/operation/shape.ts'
import type { TenantRow } from './tables.ts'

const input = (title: string) => Type.Optional(Nullable(Type.Number({ title, minimum: 0, maximum: MOST_USD })))

export type PriceInput = Static<typeof PriceInput>
export const PriceInput = Type.Object(
  { usd_month: input('USD a month'), usd_credit: input('USD per index credit used') },
  { title: 'Price', description: 'What the client pays its agency; a field left out or null: nothing' },
)

export type ClientPrice = Static<typeof ClientPrice>
export const ClientPrice = Shape('ClientPrice', {
  usd_month: Nullable(Type.Number({ description: 'A month' })),
  usd_credit: Nullable(Type.Number({ description: 'Per index credit used' })),
})

const usd = (description: string) => Nullable(Type.Number({ description }))

export type ClientEarnings = Static<typeof ClientEarnings>
export const ClientEarnings = Shape('ClientEarnings', {
  price: Nullable(ClientPrice),
  earned_usd: usd('By its price, in 30 days; null without a price'),
  cost_usd: usd(
    'Beside it: of suppliers where the agency runs the install (for platform admins alone), else of the used credits at the price of the plan; null if unknown',
  ),
  unpriced_links: Count('Links whose cost is unknown'),
  margin_usd: usd('Earned less cost; null if one is unknown'),
})

declare module '../../kernel/operation/app.ts' {
  interface Install {
    /** By the id of each of these workspaces below the caller's; empty unless the caller is an admin. */
    earningsOf(
      tx: ReadTx,
      asked: { app: Pick<Install, 'catalog'>; caller: Caller; ids: readonly string[] },
    ): ReadonlyMap<string, ClientEarnings>
    /** The present price; null without one. */
    priceOf(tx: ReadTx, id: string): ClientPrice | null
    setPrice(tx: Tx, caller: Caller, tenant: TenantRow, price: PriceInput | null): void
  }
}
