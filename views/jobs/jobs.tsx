import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { StackBar } from '../kit/bars.tsx'
import { Empty, NothingFound, SimulatedBanner } from '../parts/card.tsx'
import { StatusChip } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number, percent } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { pickColumn } from '../parts/pick.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { ATTENTION, STATUS } from '../parts/words.ts'
import { barPart } from './job-strip.tsx'
import { type PickedAct, PickedJobs } from './picked.tsx'
import { Ask } from './questions.tsx'
import { isFinished, type Job, jobHref, outcomeParts, unindexedOf } from './shapes.ts'

export type JobsProps = {
  list: Paged<Job>
  /** As asked: page, page_size, sort, dir, q, status, type. */
  query: Query
  can_write: boolean
  can_delete: boolean
  /** What can be done with those that are ticked; none for whoever only reads. */
  picked?: readonly PickedAct[]
  /** Workspaces to choose from; none where there is but one. */
  clients?: readonly { id: string; name: string }[]
  /** Where the workspace's pages are. */
  base: string
  now: Time
  zone?: string
}

/** Among the states, what asks for somebody, whichever state it is in. */
export const ATTENTION_FILTER = 'attention'
/** What the menu counts: under way, or in need of somebody. */
export const OPEN_FILTER = 'open'

const FILTERS = [
  {
    name: 'status',
    label: 'Status',
    choices: [
      { value: '', label: 'Any status' },
      { value: OPEN_FILTER, label: 'Under way or needs attention' },
      { value: ATTENTION_FILTER, label: ATTENTION.word },
      ...JOB_STATUSES.map((status) => ({ value: status, label: STATUS[status].word })),
    ],
  },
  {
    name: 'type',
    label: 'Kind',
    choices: [
      { value: '', label: 'Pushes and checks' },
      { value: 'index', label: 'Pushes' },
      { value: 'check', label: 'Checks' },
    ],
  },
] as const

export function Jobs(props: JobsProps) {
  const { list, base, can_write, clients = [], picked = [], query } = props
  const self = `${base}/jobs`
  return (
    <>
      {simulation(list.items) === 'all' && <SimulatedBanner />}
      <Filters href={self} query={query} search="Search pushes" filters={[...clientFilter(clients), ...FILTERS]} />
      <ListCard
        caption="Pushes"
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        order="created_at"
        file
        acts={picked.length > 0 && list.items.length > 0 && <PickedJobs self={self} acts={picked} />}
        empty={
          isFiltered(query) ? (
            <NothingFound href={self}>No push matches these filters.</NothingFound>
          ) : (
            <NoJobs base={base} can_write={can_write} />
          )
        }
      />
    </>
  )
}

const clientFilter = (clients: readonly { id: string; name: string }[]) =>
  clients.length < 2
    ? []
    : [
        {
          name: 'tenant_id',
          label: 'Client',
          choices: [
            { value: '', label: 'All clients' },
            ...clients.map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ]

/** Real and simulated jobs are told apart only where there are both. */
function simulation(jobs: readonly Job[]): 'none' | 'some' | 'all' {
  const simulated = jobs.filter((job) => job.simulated).length
  return simulated === 0 ? 'none' : simulated < jobs.length ? 'some' : 'all'
}

/** What every list of jobs tells of one. */
export const jobColumns = (base: string, now: Time, mixed = false) =>
  ({
    name: {
      label: 'Push',
      sort: 'name',
      cell: (job) => <Name job={job} href={jobHref(base, job)} now={now} mixed={mixed} />,
    },
    client: { label: 'Client', sort: 'tenant_name', class: 'short wide-only', cell: (job) => job.tenant_name },
    status: {
      label: 'Status',
      sort: 'status',
      class: 'wide-only',
      cell: (job) => <StatusChip job={job} now={now} />,
    },
    links: { label: 'Links', sort: 'link_count', class: 'num wide-only', cell: (job) => number(job.link_count) },
    indexed: {
      label: 'Indexed',
      sort: 'indexed_rate',
      class: 'num',
      cell: (job) => percent(job.outcome.indexed_rate),
    },
    outcome: {
      label: 'Outcome',
      class: 'barcell wide-only',
      cell: (job) => <StackBar parts={outcomeParts(job.outcome, job.type).map((part) => barPart(part, job, base))} />,
    },
  }) satisfies Record<string, Column<Job>>

function columns({
  list,
  base,
  now,
  zone = 'UTC',
  can_write,
  can_delete,
  picked = [],
  clients = [],
}: JobsProps): Column<Job>[] {
  const { name, client, status, links, indexed, outcome } = jobColumns(base, now, simulation(list.items) === 'some')
  const created: Column<Job> = {
    label: 'Created',
    class: 'num when wide-only',
    sort: 'created_at',
    cell: (job) => <When time={job.created_at} zone={zone} />,
  }
  const acts: Column<Job> = {
    label: 'Actions',
    class: 'end',
    cell: (job) => <Acts job={job} base={base} can_write={can_write} can_delete={can_delete} />,
  }
  const there = new Set(clients.map(({ id }) => `/app/w/${id}`).filter((home) => home !== base))
  const linked: Column<Job> = { ...client, cell: (job) => <Client of={job} there={there} /> }
  const all = [name, linked, status, links, indexed, outcome, created, acts]
  return picked.length > 0 ? [PICK, ...all] : all
}

/** Opens the client's own pages, where it is another one that is in use. */
function Client({ of: { tenant_id, tenant_name }, there }: { of: Job; there: ReadonlySet<string> }) {
  const home = `/app/w/${tenant_id}`
  if (!there.has(home)) return <>{tenant_name}</>
  return <a href={home}>{tenant_name}</a>
}

const PICK = pickColumn<Job>('id', ({ id, name }) => ({ value: id, label: name }))

type ActsProps = Pick<JobsProps, 'base' | 'can_write' | 'can_delete'> & { job: Job }

/** What can be done with a job from its row, as it is now. */
function Acts({ job, base, can_write, can_delete }: ActsProps) {
  const [self, finished] = [jobHref(base, job), isFinished(job)]
  return (
    <>
      <button
        type="button"
        class="btn ghost square small"
        popovertarget={`job-${job.id}`}
        aria-label={`Actions for ${job.name}`}
      >
        <Icon name="ellipsis" />
      </button>
      <div class="menu" id={`job-${job.id}`} popover="auto">
        <a href={self}>Open</a>
        <a href={`${self}/csv`} download="">
          Export CSV
        </a>
        {can_write && (
          <Post action={`${self}/share`} class="">
            Share report
          </Post>
        )}
        {can_write && finished && unindexedOf(job) > 0 && <a href={`${self}/send-unindexed`}>Send unindexed again</a>}
        {can_delete && finished && (
          <Ask act="delete" job={job} base={base} class="danger">
            Delete
          </Ask>
        )}
      </div>
    </>
  )
}

const Name = ({ job, href, now, mixed }: { job: Job; href: string; now: Time; mixed: boolean }) => (
  <>
    <a class="name" href={href} data-row>
      {job.name}
    </a>
    {job.type === 'check' && <span class="id wide-only"> check</span>}
    {mixed && job.simulated && <span class="id wide-only"> simulated</span>}
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

const NoJobs = ({ base, can_write }: Pick<JobsProps, 'base' | 'can_write'>) => (
  <Empty icon="send" action={can_write && <NewPush base={base} />}>
    Push links, and their results appear here.
  </Empty>
)
