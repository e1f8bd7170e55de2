import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { Filters } from '../parts/lists/filters.tsx'
import { isFiltered, listHref, type Query } from '../parts/lists/list.ts'
import { againWords, CopyPicked, PickedButton, PickedForm, StopPicked } from '../parts/lists/picked.tsx'
import { Seg, type Tab } from '../parts/lists/seg.tsx'
import { type Column, DataTable, ListCard } from '../parts/lists/table.tsx'
import { Banner, Card, SimulatedBanner } from '../parts/page/card.tsx'
import { many, number } from '../parts/text/format.ts'
import { isolated } from '../parts/text/name.tsx'
import { partWord } from './engine-words.ts'
import { Rename, Shared } from './job-head.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { columnsOfLinks } from './link-columns.tsx'
import {
  isBlocked,
  isDripping,
  isFinished,
  isRunning,
  type JobDetail,
  jobHref,
  type OutcomePart,
  outcomeParts,
  unsentOf,
} from './shapes.ts'
import { leavingParts, lookParts } from './timeline-parts.ts'
import { UndoBar } from './undo.tsx'

/** Filters that tabs set. */
const FILTERS = ['state', 'indexed', 'credit', 'warned', 'guarantee', 'look', 'leaves', 'closed_to'] as const
const NONE: Query = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

/** The links of a job, with search, tabs by outcome, and acts on ticked links. */
function JobLinks(props: JobProps) {
  const { job, links, query, can_write, base } = props
  const self = jobHref(base, job)
  return (
    <div class="links">
      <Filters href={self} query={query} search="Search links" filters={[]} />
      <ListCard
        title="Links"
        caption="Links"
        aside={<Seg label="Links by outcome" tabs={linkTabs(props, self)} />}
        kept={FILTERS}
        columns={columnsOfLinks(props)}
        list={links}
        href={self}
        query={query}
        acts={can_write && <Picked {...props} self={self} />}
        empty={
          isFiltered(query) ? (
            <NothingFound href={self} all="Show all links">
              {query.look === 'charged' ? 'Every ordered check is answered.' : 'No link is like that.'}
            </NothingFound>
          ) : (
            <EmptyState icon="link-2">No link is here yet.</EmptyState>
          )
        }
      />
    </div>
  )
}

/** Acts on the ticked links. */
const Picked = ({ job, facts, credits_href, self }: JobProps & { self: string }) => (
  <PickedForm action={`${self}/check`} self={self}>
    {facts.available.check > 0 ? (
      <PickedButton
        data-most={String(facts.available.check)}
        icon="scan-search"
        none="Check selected, at most 1 check credit each"
        one="Check this one: at most 1 check credit"
        many="Check these {n}: at most {n} check credits"
      />
    ) : (
      <span>
        {`${isolated(job.tenant_name)} has no check credits. `}
        {credits_href && <a href={credits_href}>Get credits</a>}
      </span>
    )}
    <PickedButton formaction={`${self}/links/again`} icon="send" {...againWords()} />
    {waits(job) && <StopPicked action={`${self}/links/stop`} />}
    <CopyPicked />
    {isFinished(job) && (
      <Button class="btn small" formaction={`${self}/links/remove`} icon="trash-2" label="Remove selected" />
    )}
    {facts.available.check > 0 && <ApiEquivalent of={`${self}/check`} short />}
  </PickedForm>
)

/** Whether the job has links that can be stopped before they are sent. */
const waits = (job: JobProps['job']): boolean => job.type === 'index' && isRunning(job) && unsentOf(job) > 0

/** Tabs of the table: parts of the outcome, each a filter of the API. */
function linkTabs(
  { job, facts, query, checking, links }: Pick<JobProps, 'job' | 'facts' | 'query' | 'checking' | 'links'>,
  href: string,
): Tab[] {
  const { outcome, type } = job
  const tab = (label: string, count: number, filter: Query): Tab & { count: number } => ({
    label,
    count,
    href: listHref(href, query, { ...NONE, ...filter }),
    current: FILTERS.every((name) => (query[name] || undefined) === filter[name]),
  })
  const causes = outcomeParts(outcome, type)
    .flatMap((part) => causesOf(part, job))
    .map((cause) => ({ ...cause, label: partWord(cause, job) }))
  const tabs = [
    ...causes.map(({ label, value, filter }) => tab(label, value, filter)),
    tab('Not covered', facts.uncovered, { guarantee: 'false' }),
    tab('With warnings', outcome.warned, { warned: 'true' }),
    tab('Checking', checking?.total ?? 0, { look: 'charged' }),
    ...(query.closed_to ? [tab(`Closed to ${query.closed_to}`, links.total, { closed_to: query.closed_to })] : []),
    ...partsAsked(facts, query).map(({ label, value, filter }) => tab(label, value, filter)),
  ]
  return [
    tab('All', outcome.links, {}),
    ...tabs.filter((one) => one.count > 0 || one.current || one.label === 'Indexed'),
  ]
}

type Cause = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Parts of the timeline are tabs only while one of them is open. */
function partsAsked(facts: JobProps['facts'], { look, leaves }: Query): Cause[] {
  if (leaves) return leavingParts(facts)
  const day = LOOK_DAYS.find((one) => look?.endsWith(`_${one}`))
  return day ? lookParts(facts.timeline, day) : []
}

/** Splits skipped links by reason, and waiting links of a push over days by state. */
function causesOf(part: OutcomePart, job: JobProps['job']): Cause[] {
  const { states } = job.outcome
  const one = (label: string, state: keyof typeof states): Cause => ({ label, value: states[state], filter: { state } })
  if (part.filter.state === 'skipped' && states.cancelled > 0)
    return [one('Flagged', 'flagged'), one('Cancelled', 'cancelled')]
  if (part.filter.state === 'waiting' && isDripping(job))
    return [one('Sent', 'sent'), one('Scheduled', 'scheduled'), one('Queued', 'queued')]
  return [part]
}

type Host = JobDetail['indexnow']['hosts'][number]

/** Submissions to IndexNow by host: number of links, answer of the engines, and the act that can help. */
function JobIndexNow({ job: { indexnow }, facts: { indexnow_sites }, base, can_write }: JobProps) {
  if (indexnow.eligible === 0) return null
  const actOf = (host: Host) =>
    can_write && <Act of={host} base={base} site={indexnow_sites.find((one) => one.host === host.host)?.id} />
  const columns: Column<Host>[] = [
    { label: 'Host', cell: ({ host }) => <b>{host}</b> },
    { label: 'Sent', class: 'num', cell: (host) => `${number(host.sent)} of ${number(host.eligible)}` },
    {
      label: 'The engines’ answer',
      cell: (host) => (
        <>
          <Answer of={host} />
          <span class="sub">{actOf(host)}</span>
        </>
      ),
    },
    { label: 'What to do', class: 'end wide-only', cell: actOf },
  ]
  return (
    <Card title="IndexNow" id="indexnow">
      <DataTable caption="IndexNow by host" columns={columns} rows={indexnow.hosts} lines />
    </Card>
  )
}

const isTrouble = ({ refused, failed, not_covered }: Host): boolean => refused + failed + not_covered > 0

const Answer = ({ of }: { of: Host }) => (
  <>
    <span class={[of.refused + of.failed > 0 && 'down']}>
      {of.explanation ?? (of.queued > 0 ? 'Not asked yet.' : 'No answer was needed.')}
    </span>
    {LEFT.map(([name, words]) => of[name] > 0 && <p class="hint">{`${many(of[name], 'link')} ${words}.`}</p>)}
  </>
)

const LEFT = [
  ['queued', 'on the way'],
  ['skipped_24h', 'not sent again, as sent within 24 hours'],
  ['not_covered', 'outside the folder of the key file'],
  ['refused', 'refused'],
  ['failed', 'not delivered'],
] as const

function Act({ of, base, site }: { of: Host; base: string; site: string | undefined }) {
  if (!isTrouble(of)) return null
  return site ? (
    <LinkButton class="btn small" href={`${base}/indexnow/${site}`} label="Verify the site" of={of.host} />
  ) : (
    <LinkButton class="btn small" href={`${base}/indexnow`} label="Add the site" of={of.host} />
  )
}

/** Content below the head: outcome by day, by cause and by link. */
export function JobPage(props: JobProps) {
  const { job, base, can_write } = props
  return (
    <>
      {can_write && <Rename job={job} action={`${jobHref(base, job)}/rename`} />}
      {props.undo && <UndoBar {...props.undo} />}
      {job.simulated && <SimulatedBanner />}
      {job.note && <Held {...props} />}
      {props.sections}
      <Shared {...props} />
      <JobLive {...props} />
      <JobLinks {...props} />
      {props.ends}
      <JobIndexNow {...props} />
    </>
  )
}

/** Why the job waits; the operator also gets a link to suppliers. */
const Held = ({ job, suppliers_href }: JobProps) => (
  <Banner
    tone={isBlocked(job) ? 'warn' : undefined}
    action={isBlocked(job) && suppliers_href && <LinkButton href={suppliers_href} label="Open suppliers" />}
  >
    {isBlocked(job) && <b>Waiting to send. </b>}
    {job.note}
  </Banner>
)
