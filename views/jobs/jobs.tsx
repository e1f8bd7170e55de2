import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import type { Time } from '../../src/kernel/clock.ts'
import { Bar } from '../parts/bar.tsx'
import { Empty } from '../parts/card.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number, percent } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { STATUS } from '../parts/words.ts'
import { Ask } from './questions.tsx'
import { isFinished, type Job, jobHref, outcomeParts } from './shapes.ts'

export type JobsProps = {
  list: Paged<Job>
  /** As asked: page, page_size, sort, dir, q, status, type. */
  query: Query
  can_write: boolean
  can_delete: boolean
  /** Where the workspace's pages are. */
  base: string
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
  const { list, base, can_write } = props
  const query = { sort: 'created_at', ...props.query }
  const self = `${base}/jobs`
  return (
    <>
      <PageHead
        title="Jobs"
        sub="Every push and check, and what became of it."
        actions={can_write && <NewPush base={base} />}
      />
      <Filters href={self} query={query} search="Search jobs" filters={FILTERS} />
      <ListCard
        caption="Jobs"
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        empty={isFiltered(query) ? <NothingFound href={self} /> : <NoJobs base={base} can_write={can_write} />}
      />
    </>
  )
}

/** What every list of jobs tells of one. */
export const jobColumns = (base: string, now: Time) =>
  ({
    name: { label: 'Job', sort: 'name', cell: (job) => <Name job={job} href={jobHref(base, job)} now={now} /> },
    client: { label: 'Client', class: 'short wide-only', cell: (job) => job.tenant_name },
    status: {
      label: 'Status',
      sort: 'status',
      class: 'wide-only',
      cell: (job) => <StatusChip job={job} now={now} />,
    },
    links: { label: 'Links', sort: 'link_count', class: 'num wide-only', cell: (job) => number(job.link_count) },
    outcome: {
      label: 'Outcome',
      class: 'barcell wide-only',
      cell: (job) => <Bar parts={outcomeParts(job.outcome, job.type)} />,
    },
  }) satisfies Record<string, Column<Job>>

function columns({ list, base, now, zone = 'UTC', can_delete }: JobsProps): Column<Job>[] {
  const { name, client, status, links, outcome } = jobColumns(base, now)
  const indexed: Column<Job> = { label: 'Indexed', class: 'num', cell: (job) => percent(job.outcome.indexed_rate) }
  const created: Column<Job> = {
    label: 'Created',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: (job) => <When time={job.created_at} zone={zone} />,
  }
  const all = [name, client, status, links, indexed, outcome, created]
  if (!can_delete || !list.items.some(isFinished)) return all
  return [
    ...all,
    {
      label: 'Delete',
      class: 'end wide-only',
      cell: (job) =>
        isFinished(job) && (
          <Ask act="delete" job={job} base={base} class="btn ghost square small">
            <Icon name="x" />
            <span class="vh">Delete {job.name}</span>
          </Ask>
        ),
    },
  ]
}

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

/** The one thing that is done all day. */
export const NewPush = ({ base }: { base: string }) => (
  <a class="btn primary" href={`${base}/push`}>
    <Icon name="send" />
    New push
  </a>
)

const NothingFound = ({ href }: { href: string }) => (
  <Empty
    icon="search"
    action={
      <a class="btn" href={href}>
        Clear filters
      </a>
    }
  >
    No job matches these filters.
  </Empty>
)

const NoJobs = ({ base, can_write }: Pick<JobsProps, 'base' | 'can_write'>) => (
  <Empty icon="send" action={can_write && <NewPush base={base} />}>
    Pushes and checks appear here, with what became of each link.
  </Empty>
)
