/** All links of a workspace and those below it, across pushes and checks. */

import { LINK_CREDITS } from '../../src/domains/jobs/index.ts'
import { type LinkMoment, type ListedLink, MOMENTS } from '../../src/domains/links/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import type { AnswerOf } from '../../src/kernel/operation/operation.ts'
import { fromText } from '../../src/kernel/operation/shape.ts'
import { cancelJob } from '../../src/operations/jobs/jobs.ts'
import { submitIndexJob } from '../../src/operations/jobs/submit-index-job.ts'
import { exportLinksCsv, listLinks } from '../../src/operations/links.ts'
import { Button } from '../parts/button.tsx'
import { CreditChip, VerdictChip } from '../parts/chips.tsx'
import { LINK_ROWS, type Query } from '../parts/lists/list.ts'
import { CopyPicked, PickedForm, pickColumn, StopPicked } from '../parts/lists/picked.tsx'
import { type Column, UrlCell } from '../parts/lists/table.tsx'
import { Name } from '../parts/text/name.tsx'
import { When } from '../parts/text/when.tsx'
import { creditWord, VERDICT_WORDS } from '../parts/text/words.ts'
import { listScreen } from '../screens/list-screen.tsx'
import type { ListState } from '../screens/list-spec.ts'
import { mayWrite, zoneOf } from '../shell.tsx'
import { workspacesBelow } from '../workspaces-below.ts'
import { linkHref } from './verdict.tsx'

const MOMENT_WORDS: Record<LinkMoment, Text> = {
  ordered: text('Ordered'),
  sent: text('Sent'),
  indexed: text('Indexed'),
  used: text('Credit used'),
  returned: text('Credit refunded'),
}

const credits = Object.fromEntries(LINK_CREDITS.map((credit) => [credit, creditWord({ credit, guarantee: true }).word]))

export const linkList = listScreen({
  at: '/links',
  operation: listLinks,
  here: true,
  title: text('Links'),
  // Its tab is one of the results.
  heading: text('Results'),
  sub: text('All links with result and credit.'),
  search: text('Search links'),
  texts: [{ name: 'host', label: text('Host') }],
  days: [
    { name: 'from', label: text('From') },
    { name: 'to', label: text('To') },
  ],
  filters: async (call) => {
    const clients = await workspacesBelow(call)
    return {
      verdict: VERDICT_WORDS,
      credit: credits,
      ...(clients.length > 1 && { tenant_id: Object.fromEntries(clients.map(({ id, name }) => [id, name])) }),
      moment: MOMENT_WORDS,
    }
  },
  asks: fitting,
  csv: exportLinksCsv,
  above: ({ zone }, list) => <Removed to={zone} list={list} />,
  columns,
  acts: ({ base, may, zone }, { items }) =>
    may(submitIndexJob) && <Picked to={zone} base={base} stops={may(cancelJob) && items.some(waits)} />,
  empty: { icon: 'link-2', text: text('Every link that is pushed or checked appears here.') },
  act: (call) =>
    mayWrite(call)
      ? { label: say(zoneOf(call), 'Check links'), icon: 'scan-search', href: `${call.base}/checks/new` }
      : null,
})

/** Leaves out values that the operation would refuse. Days of an event sort by the event. */
function fitting(query: Query): Query {
  const fits = ([name, text]: [string, unknown]) =>
    listLinks.parse(fromText(listLinks.input, { [name]: text })).issues.length === 0
  const asked: Query = { page_size: String(LINK_ROWS), ...Object.fromEntries(Object.entries(query).filter(fits)) }
  return asked.moment && asked.moment !== 'ordered' ? { sort: 'at', ...asked } : asked
}

/** Counted links of these days that were removed since. */
function Removed({ to, list: { counted, total } }: RemovedProps) {
  if (counted === null || counted <= total) return null
  const words = say(to, '{counted} were counted in these days; {removed} of them were removed since.', {
    ...{ counted, removed: counted - total },
  })
  return <p class="muted">{words}</p>
}

type RemovedProps = { to: Reader; list: Pick<AnswerOf<typeof listLinks>, 'counted' | 'total'> }

function columns(
  { base, may, zone, query }: ListState,
  { items }: { items: readonly ListedLink[] },
): Column<ListedLink>[] {
  const moment = MOMENTS.find((one) => one === query.moment) ?? 'ordered'
  const several = new Set(items.map(({ tenant_id }) => tenant_id)).size > 1
  const client: Column<ListedLink> = {
    label: text('Client'),
    sort: 'tenant_name',
    class: 'short wide-only',
    cell: ({ tenant_name }) => tenant_name,
  }
  const all: Column<ListedLink>[] = [
    { label: text('Link'), cell: (link) => <Address link={link} base={base} several={several} /> },
    { label: text('Result'), cell: (link) => <VerdictChip to={zone} link={link} /> },
    { label: text('Credit'), class: 'wide-only', cell: (link) => <CreditChip to={zone} link={link} /> },
    { label: text('Checks'), class: 'wide-only', cell: ({ checks }) => <LookStrip to={zone} seen={checks} /> },
    {
      label: text('Push'),
      sort: 'job_name',
      class: 'short wide-only',
      cell: ({ job_id, job_name }) => (
        <a href={`${base}/jobs/${job_id}`}>
          <Name of={job_name} />
        </a>
      ),
    },
    ...(several ? [client] : []),
    {
      // The event of the filter replaces the time of the order.
      label: MOMENT_WORDS[moment],
      class: 'num when wide-only',
      sort: moment === 'ordered' ? 'created_at' : 'at',
      first: 'desc',
      cell: ({ at, ordered_at }) => <When time={at ?? ordered_at} zone={zone} />,
    },
  ]
  return may(submitIndexJob) ? [pickIn(zone), ...all] : all
}

/** The URL opens the page of the link. */
const Address = ({ link, base, several }: { link: ListedLink; base: string; several: boolean }) => (
  <>
    <a class="url" href={linkHref(base, link.uid)} data-row>
      <UrlCell url={link.url} host_first />
    </a>
    <span class="sub">
      <Name of={link.job_name} />
      {several && [' · ', <Name of={link.tenant_name} />]}
    </span>
  </>
)

const pickIn = (to: Reader) =>
  pickColumn<ListedLink>('uids', ({ uid, url }) => ({ value: String(uid), label: url, url }), to)

/** Whether the link can be stopped before it is sent. */
const waits = ({ state, job_type }: ListedLink): boolean =>
  job_type === 'index' && (state === 'queued' || state === 'scheduled')

/** Acts on the ticked links; each opens its bill or its question first. */
const Picked = ({ to, base, stops }: { to: Reader; base: string; stops: boolean }) => (
  <PickedForm to={to} action={`${base}/links/check`} self={`${base}/links`}>
    <Button class="btn small" icon="scan-search" label={say(to, 'Check selected')} />
    <Button class="btn small" formaction={`${base}/links/push`} icon="send" label={say(to, 'Push selected')} />
    {stops && <StopPicked to={to} action={`${base}/links/stop`} />}
    <CopyPicked to={to} label={text('Copy selected')} />
  </PickedForm>
)

const FILLS = { yes: 'ok', no: 'warn', unknown: 'idle' } as const

/** Results of the latest checks of a URL, the oldest on the left. */
function LookStrip({ to, seen }: { to: Reader; seen: ListedLink['checks'] }) {
  if (seen.length === 0) return <span class="muted">–</span>
  const yes = seen.filter(({ indexed }) => indexed === 'yes').length
  return (
    <svg
      class="looks"
      viewBox={`0 0 ${seen.length * 8} 16`}
      width={String(seen.length * 8)}
      height="16"
      role="img"
      aria-label={say(to, 'Indexed at {yes} of {checks, plural, one {# check} other {# checks}}', {
        ...{ yes, checks: seen.length },
      })}
    >
      {seen.map(({ indexed }, at) => (
        <rect class={`f-${FILLS[indexed]}`} x={String(at * 8)} y="0" width="6" height="16" rx="2" />
      ))}
    </svg>
  )
}
