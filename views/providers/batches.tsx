/** Newest supplier batches, and the links of one batch. */

import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { listCampaignLinks, listCampaigns } from '../../src/operations/providers/campaigns.ts'
import type { Child } from '../jsx/elements.ts'
import { StackBar } from '../kit/bars.tsx'
import { Chip, CreditChip, VerdictChip } from '../parts/chips.tsx'
import { type Column, Named, UrlCell } from '../parts/lists/table.tsx'
import { Banner, type Fact, Facts } from '../parts/page/card.tsx'
import { many, number, usd } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import type { StatusWord } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listPart } from '../screens/list-part.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { nameOf } from '../suppliers/vendors.ts'
import { ROUTE_WORDS } from '../suppliers/words.ts'

const PROVIDERS = '/app/platform/providers'

export type BatchRow = AnswerOf<typeof listCampaigns>['items'][number]

const STATES: Record<BatchRow['state'], StatusWord> = {
  planned: { word: 'Planned', icon: 'clock', tone: 'idle' },
  sending: { word: 'Sending', icon: 'send', tone: 'info' },
  doubtful: { word: 'In doubt', icon: 'triangle-alert', tone: 'warn' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'triangle-alert', tone: 'bad' },
  held: { word: 'Control group', icon: 'ban', tone: 'idle' },
}

const supplierOf = ({ adapter, route, state }: BatchRow): string =>
  state === 'held'
    ? 'not sent, to compare'
    : adapter
      ? `${nameOf(adapter)}${route ? `, ${(ROUTE_WORDS[route as keyof typeof ROUTE_WORDS]?.title ?? route).toLowerCase()}` : ''}`
      : 'none yet'

const columns = ({ self, zone }: ListState): Column<BatchRow>[] => [
  {
    label: 'Batch',
    cell: (row) => (
      <Named href={`${self}/${row.id}`} name={row.job_name ?? 'Deleted push'} sub={<Name of={row.tenant_name} />} />
    ),
  },
  { label: 'State', cell: ({ state }) => <Chip {...STATES[state]} /> },
  { label: 'Supplier', class: 'wide-only', cell: (row) => <span class="muted small">{supplierOf(row)}</span> },
  { label: 'Links', class: 'num', cell: ({ url_count }) => number(url_count) },
  { label: 'Indexed', class: 'barcell wide-only', cell: (row) => <Seen of={row} /> },
  { label: 'Cost', class: 'num wide-only', cell: ({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd)) },
  timeColumn('Ordered', 'created_at', zone, 'wide-only'),
]

export const batchList = listScreen({
  at: '/providers/batches',
  operator: true,
  operation: listCampaigns,
  title: 'Batches',
  sub: 'The newest 100 orders at crawl suppliers, and the results of their links.',
  search: 'Search pushes, clients, references',
  texts: [{ name: 'site', label: 'Host name' }],
  kept: ['tenant_id'],
  columns,
  menu: ({ query }) => [
    { label: 'Usage by client', icon: 'users', href: `${PROVIDERS}/usage` },
    query.tenant_id ? { label: 'Batches of all clients', icon: 'send', href: `${PROVIDERS}/batches` } : null,
  ],
  empty: { icon: 'send', text: 'No batch yet. The first push sends one.' },
  nothing: 'No batch fits these filters.',
})

const Seen = ({ of: { url_count, rejected, indexed_day7, indexed_later } }: { of: BatchRow }) => (
  <StackBar
    parts={[
      { label: `indexed by day ${LAST_LOOK_DAY}`, value: indexed_day7, tone: 'in' },
      { label: 'indexed later', value: indexed_later, tone: 'out' },
      { label: 'not indexed', value: url_count - rejected - indexed_day7 - indexed_later, tone: 'wait' },
      { label: 'not accepted', value: rejected, tone: 'bad' },
    ]}
  />
)

export const BatchPage = ({ batch, links, zone = 'UTC' }: { batch: BatchRow; links: Child; zone?: string }) => (
  <>
    {batch.last_error && <Banner tone="warn">Last answer: {batch.last_error}</Banner>}
    <div class="grid">
      <div class="w6">
        <Facts facts={orderFacts(batch, zone)} />
      </div>
      <div class="w6">
        <Facts facts={resultFacts(batch, zone)} />
      </div>
    </div>
    {links}
  </>
)

export const batchHead = (batch: BatchRow) => ({
  title: batch.job_name ?? 'Deleted push',
  crumbs: [{ label: 'Batches', href: `${PROVIDERS}/batches` }, { label: batch.ref }],
  sub: (
    <>
      <Chip {...STATES[batch.state]} /> {many(batch.url_count, 'link')} of <Name of={batch.tenant_name} />
    </>
  ),
  operator: true,
  act: batch.job_name === null ? null : { label: 'Open push', href: `/app/w/${batch.tenant_id}/jobs/${batch.job_id}` },
})

const orderFacts = (batch: BatchRow, zone: string): Fact[] => [
  { label: 'Supplier', value: supplierOf(batch) },
  { label: 'Supplier’s reference', value: batch.task_id ?? '–' },
  { label: 'Sent', value: <When time={batch.sent_at} zone={zone} /> },
  { label: 'Attempts', value: number(batch.attempts) },
  { label: 'Not accepted', value: number(batch.rejected) },
  { label: 'Cost', value: batch.cost_usd === null ? 'No price is set' : usd(batch.cost_usd), class: 'total' },
]

const resultFacts = (batch: BatchRow, zone: string): Fact[] => [
  { label: 'Indexed by day 1, our own checks', value: number(batch.indexed_day1) },
  { label: 'By day 3', value: number(batch.indexed_day3) },
  { label: `By day ${LAST_LOOK_DAY}`, value: number(batch.indexed_day7) },
  { label: 'Later', value: number(batch.indexed_later) },
  {
    label: 'Indexed, reported by the supplier',
    value: batch.report ? (
      <>
        {number(batch.report.indexed)}, <When time={batch.report.at} zone={zone} />
      </>
    ) : (
      'no report yet'
    ),
  },
  { label: 'Billed', value: number(batch.billed), class: 'total' },
]

export const batchLinks = listPart({
  at: '/providers/batches/:id',
  operator: true,
  operation: listCampaignLinks,
  given: ({ params }) => ({ id: params.id }),
  title: 'Links of the batch',
  columns: ({ zone }) => [
    { label: 'Link', cell: ({ url }) => <UrlCell url={url} open /> },
    { label: 'Result', cell: (link) => <VerdictChip link={link} /> },
    { label: 'Credit', class: 'wide-only', cell: (link) => <CreditChip link={link} /> },
    { label: 'Checked', class: 'num when wide-only', cell: ({ checked_at }) => <When time={checked_at} zone={zone} /> },
  ],
  empty: { icon: 'rows-3', text: 'Its links were deleted with their push.' },
})
