/** The lists of pushes and of checks, with filters, bulk actions and a CSV file. */

import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import { filled } from '../../src/doors/pages/web.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { cancelJob, deleteJob, listJobs } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { StackBar } from '../kit/bars.tsx'
import { ActMenu } from '../kit/menu.tsx'
import { StatusChip } from '../parts/chips.tsx'
import type { ListPage, Query } from '../parts/lists/list.ts'
import type { FileColumns } from '../parts/lists/list-file.ts'
import { pickColumn } from '../parts/lists/picked.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { SimulatedBanner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { ATTENTION, STATUS } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { may } from '../shell.tsx'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { workspacesBelow } from '../workspaces-below.ts'
import { barPart } from './job-strip.tsx'
import { PickedJobs, pickedActs } from './picked.tsx'
import { questionOf } from './questions.tsx'
import { isFinished, type Job, jobHref, outcomeParts, seenOf, shareInWords, unindexedOf } from './shapes.ts'

/** Simulated jobs are marked only in a list that also has real jobs. */
const simulated = ({ items }: ListPage<Job>): number => items.filter((job) => job.simulated).length

/** Columns of both lists. */
function commonColumns({ base, now }: ListState, list: ListPage<Job>) {
  const mixed = simulated(list) > 0 && simulated(list) < list.items.length
  return {
    name: {
      label: 'Push',
      sort: 'name',
      cell: (job) => (
        <>
          <Named href={jobHref(base, job)} name={job.name} />
          {job.type === 'check' && <span class="id wide-only"> check</span>}
          {mixed && job.simulated && <span class="id wide-only"> simulated</span>}
        </>
      ),
    },
    client: {
      label: 'Client',
      sort: 'tenant_name',
      class: 'short',
      cell: ({ tenant_id, tenant_name }) =>
        `/app/w/${tenant_id}` === base ? (
          <Name of={tenant_name} />
        ) : (
          <a href={`/app/w/${tenant_id}`}>
            <Name of={tenant_name} />
          </a>
        ),
    },
    status: { label: 'Status', sort: 'status', cell: (job) => <StatusChip job={job} now={now} /> },
    links: { label: 'Links', sort: 'link_count', class: 'num wide-only', cell: (job) => number(job.link_count) },
    indexed: { label: 'Indexed', sort: 'indexed_rate', class: 'num', cell: (job) => <ShareCell job={job} /> },
    outcome: {
      label: 'Outcome',
      class: 'barcell wide-only',
      cell: (job) => <StackBar parts={outcomeParts(job.outcome, job.type).map((part) => barPart(part, job, base))} />,
    },
  } satisfies Record<string, Column<Job>>
}

/** Pushes of this workspace alone need no column with its name. */
const clientOf = ({ base }: ListState, { items }: ListPage<Job>, column: Column<Job>): Column<Job>[] =>
  items.every(({ tenant_id }) => `/app/w/${tenant_id}` === base) ? [] : [column]

/** While links are still to come, the share says of how many it is. */
function ShareCell({ job }: { job: Job }) {
  const { share, of, title } = shareInWords(job)
  return (
    <span title={title}>
      {share}
      {of && <small class="muted">{` ${of}`}</small>}
    </span>
  )
}

const PICK = pickColumn<Job>('id', ({ id, name }) => ({ value: id, label: name }))

/** Acts that fit the state of a job. */
function Acts({ job, view }: { job: Job; view: ListState }) {
  const { base, may } = view
  const [self, finished] = [jobHref(base, job), isFinished(job)]
  return (
    <ActMenu
      id={`job-${job.id}`}
      label={`Actions for ${job.name}`}
      acts={[
        { label: 'Open', icon: 'chevron-right', href: self },
        { label: 'Export CSV', icon: 'download', href: `${self}/csv`, download: true },
        filled(view, 'job_share').some(may) ? { label: 'Share report', icon: 'share-2', post: `${self}/share` } : null,
        may(submitIndexJob) && finished && unindexedOf(job) > 0
          ? {
              label: job.type === 'check' ? 'Push links not indexed' : 'Push links not indexed again',
              icon: 'send',
              href: `${self}/send-unindexed`,
            }
          : null,
        may(deleteJob) && finished
          ? {
              label: 'Delete',
              icon: 'trash-2',
              danger: true,
              ask: `${self}/delete`,
              question: questionOf('delete', job),
            }
          : null,
      ]}
    />
  )
}

const actsColumn = (view: ListState): Column<Job> => ({
  label: 'Actions',
  class: 'end',
  cell: (job) => <Acts job={job} view={view} />,
})

/** Filter by status. `attention` covers several states; `open` is the number in the menu. */
const STATES = {
  open: 'Under way or needs attention',
  attention: ATTENTION.word,
  ...Object.fromEntries(JOB_STATUSES.map((status) => [status, STATUS[status]])),
}

const FILE: FileColumns<Job> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  client: ({ tenant_name }) => tenant_name,
  tenant_id: ({ tenant_id }) => tenant_id,
  type: ({ type }) => type,
  status: ({ status }) => status,
  links: ({ link_count }) => link_count,
  indexed_rate: ({ outcome }) => outcome.indexed_rate,
  indexed: seenOf,
  not_indexed: ({ outcome, type }) => (type === 'check' ? outcome.indexed.no : outcome.states.not_indexed),
  not_sent: ({ outcome }) => outcome.states.failed,
  credits_reserved: ({ outcome }) => outcome.credits.reserved,
  credits_used: ({ outcome }) => outcome.credits.consumed,
  credits_returned: ({ outcome }) => outcome.credits.released,
  created_at: ({ created_at }) => created_at,
  sent_at: ({ sent_at }) => sent_at,
  finished_at: ({ finished_at }) => finished_at,
  simulated: ({ simulated }) => simulated,
}

const COMMON = {
  operation: listJobs,
  here: true,
  csv: FILE,
  asks: ({ status, ...query }: Query): Query =>
    status === 'attention' || status === 'open' ? { ...query, [status]: 'true' } : { ...query, status },
  above: (_: ListState, list: ListPage<Job>) =>
    simulated(list) > 0 && simulated(list) === list.items.length && <SimulatedBanner />,
} as const

export const pushList = listScreen({
  ...COMMON,
  at: '/jobs',
  title: 'Pushes',
  file: 'jobs',
  search: 'Search pushes',
  filters: async (call) => {
    const clients = await workspacesBelow(call)
    const named = Object.fromEntries(clients.map(({ id, name }) => [id, name]))
    return {
      ...(clients.length > 1 ? { tenant_id: named } : {}),
      status: STATES,
      type: { index: 'Pushes', check: 'Checks' },
    }
  },
  columns: (view, list) => {
    const { name, status, links, indexed, outcome, ...of } = commonColumns(view, list)
    const created = timeColumn('Created', 'created_at', view.zone, 'wide-only')
    const all = [name, ...clientOf(view, list, of.client), status, links, indexed, outcome, created, actsColumn(view)]
    return pickedActs(view.may).length > 0 ? [PICK, ...all] : all
  },
  acts: ({ self, may }) => may(cancelJob) && <PickedJobs self={self} acts={pickedActs(may)} />,
  act: (call) => (may(call, submitIndexJob) ? { label: 'New push', icon: 'send', href: `${call.base}/push` } : null),
  nothing: 'No push fits these filters.',
  empty: {
    icon: 'send',
    text: ({ base, may }) =>
      may(submitIndexJob) ? (
        <>
          <a href={`${base}/push`}>Push links</a>, and their results appear here.
        </>
      ) : (
        'No link was pushed yet.'
      ),
  },
})

export const checkList = listScreen({
  ...COMMON,
  at: '/checks',
  title: 'Checks',
  sub: 'Whether search engines show your links, without pushing them.',
  search: 'Search checks',
  fixed: { type: 'check' },
  filters: {
    status: Object.fromEntries(
      JOB_STATUSES.filter((status) => !['preflight', 'sending', 'watching'].includes(status)).map((status) => [
        status,
        STATUS[status],
      ]),
    ),
  },
  columns: (view, list) => {
    const { name, status, links, indexed, outcome, ...of } = commonColumns(view, list)
    return [
      { ...name, label: 'Check' },
      ...clientOf(view, list, of.client),
      { label: 'Engine', class: 'short wide-only', cell: ({ engine }) => ENGINE_WORDS[engine].title },
      status,
      links,
      indexed,
      outcome,
      timeColumn('Created', 'created_at', view.zone, 'wide-only'),
      actsColumn(view),
    ]
  },
  act: (call) =>
    may(call, checkIndex) ? { label: 'New check', icon: 'scan-search', href: `${call.base}/checks/new` } : null,
  nothing: 'No check fits these filters.',
  empty: {
    icon: 'scan-search',
    text: ({ base, may }) =>
      may(checkIndex) ? (
        <>
          <a href={`${base}/checks/new`}>Check links</a>, and see which a search engine shows.
        </>
      ) : (
        'No link was checked yet.'
      ),
  },
})
