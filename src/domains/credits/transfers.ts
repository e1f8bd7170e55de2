import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { CreditKind } from './shapes.ts'

type Move = { from: string; to: string; kind: CreditKind; amount: number }

/** Counts a transfer for both workspaces, so that credits taken back no longer count as transferred. */
export function countHanded(tx: Tx, { from, to, kind, amount }: Move): void {
  tx.run(
    `insert into handed_on (tenant_id, to_id, kind, amount) values (?1, ?2, ?3, ?4), (?2, ?1, ?3, -?4)
     on conflict (tenant_id, to_id, kind) do update set amount = amount + excluded.amount`,
    from,
    to,
    kind,
    amount,
  )
}

/** Balance of one kind in one workspace. `owed` credits are not its own: they are subtracted from what it holds. */
type Holding = { available: number; reserved: number; owed: number }

/** Balances of some workspaces and of all workspaces that their transfers reached, and these transfers. */
export type Holdings = ReturnType<typeof holdingsOf>

const REACHED = `with recursive reached (id) as (
  select value from json_each(?)
  union select h.to_id from handed_on h join reached r on h.tenant_id = r.id where h.amount > 0
)`

/** Reads them in two statements for any number of workspaces. */
export function holdingsOf(tx: ReadTx, tenants: readonly string[]) {
  const roots = JSON.stringify([...new Set(tenants)])
  const purses = tx.rows<Holding & { id: string; kind: CreditKind }>(
    `${REACHED} select r.id, p.kind, p.available, p.reserved, (select coalesce(sum(o.amount), 0) from owed_credits o
       where o.tenant_id = r.id and o.kind = p.kind) as owed from reached r join purses p on p.tenant_id = r.id`,
    roots,
  )
  const moves = tx.rows<Move>(
    `${REACHED} select h.tenant_id as "from", h.to_id as "to", h.kind, h.amount
     from reached r join handed_on h on h.tenant_id = r.id where h.amount > 0`,
    roots,
  )
  const held = new Map(purses.map((purse) => [`${purse.id} ${purse.kind}`, purse]))
  const handed = Map.groupBy(moves, ({ from, kind }) => `${from} ${kind}`)
  const none: Holding = { available: 0, reserved: 0, owed: 0 }
  return {
    of: (id: string, kind: CreditKind): Holding => held.get(`${id} ${kind}`) ?? none,
    from: (id: string, kind: CreditKind): readonly Move[] => handed.get(`${id} ${kind}`) ?? [],
  }
}

/**
 * Unspent part of the credits that a workspace transferred: per receiver at most the transferred amount, and at most
 * what the receiver holds or transferred further. Credits from other sources count as spent first, and no credit counts
 * twice.
 */
export function unspentElsewhere(holdings: Holdings, tenant_id: string, kind: CreditKind): number {
  const left = new Map<string, number>()
  const seen = new Set([tenant_id])
  const claim = (id: string, most: number): number => {
    const { available, reserved, owed } = holdings.of(id, kind)
    const here = left.get(id) ?? Math.max(0, available + reserved - owed)
    const own = Math.min(most, here)
    left.set(id, here - own)
    return own + further(id, most - own)
  }
  const further = (id: string, most: number): number => {
    let found = 0
    for (const { to, amount } of holdings.from(id, kind)) {
      if (found >= most || seen.has(to)) continue
      seen.add(to)
      found += claim(to, Math.min(amount, most - found))
      seen.delete(to)
    }
    return found
  }
  return further(tenant_id, Number.MAX_SAFE_INTEGER)
}
