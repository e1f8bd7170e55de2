/** All links of a workspace and those below it, across jobs. */
import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import {
  type LinkMoment,
  type LinkVerdict,
  type ListedLink,
  MOMENTS,
  VERDICTS,
} from '../../src/domains/reports/index.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import type { listLinks } from '../../src/operations/links/list-links.ts'
import { StopPicked } from '../jobs/job-links.tsx'
import { Empty, NothingFound } from '../parts/card.tsx'
import { CreditChip, VerdictChip } from '../parts/chips.tsx'
import type { Choice } from '../parts/field.tsx'
import { type Filter, Filters } from '../parts/filters.tsx'
import { number } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, type Query } from '../parts/list.ts'
import { PageHead } from '../parts/page-head.tsx'
import { pickColumn } from '../parts/pick.tsx'
import { type Column, ListCard, UrlCell } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { creditWord } from '../parts/words.ts'
import { LookStrip } from './look-strip.tsx'
import { linkHref } from './receipt.tsx'

export type LinksProps = {
  list: AnswerOf<typeof listLinks>
  /** As asked: q, host, verdict, credit, tenant_id, moment, from, to, sort, dir, page, page_size. */
  query: Query
  clients: readonly { id: string; name: string }[]
  can_write: boolean
  /** Where the workspace's pages are. */
  base: string
  zone?: string
}

const VERDICT_WORDS: Record<LinkVerdict, string> = {
  indexed: 'Indexed',
  visible: 'Visible already',
  waiting: 'Waiting',
  sent: 'Sent, being watched',
  not_indexed: 'Not indexed',
  unanswered: 'No answer',
  skipped: 'Skipped',
  held_out: 'Held back',
  failed: 'Not sent',
}

export function Links(props: LinksProps) {
  const { list, base, can_write, query } = props
  const self = `${base}/links`
  return (
    <>
      <PageHead
        title="Links"
        sub="Every link of every push and check, and what became of it."
        actions={
          can_write && (
            <a class="btn" href={`${base}/checks/new`}>
              <Icon name="scan-search" />
              Check links
            </a>
          )
        }
      />
      <Filters href={self} query={query} search="Search URLs" texts={HOST} filters={filtersOf(props)} days={DAYS} />
      <ListCard
        caption="Links"
        columns={columns(props)}
        list={list}
        href={self}
        query={query}
        order={query.moment && query.moment !== 'ordered' ? 'at' : 'created_at'}
        title={removedOf(props) > 0 ? 'Of these days' : undefined}
        aside={removedOf(props) > 0 && <Removed {...props} />}
        file
        acts={can_write && <Picked base={base} stops={list.items.some(waits)} />}
        empty={
          isFiltered(query) ? (
            <NothingFound href={self}>No link is like that.</NothingFound>
          ) : (
            <NoLinks base={base} can_write={can_write} />
          )
        }
      />
    </>
  )
}

const HOST = [{ name: 'host', label: 'Host' }]
const DAYS = [
  { name: 'from', label: 'From' },
  { name: 'to', label: 'To' },
]

const MOMENT_WORDS: Record<LinkMoment, string> = {
  ordered: 'Ordered',
  sent: 'Sent',
  indexed: 'Seen indexed',
  used: 'Credit used',
  returned: 'Credit refunded',
}

/** Links that the number of these days counts, and that were removed since. */
const removedOf = ({ list }: LinksProps): number => Math.max(0, (list.counted ?? 0) - list.total)

const Removed = (props: LinksProps) => (
  <span class="muted">{`${number(props.list.counted ?? 0)} were counted in these days; ${number(removedOf(props))} of them were removed since.`}</span>
)

function filtersOf({ clients }: LinksProps): Filter[] {
  const any = (label: string, choices: Choice[]) => [{ value: '', label }, ...choices]
  const filters: Filter[] = [
    {
      name: 'verdict',
      label: 'Search engine',
      choices: any(
        'Any verdict',
        VERDICTS.map((value) => ({ value, label: VERDICT_WORDS[value] })),
      ),
    },
    {
      name: 'credit',
      label: 'Credit',
      choices: any(
        'Any credit',
        LINK_CREDITS.map((credit) => ({ value: credit, label: creditWord({ credit, guarantee: true }).word })),
      ),
    },
  ]
  const named = clients.map(({ id, name }) => ({ value: id, label: name }))
  const when = MOMENTS.filter((one) => one !== 'ordered').map((value) => ({ value, label: MOMENT_WORDS[value] }))
  return [
    ...filters,
    ...(clients.length < 2 ? [] : [{ name: 'tenant_id', label: 'Client', choices: any('All clients', named) }]),
    { name: 'moment', label: 'What the days are of', choices: any(MOMENT_WORDS.ordered, when) },
  ]
}

function columns({ base, can_write, zone = 'UTC', clients, query }: LinksProps) {
  const moment = MOMENTS.find((one) => one === query.moment) ?? 'ordered'
  const all: Column<ListedLink>[] = [
    { label: 'URL', cell: (link) => <Address link={link} base={base} /> },
    { label: 'Search engine', cell: (link) => <VerdictChip link={link} /> },
    {
      label: 'Credit',
      class: 'wide-only',
      cell: (link) => <CreditChip link={link} />,
    },
    { label: 'Looks', class: 'wide-only', cell: ({ checks }) => <LookStrip seen={checks} /> },
    {
      label: 'Job',
      sort: 'job_name',
      class: 'short wide-only',
      cell: ({ job_id, job_name }) => <a href={`${base}/jobs/${job_id}`}>{job_name}</a>,
    },
    ...(clients.length > 1
      ? [
          {
            label: 'Client',
            sort: 'tenant_name',
            class: 'short wide-only',
            cell: ({ tenant_name }: ListedLink) => tenant_name,
          },
        ]
      : []),
    {
      // The moment that is asked about stands where the order stands else.
      label: MOMENT_WORDS[moment],
      class: 'num when wide-only',
      sort: moment === 'ordered' ? 'created_at' : 'at',
      first: 'desc',
      cell: ({ at, ordered_at }) => <When time={at ?? ordered_at} zone={zone} />,
    },
    { label: 'Open', class: 'end wide-only', cell: ({ url }) => <Open url={url} /> },
  ]
  return can_write ? [PICK, ...all] : all
}

/** The address opens to the link's page. */
const Address = ({ link, base }: { link: ListedLink; base: string }) => (
  <>
    <a class="url" href={linkHref(base, link.uid)} data-row>
      <UrlCell url={link.url} host_first />
    </a>
    <span class="sub">{`${link.job_name} · ${link.tenant_name}`}</span>
  </>
)

/** The page itself. */
const Open = ({ url }: { url: string }) => (
  <a class="btn ghost square small" href={url} target="_blank" rel="noreferrer">
    <Icon name="globe" />
    <span class="vh">Open {url}</span>
  </a>
)

const PICK = pickColumn<ListedLink>('uids', ({ uid, url }) => ({ value: String(uid), label: url, url }))

/** Whether it can still be kept from being sent. */
const waits = ({ state, job_type }: ListedLink): boolean =>
  job_type === 'index' && (state === 'queued' || state === 'scheduled')

/** What can be done with the links that are ticked; each leads to its bill first, or to what it stops. The first button is Enter's in a box. */
const Picked = ({ base, stops }: { base: string; stops: boolean }) => (
  <form id="picked" class="row" method="post" action={`${base}/links/check`} {...ONCE}>
    <button type="submit" formmethod="get" formaction={`${base}/links`} hidden>
      Reload the list
    </button>
    <output class="muted js-only" id="picked-count" for="list">
      None selected
    </output>
    <button type="submit" class="btn small">
      <Icon name="scan-search" />
      Check selected
    </button>
    <button type="submit" class="btn small" formaction={`${base}/links/push`}>
      <Icon name="send" />
      Push selected
    </button>
    {stops && <StopPicked action={`${base}/links/stop`} />}
    <button type="button" class="btn small js-only" data-do="copy-picked">
      <Icon name="copy" />
      Copy selected
    </button>
  </form>
)

const NoLinks = ({ base, can_write }: Pick<LinksProps, 'base' | 'can_write'>) => (
  <Empty
    icon="link-2"
    action={
      can_write && (
        <a class="btn primary" href={`${base}/push`}>
          <Icon name="send" />
          New push
        </a>
      )
    }
  >
    Every link that is pushed or checked appears here, with its life and its receipt.
  </Empty>
)
