/** Failures that nobody foresaw, each kind once. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getError } from '../../src/operations/errors/get-error.ts'
import type { listErrors } from '../../src/operations/errors/list-errors.ts'
import { Card, CardBody, Empty, Facts } from '../parts/card.tsx'
import { BarChart } from '../parts/chart.tsx'
import { Chip } from '../parts/chips.tsx'
import { number } from '../parts/format.ts'
import { listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard, Seg } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'

export type ErrorRow = AnswerOf<typeof listErrors>['items'][number]
export type ErrorWhole = AnswerOf<typeof getError>

const State = ({ of: { resolved, reopened_at } }: { of: ErrorRow }) =>
  resolved ? (
    <Chip word="Resolved" icon="check" tone="ok" />
  ) : (
    <Chip word={reopened_at ? 'Came back' : 'Open'} icon="triangle-alert" tone={reopened_at ? 'bad' : 'warn'} />
  )

export type ErrorsProps = { list: Paged<ErrorRow>; query: Query; self: string; zone?: string }

const VIEWS = [
  { label: 'Open', resolved: 'false' },
  { label: 'Resolved', resolved: 'true' },
  { label: 'All', resolved: 'all' },
]

export const Errors = ({ list, query, self, zone = 'UTC' }: ErrorsProps) => (
  <>
    <PageHead title="Errors" sub="What went wrong inside this install, each kind once. Refusals are none." />
    <ListCard
      caption="Errors"
      title="Kinds"
      aside={
        <Seg
          label="State"
          tabs={VIEWS.map(({ label, resolved }) => ({
            label,
            href: listHref(self, query, { resolved }),
            current: query.resolved === resolved,
          }))}
        />
      }
      columns={columns(self, zone)}
      list={list}
      href={self}
      query={query}
      order="last_seen_at"
      empty={<Empty icon="shield-check">Nothing here. A failure that nobody foresaw would be told on this page.</Empty>}
    />
  </>
)

const columns = (self: string, zone: string): Column<ErrorRow>[] => [
  {
    label: 'Error',
    cell: (row) => (
      <>
        <a href={`${self}/${row.id}`}>
          <b>{row.message}</b>
        </a>
        <div class="muted">
          {row.place} · <State of={row} />
        </div>
        <span class="sub">
          Last seen <When time={row.last_seen_at} zone={zone} />
        </span>
      </>
    ),
  },
  { label: 'Times', sort: 'count', class: 'num', cell: (row) => number(row.count) },
  {
    label: 'Versions',
    class: 'wide-only',
    cell: (row) => row.versions.join(', ') || <span class="muted">–</span>,
  },
  {
    label: 'First seen',
    sort: 'first_seen_at',
    class: 'num wide-only',
    cell: (row) => <When time={row.first_seen_at} zone={zone} />,
  },
  {
    label: 'Last seen',
    sort: 'last_seen_at',
    class: 'num wide-only',
    cell: (row) => <When time={row.last_seen_at} zone={zone} />,
  },
]

export type ErrorPageProps = { error: ErrorWhole; self: string; audit: string; zone?: string }

export const ErrorPage = ({ error, self, audit, zone = 'UTC' }: ErrorPageProps) => (
  <>
    <PageHead
      title={error.message}
      crumbs={[{ label: 'Errors', href: self }, { label: error.place }]}
      sub={<State of={error} />}
      actions={
        <>
          <Post
            action={`${self}/${error.id}`}
            fields={{ resolved: error.resolved ? 'false' : 'true' }}
            class="btn primary"
          >
            {error.resolved ? 'Open again' : 'Resolve'}
          </Post>
          <Post action={`${self}/${error.id}/delete`}>Forget</Post>
        </>
      }
    />
    <Card title="What is known">
      <CardBody>
        <Facts
          facts={[
            { label: 'Times', value: number(error.count) },
            { label: 'First seen', value: <When time={error.first_seen_at} zone={zone} /> },
            { label: 'Last seen', value: <When time={error.last_seen_at} zone={zone} /> },
            ...(error.reopened_at
              ? [{ label: 'Came back', value: <When time={error.reopened_at} zone={zone} /> }]
              : []),
            { label: 'Versions', value: error.versions.join(', ') },
            { label: 'Route', value: [error.sample?.method, error.sample?.route].filter(Boolean).join(' ') || '–' },
            { label: 'Met by', value: error.sample?.actor ?? '–' },
            {
              label: 'Request',
              value: error.request_id ? (
                <a class="id" href={listHref(audit, {}, { q: error.request_id })}>
                  {error.request_id}
                </a>
              ) : (
                '–'
              ),
            },
          ]}
        />
      </CardBody>
    </Card>
    <Card title="Days">
      <CardBody>
        <BarChart
          caption="Times a day, the last 30 days"
          names={['Times']}
          points={error.days.map(({ day, n }) => ({ label: day.slice(5), values: [n] }))}
        />
      </CardBody>
    </Card>
    <Card title="Trace">
      <CardBody>
        <pre>
          <code>{error.stack || 'None was kept.'}</code>
        </pre>
      </CardBody>
    </Card>
  </>
)
