import { daysBetween } from '../../src/kernel/clock.ts'
import { Banner, Empty, SimulatedBanner } from '../parts/card.tsx'
import { CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { number } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { listHref, type Query } from '../parts/list.ts'
import { type Column, ListCard, Seg, type Tab, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { JobHead } from './job-head.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { isFinished, type Job, type JobLink, jobHref, outcomeParts } from './shapes.ts'

export function JobPage(props: JobProps) {
  const { job } = props
  return (
    <>
      <JobHead {...props} />
      {job.simulated && <SimulatedBanner />}
      {job.note && <Banner>{job.note}</Banner>}
      <JobLive {...props} />
      <Links {...props} />
    </>
  )
}

function Links(props: JobProps) {
  const { job, links, query, can_write, base } = props
  const self = jobHref(base, job)
  return (
    <ListCard
      title="Links"
      caption="Links"
      aside={<Seg label="Links by outcome" tabs={linkTabs(job, self, query)} />}
      columns={columns(props)}
      list={links}
      href={self}
      query={query}
      acts={can_write && <Picked job={job} self={self} />}
      empty={<Empty icon="link-2">No link of this push is here yet.</Empty>}
    />
  )
}

/** What can be done with the links that are ticked. The first button is Enter's in a box, and does nothing. */
const Picked = ({ job, self }: { job: Job; self: string }) => (
  <form id="picked" class="row" method="post" action={`${self}/check`} {...ONCE}>
    <button type="submit" formmethod="get" formaction={self} hidden></button>
    <output class="muted js-only" id="picked-count" for="list">
      None selected
    </output>
    <button type="submit" class="btn small">
      <Icon name="scan-search" />
      Check selected, 1 check credit each
    </button>
    {isFinished(job) && (
      <button type="submit" class="btn small" formaction={`${self}/links/remove`}>
        <Icon name="trash-2" />
        Remove selected
      </button>
    )}
  </form>
)

/** The table's views: the parts of the outcome, each a filter of the API. */
export function linkTabs({ type, outcome }: Job, href: string, query: Query): Tab[] {
  const none: Query = { state: undefined, indexed: undefined, credit: undefined, warned: undefined }
  const tabs = outcomeParts(outcome, type)
    .map(({ label, value, filter }) => ({ label, count: value, ...tab(href, query, { ...none, ...filter }) }))
    .filter((one) => one.count > 0 || one.current || one.label === 'Indexed')
  const warned = { label: 'With warnings', count: outcome.warned, ...tab(href, query, { ...none, warned: 'true' }) }
  const all = { label: 'All', count: outcome.links, ...tab(href, query, none) }
  return [all, ...tabs, ...(warned.count > 0 || warned.current ? [warned] : [])]
}

const tab = (href: string, query: Query, filter: Query) => ({
  href: listHref(href, query, filter),
  current: ['state', 'indexed', 'credit', 'warned'].every((name) => (query[name] || undefined) === filter[name]),
})

function columns(props: JobProps): Column<JobLink>[] {
  const all: Column<JobLink>[] = [
    { label: 'URL', sort: 'url', cell: (link) => <Url link={link} /> },
    { label: 'Search engine', sort: 'state', cell: (link) => <VerdictChip link={link} /> },
    { label: 'Credit', class: 'wide-only', cell: (link) => <CreditChip link={link} /> },
    { label: 'Checked', class: 'num when wide-only', cell: (link) => <Checked link={link} zone={props.zone} /> },
  ]
  if (props.job.type === 'check') all.splice(2, 1)
  return props.can_write ? [PICK, ...all] : all
}

const PICK: Column<JobLink> = {
  label: 'Select',
  class: 'pick',
  head: (
    <>
      <span class="vh">Select</span>
      <input type="checkbox" class="js-only" aria-label="Select all on this page" />
    </>
  ),
  cell: ({ uid, url }) => (
    <input type="checkbox" form="picked" name="url_ids" value={String(uid)} aria-label={`Select ${url}`} />
  ),
}

const Url = ({ link }: { link: JobLink }) => (
  <>
    <UrlCell url={link.url} host_first open />
    {link.flags.map((flag) => (
      <>
        {' '}
        <FlagChip flag={flag} />
      </>
    ))}
    {link.http_status !== null && link.http_status >= 400 && (
      <span class="muted small">{` answers ${link.http_status}`}</span>
    )}
    {(link.reason ?? link.fix) && <p class="hint lines">{link.reason ?? link.fix}</p>}
    <Warnings warnings={link.warnings} />
  </>
)

/** By the day after sending, which is how the guarantee counts; a check has only its moment. */
const Checked = ({ link, zone }: { link: JobLink; zone?: string }) =>
  link.sent_at === null || link.checked_at === null ? (
    <When time={link.checked_at} zone={zone} />
  ) : (
    <span>{`Day ${number(daysBetween(link.sent_at, link.checked_at))}`}</span>
  )
