import Type from 'typebox'
import { plus, type Time } from '../kernel/clock.ts'
import type { ReadTx } from '../kernel/database.ts'
import { invalid } from '../kernel/fault.ts'
import { type ListArguments, list } from '../kernel/list.ts'
import { Nullable } from '../kernel/shape.ts'

/** Which month, UTC; left out, the present one. */
export const Month = Type.Optional(
  Type.String({
    title: 'Month',
    description: 'YYYY-MM, UTC; the present one unless given',
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  }),
)

export const UsageRow = Type.Object({
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  batches: Type.Integer(),
  links: Type.Integer({ description: 'Taken by a supplier' }),
  primary_links: Type.Integer(),
  fallback_links: Type.Integer(),
  indexed: Type.Integer({ description: 'Seen by our own looks' }),
  billed: Type.Integer({
    description: 'Indexed by the supplier’s own report, which it bills; ours where it has none yet',
  }),
  cost_usd: Nullable(Type.Number({ description: 'Null where no price is set' })),
})

/** What was sent for each client in a month, and what it costs. */
export const usage = (tx: ReadTx, month: string | undefined, page: ListArguments) => {
  const [from, to] = monthOf(month ?? tx.now.slice(0, 7))
  return list<Record<string, unknown>>(
    tx,
    {
      select: '*',
      from: `(select c.tenant_id, t.name as tenant_name, count(*) as batches, sum(c.url_count - c.rejected) as links,
          sum(iif(c.route = 'primary', c.url_count - c.rejected, 0)) as primary_links,
          sum(iif(c.route = 'fallback', c.url_count - c.rejected, 0)) as fallback_links,
          sum(${SEEN}) as indexed, sum(${BILLED}) as billed, round(sum(${COST}), 4) as cost_usd
        from campaigns c join tenants t on t.id = c.tenant_id
        where c.state = 'sent' and c.route in ('primary', 'fallback') and c.sent_at >= '${from}' and c.sent_at < '${to}' group by c.tenant_id)`,
      where: [],
      sorts: { links: 'links', tenant_name: 'tenant_name' },
      dir: 'desc',
      tie: 'tenant_id',
    },
    page,
  )
}

/** Seen by our own looks, in time or after the credit had gone back. */
export const SEEN = '(c.seen1 + c.seen3 + c.seen7 + c.seen_late)'
/** The supplier bills what it says is indexed; until it says, what we saw is the best guess. */
export const BILLED = `coalesce(c.billed, ${SEEN})`
export const COST = `(${BILLED} * c.price_usd)`

/** The first moment of a month, and of the next. */
export function monthOf(month: string): [Time, Time] {
  const from = `${month}-01T00:00:00.000Z`
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw invalid({ path: 'month', message: 'is not a month such as 2026-11' })
  return [from, `${plus(from, 32 * 24 * 3600 * 1000).slice(0, 7)}-01T00:00:00.000Z`]
}
