/** The lists of pushes and of checks, with filters, bulk actions and a CSV file. */

import { JOB_STATUSES } from '../../src/domains/jobs/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { checkIndex } from '../../src/operations/checks.ts'
import { cancelJob, listJobs } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { StackBar } from '../kit/bars.tsx'
import { StatusChip } from '../parts/chips.tsx'
import type { ListPage, Query } from '../parts/lists/list.ts'
import type { FileColumns } from '../parts/lists/list-file.ts'
import { pickColumn } from '../parts/lists/picked.tsx'
import { type Column, Named } from '../parts/lists/table.tsx'
import { SimulatedBanner } from '../parts/page/card.tsx'
import { number } from '../parts/text/format.ts'
import { Name } from '../parts/text/name.tsx'
import { Say } from '../parts/text/say.tsx'
import { ATTENTION, STATUS } from '../parts/text/words.ts'
import { timeColumn } from '../screens/columns.tsx'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { may, zoneOf } from '../shell.tsx'
import { ENGINE_WORDS } from '../suppliers/words.ts'
import { workspacesBelow } from '../workspaces-below.ts'
import { barPart } from './job-strip.tsx'
import { PickedJobs, pickedActs } from './picked.tsx'
import { RowActs } from './row-acts.tsx'
import { type Job, jobHref, outcomeParts, seenOf, shareInWords } from './shapes.ts'

/** Simulated jobs are marked only in a list that also has real jobs. */
const simulated = ({ items }: ListPage<Job>): number => items.filter((job) => job.simulated).length

/** Columns of both lists. */
function commonColumns({ base, now, zone }: ListState, list: ListPage<Job>) {
  const mixed = simulated(list) > 0 && simulated(list) < list.items.length
  return {
    name: {
      label: text('Push'),
      sort: 'name',
      cell: (job) => (
        <>
          <Named href={jobHref(base, job)} name={job.name} />
          {job.type === 'check' && <span class="id wide-only">{` ${say(zone, 'check')}`}</span>}
          {mixed && job.simulated && <span class="id wide-only">{` ${say(zone, 'simulated')}`}</span>}
        </>
      ),
    },
    client: {
      label: text('Client'),
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
    status: { label: text('Status'), sort: 'status', cell: (job) => <StatusChip to={zone} job={job} now={now} /> },
    links: {
      label: text('Links'),
      sort: 'link_count',
      class: 'num wide-only',
      cell: (job) => number(job.link_count, zone),
    },
    indexed: {
      label: text('Indexed'),
      sort: 'indexed_rate',
      class: 'num',
      cell: (job) => <ShareCell to={zone} job={job} />,
    },
    outcome: {
      label: text('Outcome'),
      class: 'barcell wide-only',
      cell: (job) => (
        <StackBar to={zone} parts={outcomeParts(job.outcome, job.type).map((part) => barPart(part, job, base, zone))} />
      ),
    },
  } satisfies Record<string, Column<Job>>
}

/** Pushes of this workspace alone need no column with its name. */
const clientOf = ({ base }: ListState, { items }: ListPage<Job>, column: Column<Job>): Column<Job>[] =>
  items.every(({ tenant_id }) => `/app/w/${tenant_id}` === base) ? [] : [column]

/** While links are still to come, the share says of how many it is. */
function ShareCell({ to, job }: { to: Reader; job: Job }) {
  const { share, of, title } = shareInWords(job, to)
  return (
    <span title={title}>
      {share}
      {of && <small class="muted">{` ${of}`}</small>}
    </span>
  )
}

const pickOf = (to: Reader) => pickColumn<Job>('id', ({ id, name }) => ({ value: id, label: name }), to)

const actsColumn = (view: ListState): Column<Job> => ({
  label: text('Actions'),
  class: 'end',
  cell: (job) => <RowActs job={job} view={view} />,
})

/** Filter by status. `attention` covers several states; `open` is the number in the menu. */
const STATES = {
  open: text('Under way or needs attention'),
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
  above: ({ zone }: ListState, list: ListPage<Job>) =>
    simulated(list) > 0 && simulated(list) === list.items.length && <SimulatedBanner to={zone} />,
} as const

export const pushList = listScreen({
  ...COMMON,
  at: '/jobs',
  title: text('Pushes'),
  file: 'jobs',
  search: text('Search pushes'),
  filters: async (call) => {
    const clients = await workspacesBelow(call)
    const named = Object.fromEntries(clients.map(({ id, name }) => [id, name]))
    return {
      ...(clients.length > 1 ? { tenant_id: named } : {}),
      status: STATES,
      type: { index: text('Pushes'), check: text('Checks') },
    }
  },
  columns: (view, list) => {
    const { name, status, links, indexed, outcome, ...of } = commonColumns(view, list)
    const created = timeColumn(text('Created'), 'created_at', view.zone, 'wide-only')
    const all = [name, ...clientOf(view, list, of.client), status, links, indexed, outcome, created, actsColumn(view)]
    return pickedActs(view.may).length > 0 ? [pickOf(view.zone), ...all] : all
  },
  acts: ({ self, may, zone }) => may(cancelJob) && <PickedJobs to={zone} self={self} acts={pickedActs(may)} />,
  act: (call) =>
    may(call, submitIndexJob)
      ? { label: say(zoneOf(call), 'New push'), icon: 'send', href: `${call.base}/push` }
      : null,
  nothing: text('No push fits these filters.'),
  empty: {
    icon: 'send',
    text: ({ base, may, zone }) =>
      may(submitIndexJob) ? (
        <Say
          to={zone}
          text="<a>Push links</a>, and their results appear here."
          tags={{ a: (inner) => <a href={`${base}/push`}>{inner}</a> }}
        />
      ) : (
        say(zone, 'No link was pushed yet.')
      ),
  },
})

export const checkList = listScreen({
  ...COMMON,
  at: '/checks',
  title: text('Checks'),
  sub: text('Whether search engines show your links, without pushing them.'),
  search: text('Search checks'),
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
      { ...name, label: text('Check') },
      ...clientOf(view, list, of.client),
      { label: text('Engine'), class: 'short wide-only', cell: ({ engine }) => ENGINE_WORDS[engine].title },
      status,
      links,
      indexed,
      outcome,
      timeColumn(text('Created'), 'created_at', view.zone, 'wide-only'),
      actsColumn(view),
    ]
  },
  act: (call) =>
    may(call, checkIndex)
      ? { label: say(zoneOf(call), 'New check'), icon: 'scan-search', href: `${call.base}/checks/new` }
      : null,
  nothing: text('No check fits these filters.'),
  empty: {
    icon: 'scan-search',
    text: ({ base, may, zone }) =>
      may(checkIndex) ? (
        <Say
          to={zone}
          text="<a>Check links</a>, and see which a search engine shows."
          tags={{ a: (inner) => <a href={`${base}/checks/new`}>{inner}</a> }}
        />
      ) : (
        say(zone, 'No link was checked yet.')
      ),
  },
})
