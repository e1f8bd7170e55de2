import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { ApiEquivalent } from '../api-equivalent/api-equivalent.tsx'
import { EmptyState, NothingFound } from '../kit/fold.tsx'
import { Button, LinkButton } from '../parts/button.tsx'
import { Filters } from '../parts/lists/filters.tsx'
import { isFiltered, listHref, type Query } from '../parts/lists/list.ts'
import { againWords, CopyPicked, PickedButton, PickedForm, StopPicked } from '../parts/lists/picked.tsx'
import { Seg, type Tab } from '../parts/lists/seg.tsx'
import { ListCard } from '../parts/lists/table.tsx'
import { Banner, SimulatedBanner } from '../parts/page/card.tsx'
import { isolated } from '../parts/text/name.tsx'
import { countLabel, partWord } from './engine-words.ts'
import { Rename, Shared } from './job-head.tsx'
import { JobIndexNow } from './job-indexnow.tsx'
import { JobLive } from './job-live.tsx'
import type { JobProps } from './job-props.ts'
import { columnsOfLinks } from './link-columns.tsx'
import {
  isBlocked,
  isDripping,
  isFinished,
  isRunning,
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
  const { job, links, query, can_write, base, zone: to } = props
  const self = jobHref(base, job)
  return (
    <div class="links">
      <Filters zone={to} href={self} query={query} search={text('Search links')} filters={[]} />
      <ListCard
        to={to}
        title={say(to, 'Links')}
        caption={text('Links')}
        aside={<Seg to={to} label={text('Links by outcome')} tabs={linkTabs(props, self)} />}
        kept={FILTERS}
        columns={columnsOfLinks(props)}
        list={links}
        href={self}
        query={query}
        acts={can_write && <Picked {...props} self={self} />}
        empty={
          isFiltered(query) ? (
            <NothingFound to={to} href={self} all={text('Show all links')}>
              {query.look === 'charged'
                ? say(to, 'Every ordered check is answered.')
                : say(to, 'No link is like that.')}
            </NothingFound>
          ) : (
            <EmptyState icon="link-2">{say(to, 'No link is here yet.')}</EmptyState>
          )
        }
      />
    </div>
  )
}

/** Acts on the ticked links. */
const Picked = ({ job, facts, credits_href, self, zone: to }: JobProps & { self: string }) => (
  <PickedForm to={to} action={`${self}/check`} self={self}>
    {facts.available.check > 0 ? (
      <PickedButton
        data-most={String(facts.available.check)}
        icon="scan-search"
        none={say(to, 'Check selected, at most 1 check credit each')}
        one={say(to, 'Check this one: at most 1 check credit')}
        many={say(to, 'Check these {n}: at most {n} check credits', { n: '{n}' })}
      />
    ) : (
      <span>
        {`${say(to, '{name} has no check credits.', { name: isolated(job.tenant_name) })} `}
        {credits_href && <a href={credits_href}>{say(to, 'Get credits')}</a>}
      </span>
    )}
    <PickedButton formaction={`${self}/links/again`} icon="send" {...againWords(to)} />
    {waits(job) && <StopPicked to={to} action={`${self}/links/stop`} />}
    <CopyPicked to={to} />
    {isFinished(job) && (
      <Button class="btn small" formaction={`${self}/links/remove`} icon="trash-2" label={say(to, 'Remove selected')} />
    )}
    {facts.available.check > 0 && <ApiEquivalent to={to} of={`${self}/check`} short />}
  </PickedForm>
)

/** Whether the job has links that can be stopped before they are sent. */
const waits = (job: JobProps['job']): boolean => job.type === 'index' && isRunning(job) && unsentOf(job) > 0

/** Tabs of the table: parts of the outcome, each a filter of the API. */
function linkTabs({ job, facts, query, checking, links, zone: to }: JobProps, href: string): Tab[] {
  const { outcome, type } = job
  const tab = (label: string, count: number, filter: Query): Tab & { count: number } => ({
    label,
    count,
    href: listHref(href, query, { ...NONE, ...filter }),
    current: FILTERS.every((name) => (query[name] || undefined) === filter[name]),
  })
  const causes = outcomeParts(outcome, type)
    .flatMap((part) => causesOf(part, job))
    .map((cause) => ({ ...cause, label: partWord(cause, job, to) }))
  const tabs = [
    ...causes.map(({ label, value, filter }) => tab(label, value, filter)),
    tab(text('Not covered'), facts.uncovered, { guarantee: 'false' }),
    tab(text('With warnings'), outcome.warned, { warned: 'true' }),
    tab(text('Checking'), checking?.total ?? 0, { look: 'charged' }),
    ...(query.closed_to
      ? [tab(say(to, 'Closed to {engine}', { engine: query.closed_to }), links.total, { closed_to: query.closed_to })]
      : []),
    ...partsAsked(to, facts, query).map(({ label, value, filter }) => tab(label, value, filter)),
  ]
  return [
    tab(text('All'), outcome.links, {}),
    ...tabs.filter((one) => one.count > 0 || one.current || one.label === countLabel(to, 'Indexed')),
  ]
}

type Cause = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Parts of the timeline are tabs only while one of them is open. */
function partsAsked(to: Reader, facts: JobProps['facts'], { look, leaves }: Query): Cause[] {
  if (leaves) return leavingParts(facts, to)
  const day = LOOK_DAYS.find((one) => look?.endsWith(`_${one}`))
  return day ? lookParts(facts.timeline, day, to) : []
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

/** Content below the head: outcome by day, by cause and by link. */
export function JobPage(props: JobProps) {
  const { job, base, can_write, zone: to } = props
  return (
    <>
      {can_write && <Rename to={to} job={job} action={`${jobHref(base, job)}/rename`} />}
      {props.undo && <UndoBar to={to} {...props.undo} />}
      {job.simulated && <SimulatedBanner to={to} />}
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
const Held = ({ job, suppliers_href, zone: to }: JobProps) => (
  <Banner
    tone={isBlocked(job) ? 'warn' : undefined}
    action={isBlocked(job) && suppliers_href && <LinkButton href={suppliers_href} label={say(to, 'Open suppliers')} />}
  >
    {isBlocked(job) && <b>{`${say(to, 'Waiting to send')}. `}</b>}
    {job.note}
  </Banner>
)
