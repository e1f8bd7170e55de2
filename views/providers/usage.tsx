/** What was sent for each client in a month, and what it costs. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getProviderUsage } from '../../src/operations/providers/get-provider-usage.ts'
import { Empty } from '../parts/card.tsx'
import { number, usd } from '../parts/format.ts'
import { listHref, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { ProviderTabs } from './tabs.tsx'

export type UsageList = AnswerOf<typeof getProviderUsage>
type UsageRow = UsageList['items'][number]

/** `month` is the one that is shown; there is no next one beyond the present. */
export type UsageProps = {
  list: UsageList
  month: string
  before: string
  next: string | null
  query: Query
  self: string
}

export const Usage = ({ list, month, before, next, query, self }: UsageProps) => (
  <>
    <PageHead
      title="Usage by client"
      sub="Links taken by a supplier, by the month in which they were sent, UTC."
      actions={
        <a class="btn" href={listHref(`${self}/csv`, {}, { month })} data-key="e">
          Export CSV
        </a>
      }
    />
    <ProviderTabs current="Usage" />
    <div class="row">
      <a class="btn small" href={listHref(self, query, { month: before })}>
        {before}
      </a>
      <b>{month}</b>
      {next && (
        <a class="btn small" href={listHref(self, query, { month: next })}>
          {next}
        </a>
      )}
    </div>
    <ListCard
      caption={`Usage of ${month}`}
      columns={COLUMNS}
      list={list}
      href={self}
      query={query}
      order="links"
      empty={<Empty icon="send">Nothing was sent in {month}.</Empty>}
    />
  </>
)

const count = (
  label: string,
  name: 'links' | 'primary_links' | 'fallback_links' | 'indexed' | 'billed',
  wide = true,
) => ({
  label,
  class: wide ? 'num wide-only' : 'num',
  cell: (row: UsageRow) => number(row[name]),
})

const COLUMNS: Column<UsageRow>[] = [
  {
    label: 'Client',
    sort: 'tenant_name',
    cell: ({ tenant_id, tenant_name, indexed }) => (
      <>
        <a href={`/app/platform/providers/batches?tenant_id=${tenant_id}`} data-row>
          <b>{tenant_name}</b>
        </a>
        <span class="sub">{number(indexed)} indexed</span>
      </>
    ),
  },
  { ...count('Batches', 'links'), cell: ({ batches }) => number(batches) },
  { ...count('Links', 'links', false), sort: 'links' },
  count('Primary', 'primary_links'),
  count('Fallback', 'fallback_links'),
  count('Indexed', 'indexed'),
  count('Billed', 'billed'),
  { label: 'Cost', class: 'num', cell: ({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd)) },
]
