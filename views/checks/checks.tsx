/** Checks of a workspace and those below it: who was asked, what was seen, and what is missing. */
import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { jobColumns } from '../jobs/jobs.tsx'
import { isFinished, type Job } from '../jobs/shapes.ts'
import { Empty, NothingFound } from '../parts/card.tsx'
import type { Question } from '../parts/dialogs.tsx'
import { Filters } from '../parts/filters.tsx'
import { many, number, percent } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, type Paged, type Query } from '../parts/list.ts'
import { type Column, ListCard } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { STATUS } from '../parts/words.ts'
import { ENGINE_WORDS } from '../suppliers/words.ts'

export type ChecksProps = {
  list: Paged<Job>
  /** As asked: page, page_size, sort, dir, q, status. */
  query: Query
  can_write: boolean
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
      ...JOB_STATUSES.filter((status) => !['preflight', 'sending', 'watching'].includes(status)).map((status) => ({
        value: status,
        label: STATUS[status].word,
      })),
    ],
  },
] as const

export function Checks(props: ChecksProps) {
  const { list, base, can_write, query } = props
  const self = `${base}/checks`
  return (
    <>
      <Filters href={self} query={query} search="Search checks" filters={FILTERS} />
      <ListCard
        caption="Checks"
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        order="created_at"
        empty={
          isFiltered(query) ? (
            <NothingFound href={self}>No check matches these filters.</NothingFound>
          ) : (
            <NoChecks base={base} can_write={can_write} />
          )
        }
      />
    </>
  )
}

/** Links of a check that were looked at and not seen. */
const missingOf = ({ outcome: { states, indexed } }: Pick<Job, 'outcome'>): number => states.checked - indexed.yes

/** What is asked before the missing links of a check are pushed. */
export const missingQuestion = (count: number): Question => ({
  title: `Push the ${number(count)} that are missing?`,
  body: `A new push of ${many(count, 'link')} that the search engine did not show. ${many(count, 'index credit')} will be reserved, and those not indexed by day 7 come back.`,
  verb: `Push ${many(count, 'link')}`,
  tone: 'plain',
})

export const missingHref = (base: string, { id }: { id: string }): string => `${base}/checks/${id}/push`

function columns({ base, now, zone = 'UTC', can_write }: ChecksProps): Column<Job>[] {
  const { name, client, status, links, outcome } = jobColumns(base, now)
  const all: Column<Job>[] = [
    { ...name, label: 'Check' },
    client,
    { label: 'Asked', class: 'short wide-only', cell: ({ engine }) => ENGINE_WORDS[engine].title },
    status,
    links,
    { label: 'Indexed', class: 'num', cell: (job) => percent(job.outcome.indexed_rate) },
    outcome,
    {
      label: 'Created',
      class: 'num when wide-only',
      sort: 'created_at',
      cell: (job) => <When time={job.created_at} zone={zone} />,
    },
  ]
  return can_write
    ? [...all, { label: 'Push the missing ones', class: 'end', cell: (job) => <PushMissing job={job} base={base} /> }]
    : all
}

/** In its row: what is asked there says how many are left to push. */
const PushMissing = ({ job, base }: { job: Job; base: string }) => (
  <>
    {isFinished(job) && missingOf(job) > 0 && (
      <a class="btn small" href={missingHref(base, job)}>
        Push the missing
      </a>
    )}
  </>
)

const NewCheckLink = ({ base }: { base: string }) => (
  <a class="btn primary" href={`${base}/checks/new`}>
    <Icon name="scan-search" />
    New check
  </a>
)

const NoChecks = ({ base, can_write }: Pick<ChecksProps, 'base' | 'can_write'>) => (
  <Empty icon="scan-search" action={can_write && <NewCheckLink base={base} />}>
    Checks appear here, with what a search engine shows of each link.
  </Empty>
)
