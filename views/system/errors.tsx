/** Failures that nobody foresaw, each kind once. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { getError } from '../../src/operations/errors/get-error.ts'
import { listErrors } from '../../src/operations/errors/list-errors.ts'
import { Card, CardBody, Facts } from '../parts/card.tsx'
import { BarChart } from '../parts/chart.tsx'
import { Chip } from '../parts/chips.tsx'
import { number } from '../parts/format.ts'
import { listHref } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { Post } from '../parts/post.tsx'
import { When } from '../parts/when.tsx'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'

export type ErrorRow = AnswerOf<typeof listErrors>['items'][number]
export type ErrorWhole = AnswerOf<typeof getError>

const State = ({ of: { resolved, reopened_at } }: { of: ErrorRow }) =>
  resolved ? (
    <Chip word="Resolved" icon="check" tone="ok" />
  ) : (
    <Chip word={reopened_at ? 'Came back' : 'Open'} icon="triangle-alert" tone={reopened_at ? 'bad' : 'warn'} />
  )

export const errorList = listScreen({
  at: '/errors',
  operator: true,
  operation: listErrors,
  title: 'Errors',
  sub: 'Unexpected failures inside this install, each kind once. Refused requests are not errors.',
  search: 'Search message or place',
  views: { name: 'resolved', label: 'State', choices: { false: 'Open', true: 'Resolved' }, first: 'false' },
  empty: { icon: 'shield-check', text: 'No errors. An unexpected failure is listed here.' },
  columns: ({ self, zone }) => [
    {
      label: 'Error',
      cell: (row) => (
        <>
          <a class="name" href={`${self}/${row.id}`} data-row>
            {row.message}
          </a>
          <small class="sub2">{row.place}</small>
        </>
      ),
    },
    { label: 'State', cell: (row) => <State of={row} /> },
    { label: 'Times', sort: 'count', class: 'num', cell: (row) => number(row.count) },
    { label: 'Versions', class: 'wide-only', cell: (row) => row.versions.join(', ') },
    timeColumn('First seen', 'first_seen_at', zone, 'wide-only'),
    timeColumn('Last seen', 'last_seen_at', zone),
  ],
})

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
