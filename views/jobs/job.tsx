import { Banner, Card, Empty, SimulatedBanner } from '../parts/card.tsx'
import { CreditChip, FlagChip, VerdictChip } from '../parts/chips.tsx'
import { daysBetween, number } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { listHref, type Query } from '../parts/list.ts'
import { Menu, type MenuItem } from '../parts/menu.tsx'
import { type Column, DataTable, Pager, Seg, type Tab, UrlCell } from '../parts/table.tsx'
import { Cost, When } from '../parts/when.tsx'
import { JobHead } from './job-head.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import type { Job, JobLink } from './shapes.ts'

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
  const { job, links, query, hrefs } = props
  return (
    <Card
      id="list"
      title="Links"
      aside={<Seg label="Links by outcome" tabs={linkTabs(job, hrefs.self, query)} />}
      foot={
        links.total > 0 && (
          <>
            {props.can_write && hrefs.check && <CheckListed links={links.items} action={hrefs.check} />}
            <Pager list={links} href={hrefs.self} query={query} />
          </>
        )
      }
    >
      {links.items.length > 0 ? (
        <DataTable caption="Links" columns={columns(props)} rows={links.items} href={hrefs.self} query={query} />
      ) : (
        <Empty icon="link-2">No link of this push is here yet.</Empty>
      )}
    </Card>
  )
}

/** Checks all links on this page of the list; the button says what that costs. */
const CheckListed = ({ links, action }: { links: readonly JobLink[]; action: string }) => (
  <form method="post" action={action} {...ONCE}>
    {links.map((link) => (
      <input type="hidden" name="url_ids" value={String(link.uid)} />
    ))}
    <button type="submit" class="btn small">
      <Icon name="scan-search" />
      {`Check these ${number(links.length)} now, `}
      <Cost credits={links.length} kind="check" />
    </button>
  </form>
)

/** The table's views, each a filter of the API, with the number of links it holds. */
export function linkTabs({ type, outcome }: Job, href: string, query: Query): Tab[] {
  const { states, credits, indexed } = outcome
  const none: Query = { state: undefined, indexed: undefined, credit: undefined }
  const views: [string, Query, number][] =
    type === 'check'
      ? [
          ['Indexed', { indexed: 'yes' }, indexed.yes],
          ['Not indexed', { indexed: 'no' }, indexed.no],
          ['No answer', { indexed: 'unknown' }, indexed.unknown],
        ]
      : [
          ['Indexed', { state: 'indexed' }, states.indexed],
          ['Waiting', { credit: 'reserved' }, credits.reserved],
          ['Not indexed', { state: 'not_indexed' }, states.not_indexed],
          ['Skipped', { credit: 'excluded' }, credits.excluded],
        ]
  const tabs = views
    .map(([label, filter, count]) => ({ label, count, ...tab(href, query, { ...none, ...filter }) }))
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
  const actions = (link: JobLink) => linkActions(link, props)
  if (!props.links.items.some((link) => actions(link).length > 0)) return all
  return [
    ...all,
    {
      label: 'Actions',
      class: 'end',
      cell: (link) => <Menu id={`link-${link.uid}`} label={`Actions for ${link.url}`} items={actions(link)} />,
    },
  ]
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

function linkActions(link: JobLink, { hrefs, can_write }: JobProps): MenuItem[] {
  if (!can_write) return []
  const items: MenuItem[] = []
  if (hrefs.check) {
    const post = { action: hrefs.check, fields: { url_ids: String(link.uid) } }
    items.push({ label: 'Check now, 1 check credit', icon: 'scan-search', post })
  }
  if (hrefs.remove_link)
    items.push({ label: 'Remove this link', icon: 'trash-2', href: hrefs.remove_link(link.uid), danger: true })
  return items
}
