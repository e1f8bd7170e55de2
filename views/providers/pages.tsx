/** Batches, usage and comparison of crawl suppliers. */

import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import { platformPage, type Screen } from '../../src/doors/pages/web.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { getProviderScoreboard } from '../../src/operations/providers/usage.ts'
import type { Column } from '../parts/lists/table.tsx'
import { many, number, percent } from '../parts/text/format.ts'
import { periodWord } from '../parts/text/period-word.ts'
import { listScreen } from '../screens/list-screen.tsx'
import { drawPage, zoneOf } from '../shell.tsx'
import { SupplierDuel } from '../suppliers/duel.tsx'
import { SUPPLIERS } from '../suppliers/props.ts'
import { nameOf } from '../suppliers/vendors.ts'
import { ROUTE_WORDS } from '../suppliers/words.ts'
import { BatchPage, batchHead, batchLinks, batchList } from './batches.tsx'
import { usageList } from './usage.tsx'

type Score = AnswerOf<typeof getProviderScoreboard>['items'][number]

const share = (part: number, whole: number): string => percent(whole === 0 ? null : part / whole)

const points = (lift: number): string =>
  `${lift > 0 ? '+' : lift < 0 ? '−' : ''}${Math.abs(Math.round(lift * 100))} points`

const ofDay = (day: 1 | 3): Column<Score> => ({
  label: `Day ${day}`,
  class: 'num wide-only',
  cell: (row) => share(row[`indexed_day${day}`], row[`answered_day${day}`]),
})

const COLUMNS: Column<Score>[] = [
  {
    label: 'Month',
    sort: 'month',
    cell: ({ month, route, adapter }) => (
      <>
        <b class="nowrap">{periodWord(month)}</b>
        <small class="sub2">
          {`${nameOf(adapter)}, ${(ROUTE_WORDS[route as keyof typeof ROUTE_WORDS]?.title ?? route).toLowerCase()}`}
        </small>
      </>
    ),
  },
  { label: 'Links', class: 'num', cell: ({ links }) => number(links) },
  ofDay(1),
  ofDay(3),
  { label: `Day ${LAST_LOOK_DAY}`, class: 'num', cell: ({ indexed_rate }) => <b>{percent(indexed_rate)}</b> },
  { label: 'Later', class: 'num wide-only', cell: ({ indexed_later }) => number(indexed_later) },
  {
    label: 'Per indexed link',
    class: 'num',
    cell: ({ cost_per_indexed_usd: cost }) => (cost === null ? '–' : `$${cost.toFixed(4)}`),
  },
  {
    label: 'Lift',
    class: 'num wide-only',
    cell: ({ lift, held_out }) =>
      lift === null ? (
        '–'
      ) : (
        <span title={`against ${many(held_out, 'link')} of the control group`}>{points(lift)}</span>
      ),
  },
]

const scoreList = listScreen(
  {
    at: '/providers/scoreboard',
    operator: true,
    kind: 'suppliers',
    operation: getProviderScoreboard,
    title: 'Compare',
    sub: 'Shares of links with a final result, from our own checks. Lift compares them with the control group (hold-out). Months are in UTC.',
    columns: () => COLUMNS,
    empty: {
      icon: 'scan-search',
      text: 'No batch was sent yet. The first one adds a line for its month and supplier.',
    },
  },
  (_, { duel }) => <SupplierDuel duel={duel} self={SUPPLIERS} />,
)

export const providerScreens: readonly Screen[] = [
  ...usageList.screens,
  ...batchList.screens,
  ...scoreList.screens,
  platformPage('/providers/batches/:id', async (call) => {
    const { answer, list } = await batchLinks.read(call)
    const { batch } = answer
    return drawPage(call, batchHead(batch), <BatchPage batch={batch} links={list} zone={zoneOf(call)} />)
  }),
]
