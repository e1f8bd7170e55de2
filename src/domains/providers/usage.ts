import Type from 'typebox'
import type { ReadTx } from '../../kernel/database/database.ts'
import { type ListArguments, list, when } from '../../kernel/database/list.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Nullable } from '../../kernel/operation/shape.ts'
import { plus, type Time } from '../../kernel/time/clock.ts'

/** A UTC month; default: the present one. */
export const Month = Type.Optional(
  Type.String({
    title: 'Month',
    description: 'A month as YYYY-MM, UTC; default: the present one',
    pattern: '^\\d{4}-(0[1-9]|1[0-2])$',
  }),
)

export const UsageRow = Shape('ProviderUsage', {
  tenant_id: Type.String(),
  tenant_name: Type.String(),
  batches: Type.Integer(),
  links: Type.Integer({ description: 'Accepted by a supplier' }),
  primary_links: Type.Integer(),
  fallback_links: Type.Integer(),
  indexed: Type.Integer({ description: 'Found indexed by our own checks' }),
  billed: Type.Integer({
    description: 'Indexed by the supplier’s own report, which it bills; ours where it has none yet',
  }),
  cost_usd: Nullable(Type.Number({ description: 'Null while the price of a batch is unknown' })),
})

/** Links sent for each client in a month, and their cost. */
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

/** Total USD of rows of crawl_days; null where a batch has no price. */
export const COST = 'iif(sum(c.priced) = sum(c.batches), round(sum(c.cost_micro) / 1e6, 4), null)'

/** SQL for the days between two moments; the first day counts whole. */
export const DAYS = "c.day >= substr(?1, 1, 10) and c.day || 'T00:00:00.000Z' < ?2"

/** The start of a month and of the next. */
export function monthOf(month: string): [Time, Time] {
  const from = `${month}-01T00:00:00.000Z`
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw invalid({ path: 'month', message: 'must be a month such as 2026-11' })
  return [from, `${plus(from, 32 * 24 * 3600 * 1000).slice(0, 7)}-01T00:00:00.000Z`]
}
