/** What each crawl supplier really does, by month, from our own looks. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getProviderScoreboard } from '../../src/operations/providers/get-provider-scoreboard.ts'
import { Bar } from '../parts/bar.tsx'
import { Empty } from '../parts/card.tsx'
import { many, number, percent } from '../parts/format.ts'
import type { Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { ADAPTER_WORDS, ROUTE_WORDS } from '../suppliers/words.ts'
import { ProviderTabs } from './tabs.tsx'

export type Scores = AnswerOf<typeof getProviderScoreboard>
type Score = Scores['items'][number]

export const Scoreboard = ({ list, query, self }: { list: Scores; query: Query; self: string }) => (
  <>
    <PageHead
      title="Scoreboard"
      sub="From our own looks, not from what suppliers say of themselves. Lift is against the links held out of the same pushes."
    />
    <ProviderTabs current="Scoreboard" />
    <ListCard
      caption="Suppliers by month"
      columns={COLUMNS}
      list={list}
      href={self}
      query={query}
      order="month"
      empty={
        <Empty icon="scan-search">
          No batch was sent yet. A line for each month and supplier comes with the first.
        </Empty>
      }
    />
  </>
)

const share = (part: number, whole: number): string => percent(whole === 0 ? null : part / whole)

const COLUMNS: Column<Score>[] = [
  {
    label: 'Month',
    sort: 'month',
    cell: ({ month, route, adapter }) => (
      <>
        <b class="nowrap">{month}</b>
        <span class="sub">
          {nameOf(adapter)}, {route}
        </span>
      </>
    ),
  },
  {
    label: 'Supplier',
    class: 'wide-only',
    cell: ({ adapter, route }) => (
      <>
        {nameOf(adapter)}{' '}
        <span class="muted small">{ROUTE_WORDS[route as keyof typeof ROUTE_WORDS]?.title ?? route}</span>
      </>
    ),
  },
  { label: 'Links', class: 'num', cell: ({ links }) => number(links) },
  {
    label: 'Indexed by day 1, 3, 7',
    class: 'wide-only',
    cell: ({ links, answered_day7, indexed_day1, indexed_day3, indexed_day7 }) => (
      <Bar
        parts={[
          { label: 'by day 1', value: indexed_day1, fill: 'ok' },
          { label: 'by day 3', value: Math.max(0, indexed_day3 - indexed_day1), fill: 'seen' },
          { label: 'by day 7', value: Math.max(0, indexed_day7 - indexed_day3), fill: 'reserved' },
          { label: 'not by then', value: answered_day7 - indexed_day7, fill: 'bad' },
          { label: 'still checked', value: links - Math.max(indexed_day1, indexed_day3, answered_day7), fill: 'idle' },
        ]}
      />
    ),
  },
  {
    label: 'Day 1',
    class: 'num wide-only',
    cell: ({ indexed_day1, answered_day1 }) => share(indexed_day1, answered_day1),
  },
  {
    label: 'Day 3',
    class: 'num wide-only',
    cell: ({ indexed_day3, answered_day3 }) => share(indexed_day3, answered_day3),
  },
  { label: 'Day 7', class: 'num', cell: ({ indexed_rate }) => <b>{percent(indexed_rate)}</b> },
  { label: 'Later', class: 'num wide-only', cell: ({ indexed_later }) => number(indexed_later) },
  {
    label: 'For one indexed',
    class: 'num',
    cell: ({ cost_per_indexed_usd: cost }) => (cost === null ? '–' : `$${cost.toFixed(4)}`),
  },
  {
    label: 'Lift',
    class: 'num wide-only',
    cell: ({ lift, held_out }) =>
      lift === null ? (
        <span class="muted">–</span>
      ) : (
        <span title={`against ${many(held_out, 'link')} held out`}>
          {`${lift > 0 ? '+' : lift < 0 ? '−' : ''}${Math.abs(Math.round(lift * 100))} points`}
        </span>
      ),
  },
]

const nameOf = (adapter: string): string => ADAPTER_WORDS[adapter] ?? adapter
