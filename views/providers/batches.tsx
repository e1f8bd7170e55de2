/** What was ordered from suppliers: the newest batches, and the links of one. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listCampaignLinks } from '../../src/operations/providers/list-campaign-links.ts'
import type { listCampaigns } from '../../src/operations/providers/list-campaigns.ts'
import { Bar } from '../parts/bar.tsx'
import { Banner, Card, CardBody, Empty, Facts, NothingFound } from '../parts/card.tsx'
import { Chip, CreditChip, VerdictChip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number, usd } from '../parts/format.ts'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { ADAPTER_WORDS } from '../suppliers/words.ts'
import { PROVIDERS, ProviderTabs } from './tabs.tsx'

export type BatchRow = AnswerOf<typeof listCampaigns>['items'][number]
export type BatchLink = AnswerOf<typeof listCampaignLinks>['items'][number]

const STATES: Record<BatchRow['state'], Word> = {
  planned: { word: 'Planned', icon: 'clock', tone: 'idle' },
  sending: { word: 'Being sent', icon: 'send', tone: 'info' },
  doubtful: { word: 'In doubt', icon: 'triangle-alert', tone: 'warn' },
  sent: { word: 'Sent', icon: 'check', tone: 'ok' },
  refused: { word: 'Refused', icon: 'triangle-alert', tone: 'bad' },
  held: { word: 'Held out', icon: 'ban', tone: 'idle' },
}

export type BatchesProps = {
  list: Paged<BatchRow>
  query: Query
  self: string
  /** Of the workspace that the list is about, when it is about one. */
  workspace: string | null
  zone?: string
}

export const Batches = ({ list, query, self, workspace, zone = 'UTC' }: BatchesProps) => (
  <>
    <PageHead
      title={workspace ? `Batches of ${workspace}` : 'Batches'}
      sub="The newest 100 orders at crawl suppliers, and what became of their links."
      actions={
        workspace && (
          <a class="btn" href={self}>
            Of all workspaces
          </a>
        )
      }
    />
    <ProviderTabs current="Batches" />
    <Filters
      href={self}
      query={query}
      search="Search jobs, clients, references"
      kept={['tenant_id']}
      texts={[{ name: 'site', label: 'Host name' }]}
      filters={[]}
    />
    <ListCard
      caption="Batches"
      columns={columnsOf(self, zone)}
      list={list}
      href={self}
      query={query}
      order="created_at"
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No batch is like that.</NothingFound>
        ) : (
          <Empty icon="send">No batch yet: the first push makes one.</Empty>
        )
      }
    />
  </>
)

const supplierOf = ({ adapter, route, state }: BatchRow): string =>
  state === 'held'
    ? 'nobody, to compare'
    : adapter
      ? `${ADAPTER_WORDS[adapter] ?? adapter}${route ? `, ${route}` : ''}`
      : 'none yet'

const columnsOf = (self: string, zone: string): Column<BatchRow>[] => [
  {
    label: 'Batch',
    cell: (row) => (
      <>
        <a href={`${self}/${row.id}`} data-row>
          <b>{row.job_name ?? 'A deleted job'}</b>
        </a>
        <span class="sub">
          {row.tenant_name}, {supplierOf(row)}
        </span>
      </>
    ),
  },
  { label: 'Client', class: 'wide-only', cell: ({ tenant_name }) => tenant_name },
  { label: 'State', cell: ({ state }) => <Chip {...STATES[state]} /> },
  { label: 'Supplier', class: 'wide-only', cell: (row) => <span class="muted small">{supplierOf(row)}</span> },
  { label: 'Links', class: 'num', cell: ({ url_count }) => number(url_count) },
  { label: 'Indexed', class: 'barcell wide-only', cell: (row) => <Seen of={row} /> },
  { label: 'Cost', class: 'num wide-only', cell: ({ cost_usd }) => (cost_usd === null ? '–' : usd(cost_usd)) },
  {
    label: 'Ordered',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: ({ created_at }) => <When time={created_at} zone={zone} />,
  },
]

const Seen = ({ of: { url_count, rejected, indexed_day7, indexed_later } }: { of: BatchRow }) => (
  <Bar
    parts={[
      { label: 'indexed by day 7', value: indexed_day7, fill: 'ok' },
      { label: 'later', value: indexed_later, fill: 'seen' },
      { label: 'not seen', value: url_count - rejected - indexed_day7 - indexed_later, fill: 'idle' },
      { label: 'not taken', value: rejected, fill: 'bad' },
    ]}
  />
)

export type BatchProps = { batch: BatchRow; links: Paged<BatchLink>; query: Query; zone?: string }

export const BatchPage = ({ batch, links, query, zone = 'UTC' }: BatchProps) => {
  const list = `${PROVIDERS}/batches`
  return (
    <>
      <PageHead
        title={batch.job_name ?? 'A deleted job'}
        crumbs={[{ label: 'Batches', href: list }, { label: batch.ref }]}
        sub={
          <>
            <Chip {...STATES[batch.state]} /> {many(batch.url_count, 'link')} of {batch.tenant_name}
          </>
        }
        actions={
          batch.job_name !== null && (
            <a class="btn" href={`/app/w/${batch.tenant_id}/jobs/${batch.job_id}`}>
              Open the job
            </a>
          )
        }
      />
      {batch.last_error && <Banner tone="warn">The last answer was: {batch.last_error}</Banner>}
      <div class="grid">
        <div class="w6">
          <Card title="The order">
            <CardBody>
              <Facts
                facts={[
                  { label: 'Supplier', value: supplierOf(batch) },
                  { label: 'Its number there', value: batch.task_id ?? '–' },
                  { label: 'Sent', value: <When time={batch.sent_at} zone={zone} /> },
                  { label: 'Attempts', value: number(batch.attempts) },
                  { label: 'Not taken', value: number(batch.rejected) },
                  {
                    label: 'Cost',
                    value: batch.cost_usd === null ? 'No price is set' : usd(batch.cost_usd),
                    class: 'total',
                  },
                ]}
              />
            </CardBody>
          </Card>
        </div>
        <div class="w6">
          <Card title="What became of it">
            <CardBody>
              <Facts
                facts={[
                  { label: 'Indexed by day 1, our own looks', value: number(batch.indexed_day1) },
                  { label: 'By day 3', value: number(batch.indexed_day3) },
                  { label: 'By day 7', value: number(batch.indexed_day7) },
                  { label: 'Later', value: number(batch.indexed_later) },
                  {
                    label: 'Indexed, the supplier says',
                    value: batch.report ? (
                      <>
                        {number(batch.report.indexed)}, <When time={batch.report.at} zone={zone} />
                      </>
                    ) : (
                      'no report yet'
                    ),
                  },
                  { label: 'It bills', value: number(batch.billed), class: 'total' },
                ]}
              />
            </CardBody>
          </Card>
        </div>
      </div>
      <ListCard
        caption="Links of the batch"
        title="Links"
        columns={LINKS(zone)}
        list={links}
        href={`${list}/${batch.id}`}
        query={query}
        empty={<Empty icon="rows-3">Its links are deleted with their job.</Empty>}
      />
    </>
  )
}

const LINKS = (zone: string): Column<BatchLink>[] => [
  { label: 'URL', cell: ({ url }) => <UrlCell url={url} open /> },
  { label: 'Verdict', cell: (link) => <VerdictChip link={link} /> },
  { label: 'Credit', class: 'wide-only', cell: (link) => <CreditChip link={link} /> },
  {
    label: 'Looked at',
    class: 'num when wide-only',
    cell: ({ checked_at }) => <When time={checked_at} zone={zone} />,
  },
]
