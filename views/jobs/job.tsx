import { daysBetween } from '../../src/kernel/clock.ts'
import { Banner, Empty, SimulatedBanner } from '../parts/card.tsx'
import { CreditChip, FlagChip, VerdictChip } from '../parts/chips.tsx'
import { number } from '../parts/format.ts'
import { Icon } from '../parts/icon.tsx'
import { listHref, type Query } from '../parts/list.ts'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { Post } from '../parts/post.tsx'
import { type Column, ListCard, Seg, type Tab, UrlCell } from '../parts/table.tsx'
import { Cost, When } from '../parts/when.tsx'
import { JobHead } from './job-head.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { questionOfLink } from './questions.tsx'
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
      acts={can_write && <CheckListed links={links.items} action={`${self}/check`} />}
      empty={<Empty icon="link-2">No link of this push is here yet.</Empty>}
    />
  )
}

/** Checks all links on this page of the list; the button says what that costs. */
const CheckListed = ({ links, action }: { links: readonly JobLink[]; action: string }) => (
  <Post action={action} fields={{ url_ids: links.map(({ uid }) => String(uid)) }} class="btn small">
    <Icon name="scan-search" />
    {`Check these ${number(links.length)} now, `}
    <Cost credits={links.length} kind="check" />
  </Post>
)

/** The table's views: the parts of the outcome, each a filter of the API. */
export function linkTabs({ type, outcome }: Job, href: string, query: Query): Tab[] {
  const none: Query = { state: undefined, indexed: undefined, credit: undefined }
  const tabs = outcomeParts(outcome, type)
    .map(({ label, value, filter }) => ({ label, count: value, ...tab(href, query, { ...none, ...filter }) }))
    .filter((one) => one.count > 0 || one.current || one.label === 'Indexed')
  return [{ label: 'All', count: outcome.links, ...tab(href, query, none) }, ...tabs]
}

const tab = (href: string, query: Query, filter: Query) => ({
  href: listHref(href, query, filter),
  current: ['state', 'indexed', 'credit'].every((name) => (query[name] || undefined) === filter[name]),
})

function columns(props: JobProps): Column<JobLink>[] {
  const all: Column<JobLink>[] = [
    { label: 'URL', sort: 'url', cell: (link) => <Url link={link} /> },
    { label: 'Search engine', sort: 'state', cell: (link) => <VerdictChip link={link} /> },
    { label: 'Credit', class: 'wide-only', cell: (link) => <CreditChip link={link} /> },
    { label: 'Checked', class: 'num when wide-only', cell: (link) => <Checked link={link} zone={props.zone} /> },
  ]
  if (props.job.type === 'check') all.splice(2, 1)
  if (!props.can_write) return all
  const acts: Column<JobLink> = {
    label: 'Actions',
    class: 'end',
    cell: (link) => <Menu id={`link-${link.uid}`} label={`Actions for ${link.url}`} items={linkActions(link, props)} />,
  }
  return [...all, acts]
}

const Url = ({ link }: { link: JobLink }) => (
  <>
    <UrlCell url={link.url} host_first />
    {link.flags.map((flag) => (
      <>
        {' '}
        <FlagChip flag={flag} />
      </>
    ))}
    {(link.reason ?? link.fix) && <span class="hint"> {link.reason ?? link.fix}</span>}
  </>
)

/** By the day after sending, which is how the guarantee counts; a check has only its moment. */
const Checked = ({ link, zone }: { link: JobLink; zone?: string }) =>
  link.sent_at === null || link.checked_at === null ? (
    <When time={link.checked_at} zone={zone} />
  ) : (
    <span>{`Day ${number(daysBetween(link.sent_at, link.checked_at))}`}</span>
  )

function linkActions({ uid, url, credit }: JobLink, { job, base }: JobProps): MenuItem[] {
  const self = jobHref(base, job)
  const check: MenuItem = {
    label: 'Check now, 1 check credit',
    icon: 'scan-search',
    post: { action: `${self}/check`, fields: { url_ids: String(uid) } },
  }
  if (!isFinished(job) || credit === 'reserved') return [check]
  const href = `${self}/links/${uid}/delete`
  return [check, { label: 'Remove this link', icon: 'trash-2', href, question: questionOfLink(url), danger: true }]
}
