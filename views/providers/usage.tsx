/** Links sent for each client in a month, and their cost. */

import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { plusMonths } from '../../src/kernel/time/clock.ts'
import { getProviderUsage, getProviderUsageCsv } from '../../src/operations/providers/usage.ts'
import { LinkButton } from '../parts/button.tsx'
import { listHref } from '../parts/lists/list.ts'
import { type Column, Named } from '../parts/lists/table.tsx'
import { longMonth, number, usd } from '../parts/text/format.ts'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'

export type UsageRow = AnswerOf<typeof getProviderUsage>['items'][number]

const count = (label: string, name: 'batches' | 'primary_links' | 'fallback_links' | 'indexed' | 'billed') => ({
  label,
  class: 'num wide-only',
  cell: (row: UsageRow) => number(row[name]),
})

const COLUMNS: Column<UsageRow>[] = [
  {
    label: 'Client',
    sort: 'tenant_name',
    cell: ({ tenant_id, tenant_name }) => (
      <Named href={`/app/platform/providers/batches?tenant_id=${tenant_id}`} name={tenant_name} />
    ),
  },
  count('Batches', 'batches'),
  { label: 'Links', class: 'num', sort: 'links', cell: ({ links }) => number(links) },
  count('Main', 'primary_links'),
  count('Fallback', 'fallback_links'),
  count('Indexed', 'indexed'),
  count('Billed', 'billed'),
  { label: 'Cost', class: 'num', cell: ({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd)) },
]

/** Links to the month before and after; there is none after the current month. */
const Months = ({ self, query, now }: ListState) => {
  const month = query.month ?? now.slice(0, 7)
  const first = `${month}-01T00:00:00.000Z`
  const [before, next] = [-1, 1].map((by) => plusMonths(first, by).slice(0, 7))
  return (
    <div class="row">
      <LinkButton
        class="btn small"
        href={listHref(self, query, { month: before })}
        label={longMonth(`${before}-01T00:00:00.000Z`)}
      />
      <b>{longMonth(first)}</b>
      {next! <= now.slice(0, 7) && (
        <LinkButton
          class="btn small"
          href={listHref(self, query, { month: next })}
          label={longMonth(`${next}-01T00:00:00.000Z`)}
        />
      )}
    </div>
  )
}

export const usageList = listScreen({
  at: '/providers/usage',
  operator: true,
  operation: getProviderUsage,
  title: 'Usage by client',
  sub: 'Links that a supplier accepted, by the UTC month in which they were sent.',
  columns: () => COLUMNS,
  above: Months,
  empty: { icon: 'send', text: 'Nothing was sent in this month.' },
  nothing: 'Nothing was sent in this month.',
  csv: getProviderUsageCsv,
})
