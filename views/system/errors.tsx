/** Unexpected failures, one row for each kind. */
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { type getError, listErrors } from '../../src/operations/errors.ts'
import { DayBars } from '../kit/bars.tsx'
import { Section } from '../kit/fold.tsx'
import { Chip } from '../parts/chips.tsx'
import { listHref } from '../parts/lists/list.ts'
import { Named } from '../parts/lists/table.tsx'
import { type Fact, Facts } from '../parts/page/card.tsx'
import { countedDay, many, number } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { PageSpec } from '../shell.tsx'
import { ERRORS } from './system.tsx'

export type ErrorRow = AnswerOf<typeof listErrors>['items'][number]
export type ErrorAnswer = AnswerOf<typeof getError>

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
    { label: 'Error', cell: (row) => <Named href={`${self}/${row.id}`} name={row.message} sub={row.place} /> },
    { label: 'State', cell: (row) => <State of={row} /> },
    { label: 'Times', sort: 'count', class: 'num', cell: (row) => number(row.count) },
    { label: 'Versions', class: 'wide-only', cell: (row) => row.versions.join(', ') },
    timeColumn('First seen', 'first_seen_at', zone, 'wide-only'),
    timeColumn('Last seen', 'last_seen_at', zone),
  ],
})

/** Head of an error's page: Resolve or Reopen, with Forget in the menu. */
export const errorHead = ({ error }: { error: ErrorAnswer }): Omit<PageSpec, 'title'> => ({
  heading: error.message,
  crumbs: [{ label: 'Errors', href: ERRORS }, { label: error.place }],
  sub: <State of={error} />,
  act: {
    label: error.resolved ? 'Reopen' : 'Resolve',
    href: `${ERRORS}/${error.id}`,
    post: true,
    fields: { resolved: String(!error.resolved) },
  },
  menu: [{ label: 'Forget', icon: 'trash-2', danger: true, post: `${ERRORS}/${error.id}/delete` }],
  detail: true,
  operator: true,
})

export const ErrorPage = ({ error, zone = 'UTC' }: { error: ErrorAnswer; zone?: string }) => (
  <>
    <Section title="Facts">
      <Facts facts={factsOf(error, zone)} />
    </Section>
    <Section title="Days" note="in UTC">
      <DayBars label="Last 30 days" days={error.days.map((one) => dayOf(one, zone))} />
    </Section>
    <Section title="Trace">
      <pre>
        <code>{error.stack || 'No trace was stored.'}</code>
      </pre>
    </Section>
  </>
)

const dayOf = ({ day, n }: ErrorAnswer['days'][number], zone: string) => ({
  title: `${countedDay(day, zone)}: ${many(n, 'time')}`,
  parts: [{ label: 'times', value: n, tone: 'bad' as const }],
})

const factsOf = (error: ErrorAnswer, zone: string): Fact[] => [
  { label: 'Times', value: number(error.count) },
  { label: 'First seen', value: <When time={error.first_seen_at} zone={zone} /> },
  { label: 'Last seen', value: <When time={error.last_seen_at} zone={zone} /> },
  ...(error.reopened_at ? [{ label: 'Came back', value: <When time={error.reopened_at} zone={zone} /> }] : []),
  { label: 'Versions', value: error.versions.join(', ') },
  { label: 'Route', value: [error.sample?.method, error.sample?.route].filter(Boolean).join(' ') || '–' },
  { label: 'Caller', value: error.sample?.actor ?? '–' },
  {
    label: 'Request',
    value: error.request_id ? (
      <a class="id" href={listHref('/app/platform/audit', {}, { q: error.request_id })}>
        {error.request_id}
      </a>
    ) : (
      '–'
    ),
  },
]
