import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listFreeChecks } from '../../src/operations/free-checks/list-free-checks.ts'
import { Banner, Empty, NothingFound } from '../parts/card.tsx'
import { Chip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import type { Word } from '../parts/words.ts'
import { countryOf } from './free-checks.tsx'

export type FreeCheckLine = AnswerOf<typeof listFreeChecks>['items'][number]

export type FreeCheckLogProps = {
  list: Paged<FreeCheckLine>
  query: Query
  self: string
  /** The page about all of them. */
  home: string
  /** Why nothing was looked for. */
  refused?: string
  zone?: string
}

export const FreeCheckLog = ({ list, query, self, home, refused, zone = 'UTC' }: FreeCheckLogProps) => (
  <>
    <PageHead
      title="Log of free checks"
      sub="Kept for 30 days, with the addresses of whoever asked."
      crumbs={[{ label: 'Free checks', href: home }, { label: 'Log' }]}
      actions={
        <a class="btn" href={`${home}/csv`} data-key="e">
          Export CSV
        </a>
      }
    />
    <Filters
      href={self}
      query={query}
      search="Beginning of an IP, domain or city; a network, a country code"
      filters={[
        { name: 'kind', label: 'Kind', choices: [{ value: '', label: 'Every kind' }, ...KINDS] },
        {
          name: 'blocked',
          label: 'Outcome',
          choices: [
            { value: '', label: 'All' },
            { value: '1', label: 'Refused' },
          ],
        },
      ]}
    />
    {refused && <Banner tone="warn">{refused}</Banner>}
    <ListCard
      caption="Free checks"
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      empty={
        isFiltered(query) ? (
          <NothingFound href={self}>No check fits.</NothingFound>
        ) : (
          <Empty icon="scan-search">Nobody has tried anything yet.</Empty>
        )
      }
    />
  </>
)

const KINDS = [
  { value: 'xray', label: 'X-ray' },
  { value: 'xray_retry', label: 'X-ray, again' },
  { value: 'answer', label: 'Answer' },
  { value: 'answer_edit', label: 'Answer, own question' },
  { value: 'lens', label: 'Lens' },
]

const STATES: Record<FreeCheckLine['state'], Word> = {
  waiting: { word: 'Waiting', icon: 'clock', tone: 'idle' },
  running: { word: 'Running', icon: 'clock', tone: 'info' },
  done: { word: 'Done', icon: 'check', tone: 'ok' },
  failed: { word: 'No result', icon: 'triangle-alert', tone: 'warn' },
  refused: { word: 'Refused', icon: 'ban', tone: 'bad' },
}

const REFUSALS = { block: 'blocked', cap: 'beyond a cap', budget: 'no money left', bot: 'as a program' }

const columns = (self: string, zone: string): Column<FreeCheckLine>[] => [
  {
    label: 'Asked',
    cell: (row) => (
      <>
        <b>{KINDS.find(({ value }) => value === row.kind)?.label ?? row.kind}</b>
        <div class="muted url">
          {row.result_url ? <a href={row.result_url}>{row.asked}</a> : row.asked}
          {row.question !== null && ` · “${row.question}”`}
        </div>
      </>
    ),
  },
  {
    label: 'Outcome',
    cell: (row) => (
      <>
        <Chip {...STATES[row.state]} />
        {row.refusal !== null && <div class="muted">{REFUSALS[row.refusal]}</div>}
      </>
    ),
  },
  {
    label: 'From',
    class: 'wide-only',
    cell: (row) => (
      <>
        <a href={listHref(self, {}, { q: row.ip })}>{row.ip}</a>
        <div class="muted">{[row.city, row.country && countryOf(row.country)].filter(Boolean).join(', ') || '–'}</div>
      </>
    ),
  },
  { label: 'USD', class: 'num wide-only', cell: (row) => (row.cost_usd > 0 ? row.cost_usd.toFixed(3) : '–') },
  { label: 'When', class: 'num', cell: (row) => <When time={row.created_at} zone={zone} /> },
]
