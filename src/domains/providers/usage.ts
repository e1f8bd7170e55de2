import Type from 'typebox'
import { plus, type Time } from '../../kernel/clock.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { invalid } from '../../kernel/fault.ts'
import { type ListArguments, list, when } from '../../kernel/list.ts'
import { Shape } from '../../kernel/named.ts'
import { Nullable } from '../../kernel/shape.ts'

/** Which month, UTC; left out, the present one. */
export const Month = Type.Optional(
  Type.String({
    title: 'Month',
    description: 'A month as YYYY-MM, UTC; the present one unless given',
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  }),
)

export const UsageRow = Shape('ProviderUsage', {
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
      from: `(select c.tenant_id, t.name as tenant_name, sum(c.batches) as batches, sum(c.links) as links,
          sum(iif(c.route = 'primary', c.links, 0)) as primary_links, sum(iif(c.route = 'fallback', c.links, 0)) as fallback_links,
          sum(c.indexed_day7 + c.indexed_later) as indexed, sum(c.billed) as billed, ${COST} as cost_usd
        from crawl_days c join tenants t on t.id = c.tenant_id where ${DAYS} group by c.tenant_id)`,
      where: [when('1 = 1', from, to)],
      sorts: { links: 'links', tenant_name: 'tenant_name' },
      tie: 'tenant_id',
    },
    page,
  )
}

/** USD of rows of crawl_days together; null where no batch of theirs has a price. */
export const COST = 'iif(sum(c.priced) > 0, round(sum(c.cost_micro) / 1e6, 4), null)'

/** The days of two moments: from the first's, up to the second, for which the day must have begun. */
export const DAYS = "c.day >= substr(?1, 1, 10) and c.day || 'T00:00:00.000Z' < ?2"

/** The first moment of a month, and of the next. */
export function monthOf(month: string): [Time, Time] {
  const from = `${month}-01T00:00:00.000Z`
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw invalid({ path: 'month', message: 'is not a month such as 2026-11' })
  return [from, `${plus(from, 32 * 24 * 3600 * 1000).slice(0, 7)}-01T00:00:00.000Z`]
}
