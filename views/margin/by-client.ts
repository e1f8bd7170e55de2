/** The margin's rows, which are one a month, put together by client; and what both rows and totals tell. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getMargin } from '../../src/operations/margin/get-margin.ts'

export type ClientMargin = Omit<AnswerOf<typeof getMargin>['rows'][number], 'month'>

type Sums = Pick<
  ClientMargin,
  'index_revenue_usd' | 'check_revenue_usd' | 'crawl_cost_usd' | 'look_cost_usd' | 'margin_usd'
>

export const revenueOf = (row: Sums): number => row.index_revenue_usd + row.check_revenue_usd

/** Of the revenue what is left; null without any. */
export const shareOf = (row: Sums): number | null => (revenueOf(row) > 0 ? row.margin_usd / revenueOf(row) : null)

export function byClient(rows: AnswerOf<typeof getMargin>['rows']): ClientMargin[] {
  const clients = new Map<string, ClientMargin>()
  for (const { month: _, ...row } of rows) {
    const known = clients.get(row.tenant_id)
    clients.set(row.tenant_id, known ? together(known, row) : row)
  }
  return [...clients.values()]
}

const together = (one: ClientMargin, other: ClientMargin): ClientMargin =>
  Object.fromEntries(
    Object.entries(one).map(([name, value]) => [
      name,
      typeof value === 'number' ? value + Number(other[name as keyof ClientMargin]) : value,
    ]),
  ) as ClientMargin
