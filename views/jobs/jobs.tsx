import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { Bar } from '../parts/bar.tsx'
import { Card, Empty } from '../parts/card.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { ConfirmLink } from '../parts/dialogs.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number, percent } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, listHref, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, DataTable, Pager } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { STATUS } from '../parts/words.ts'
import { isFinished, type Job, outcomeParts } from './shapes.ts'

export type JobsProps = {
  list: Paged<Job>
  /** As asked: page, page_size, sort, dir, q, status, type. */
  query: Query
  can_write: boolean
  /** Names of the API that the list can be sorted by; other headings are plain. */
  sorts?: readonly string[]
  hrefs: {
    self: string
    new_push: string
    csv?: string
    job: (id: string) => string
    remove?: (id: string) => string
  }
  now: Time
  zone?: string
}

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      { value: '', label: 'Any status' },
      ...JOB_STATUSES.map((status) => ({ value: status, label: STATUS[status].word })),
    ],
  },
  {
    name: 'type',
    label: 'Kind of job',
    choices: [
      { value: '', label: 'Pushes and checks' },
      { value: 'index', label: 'Pushes' },
      { value: 'check', label: 'Checks' },
    ],
  },
] as const

export function Jobs(props: JobsProps) {
  const { list, hrefs, can_write } = props
  const query = { sort: 'created_at', ...props.query }
  return (
    <>
      <PageHead
        title="Jobs"
        sub="Every push and check, and what became of it."
        actions={<Actions csv={hrefs.csv} new_push={can_write ? hrefs.new_push : undefined} />}
      />
      <Filters href={hrefs.self} query={query} search="Search jobs" filters={FILTERS} />
      <Card id="list" foot={list.total > 0 && <Pager list={list} href={hrefs.self} query={query} />}>
        {list.items.length > 0 ? (
          <DataTable caption="Jobs" columns={columns(props)} rows={list.items} href={hrefs.self} query={query} />
        ) : (
          <NoJobs filtered={isFiltered(query)} hrefs={hrefs} can_write={can_write} />
        )}
      </Card>
    </>
  )
}

const Actions = ({ csv, new_push }: { csv?: string; new_push?: string }) => (
  <>
    {csv && (
      <a class="btn" href={csv} download="" data-key="e">
        <Icon name="download" />
        Export CSV
      </a>
    )}
    {new_push && (
      <a class="btn primary" href={new_push}>
        <Icon name="plus" />
        New push
      </a>
    )}
  </>
)

function columns({ list, hrefs, now, zone = 'UTC', can_write, sorts = SORTS }: JobsProps): Column<Job>[] {
  const sort = (name: string) => (sorts.includes(name) ? { sort: name } : {})
  const { remove } = hrefs
  const all: Column<Job>[] = [
    { label: 'Job', ...sort('name'), cell: (job) => <Name job={job} href={hrefs.job(job.id)} now={now} /> },
    { label: 'Client', class: 'short wide-only', ...sort('tenant_name'), cell: (job) => job.tenant_name },
    { label: 'Status', class: 'wide-only', ...sort('status'), cell: (job) => <StatusChip job={job} now={now} /> },
    { label: 'Links', class: 'num wide-only', ...sort('link_count'), cell: (job) => number(job.link_count) },
    { label: 'Indexed', class: 'num', ...sort('indexed_rate'), cell: (job) => percent(job.outcome.indexed_rate) },
    {
      label: 'Outcome',
      class: 'barcell wide-only',
      cell: (job) => <Bar parts={outcomeParts(job.outcome, job.type)} />,
    },
    {
      label: 'Created',
      class: 'num when wide-only',
      ...sort('created_at'),
      cell: (job) => <When time={job.created_at} zone={zone} />,
    },
  ]
  if (!can_write || !remove || !list.items.some(isFinished)) return all
  return [
    ...all,
    { label: 'Delete', class: 'end wide-only', cell: (job) => <Delete job={job} href={remove(job.id)} /> },
  ]
}

/** What `GET /jobs` sorts by. */
const SORTS = ['name', 'status', 'link_count', 'created_at']

const Name = ({ job, href, now }: { job: Job; href: string; now: Time }) => (
  <>
    <a class="name" href={href} data-row>
      {job.name}
    </a>
    {job.type === 'check' && <span class="id wide-only"> check</span>}
    {job.simulated && <span class="id wide-only"> simulated</span>}
    <span class="sub">
      {`${job.tenant_name} · ${many(job.link_count, 'link')}`}
      <br />
      <StatusChip job={job} now={now} />
    </span>
  </>
)

const Delete = ({ job, href }: { job: Job; href: string }) =>
  isFinished(job) ? (
    <ConfirmLink
      href={href}
      class="btn ghost square small"
      title="Delete this job?"
      body={`${job.name} and its ${many(job.link_count, 'link result')} will be removed. Credits already used are not affected.`}
      verb="Delete job"
    >
      <Icon name="x" />
      <span class="vh">Delete {job.name}</span>
    </ConfirmLink>
  ) : null

function NoJobs({ filtered, hrefs, can_write }: Pick<JobsProps, 'hrefs' | 'can_write'> & { filtered: boolean }) {
  if (filtered) {
    return (
      <Empty
        icon="search"
        action={
          <a class="btn" href={listHref(hrefs.self, {}, {})}>
            Clear filters
          </a>
        }
      >
        No job matches these filters.
      </Empty>
    )
  }
  return (
    <Empty
      icon="send"
      action={
        can_write && (
          <a class="btn primary" href={hrefs.new_push}>
            New push
          </a>
        )
      }
    >
      Pushes and checks appear here, with what became of each link.
    </Empty>
  )
}
