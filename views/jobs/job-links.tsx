import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { linkHref } from '../links/receipt.tsx'
import { Empty } from '../parts/card.tsx'
import { CreditChip, FlagChip, VerdictChip, Warnings } from '../parts/chips.tsx'
import { Filters } from '../parts/filters.tsx'
import { splitUrl, weekday } from '../parts/format.ts'
import { ONCE } from '../parts/hx.ts'
import { Icon } from '../parts/icon.tsx'
import { isFiltered, listHref, type Query } from '../parts/list.ts'
import { pickColumn } from '../parts/pick.tsx'
import { type Column, ListCard, Seg, type Tab, UrlCell } from '../parts/table.tsx'
import { SameAs } from '../same-as/same-as.tsx'
import { partWord, showsOf } from './engine-words.ts'
import type { JobProps } from './job-props.ts'
import { leavingParts, lookParts } from './rail-parts.ts'
import {
  isDripping,
  isFinished,
  isRunning,
  type JobLink,
  jobHref,
  type OutcomePart,
  outcomeParts,
  unsentOf,
} from './shapes.ts'

/** What a tab can ask of the list. */
const ASKED = ['state', 'indexed', 'credit', 'warned', 'guarantee', 'look', 'leaves'] as const
const NONE: Query = Object.fromEntries(ASKED.map((name) => [name, undefined]))

/** Every link of a job: searched, by cause, ticked for what can be done with some of them. */
export function JobLinks(props: JobProps) {
  const { job, links, query, can_write, base } = props
  const self = jobHref(base, job)
  return (
    <div class="links">
      <Filters id="find-links" href={self} query={query} search="Search links" filters={[]} />
      <ListCard
        title="Links"
        caption="Links"
        aside={
          <>
            <Seg label="Links by outcome" tabs={linkTabs(props, self)} />
            {/* The tab stays while one searches: these belong to the search above, and change with the list. */}
            {ASKED.map(
              (name) => query[name] && <input type="hidden" form="find-links" name={name} value={query[name]} />,
            )}
          </>
        }
        columns={columns(props)}
        list={links}
        href={self}
        query={query}
        acts={can_write && <Picked {...props} self={self} />}
        empty={isFiltered(query) ? <NoneFound href={self} /> : <Empty icon="link-2">No link is here yet.</Empty>}
      />
    </div>
  )
}

const NoneFound = ({ href }: { href: string }) => (
  <Empty
    icon="search"
    action={
      <a class="btn" href={href}>
        Show all links
      </a>
    }
  >
    No link is like that.
  </Empty>
)

/** What can be done with the links that are ticked. The first button is Enter's in a box, and does nothing. */
const Picked = ({ job, facts, credits_href, self }: JobProps & { self: string }) => (
  <form id="picked" class="row" method="post" action={`${self}/check`} {...ONCE}>
    <button type="submit" formmethod="get" formaction={self} hidden>
      Reload the list
    </button>
    <output class="muted js-only" id="picked-count" for="list">
      None selected
    </output>
    {facts.available.check > 0 ? (
      <button type="submit" class="btn small" data-most={String(facts.available.check)}>
        <Icon name="scan-search" />
        <PickedWord
          none="Check selected, 1 check credit each"
          one="Check this one: 1 check credit"
          many="Check these {n}: {n} check credits"
        />
      </button>
    ) : (
      <span>
        {`${job.tenant_name} has no check credits. `}
        {credits_href && <a href={credits_href}>Get credits</a>}
      </span>
    )}
    <button type="submit" class="btn small" formaction={`${self}/links/again`}>
      <Icon name="send" />
      <PickedWord none="Push selected again" one="Push this one again" many="Push these {n} again" />
    </button>
    {waits(job) && <StopPicked action={`${self}/links/stop`} />}
    <button type="button" class="btn small js-only" data-do="copy-picked">
      <Icon name="copy" />
      Copy the list
    </button>
    {isFinished(job) && (
      <button type="submit" class="btn small" formaction={`${self}/links/remove`}>
        <Icon name="trash-2" />
        Remove selected
      </button>
    )}
    {facts.available.check > 0 && <SameAs of={`${self}/check`} short />}
  </form>
)

/** Whether a link of it can still be kept from being sent. */
const waits = (job: JobProps['job']): boolean => job.type === 'index' && isRunning(job) && unsentOf(job) > 0

/** Asks first, with the numbers: what has left already stays. */
export const StopPicked = ({ action }: { action: string }) => (
  <button type="submit" class="btn small" formaction={action}>
    <Icon name="ban" />
    <PickedWord none="Stop pushing selected" one="Stop pushing this one" many="Stop pushing these {n}" />
  </button>
)

/** What a button says of the links that are ticked; without JavaScript it cannot count them. */
export const PickedWord = ({ none, one, many }: { none: string; one: string; many: string }) => (
  <span data-none={none} data-one={one} data-many={many}>
    {none}
  </span>
)

/** The table's views: the parts of the outcome by cause, each a filter of the API. */
export function linkTabs({ job, facts, query }: Pick<JobProps, 'job' | 'facts' | 'query'>, href: string): Tab[] {
  const { outcome, type } = job
  const tab = (label: string, count: number, filter: Query): Tab & { count: number } => ({
    label,
    count,
    href: listHref(href, query, { ...NONE, ...filter }),
    current: ASKED.every((name) => (query[name] || undefined) === filter[name]),
  })
  const causes = outcomeParts(outcome, type)
    .flatMap((part) => causesOf(part, job))
    .map((cause) => ({ ...cause, label: partWord(cause, job) }))
  const tabs = [
    ...causes.map(({ label, value, filter }) => tab(label, value, filter)),
    tab('Not covered', facts.uncovered, { guarantee: 'false' }),
    tab('With warnings', outcome.warned, { warned: 'true' }),
    ...partsAsked(facts, query).map(({ label, value, filter }) => tab(label, value, filter)),
  ]
  return [
    tab('All', outcome.links, {}),
    ...tabs.filter((one) => one.count > 0 || one.current || one.label === showsOf(job).yes),
  ]
}

type Cause = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Parts that a number of the rail leads to are tabs while one of them is asked for. */
function partsAsked(facts: JobProps['facts'], { look, leaves }: Query): Cause[] {
  if (leaves) return leavingParts(facts)
  const day = LOOK_DAYS.find((one) => look?.endsWith(`_${one}`))
  return day ? lookParts(facts.timeline, day) : []
}

/** Links are skipped that were flagged, or cancelled; of a push over days, those that wait were sent or have their day. */
function causesOf(part: OutcomePart, job: JobProps['job']): Cause[] {
  const { states } = job.outcome
  const one = (label: string, state: keyof typeof states): Cause => ({ label, value: states[state], filter: { state } })
  if (part.filter.state === 'skipped' && states.cancelled > 0)
    return [one('Flagged', 'flagged'), one('Cancelled', 'cancelled')]
  if (part.filter.state === 'waiting' && isDripping(job))
    return [one('Sent', 'sent'), one('Scheduled', 'scheduled'), one('Queued', 'queued')]
  return [part]
}

function columns(props: JobProps): Column<JobLink>[] {
  const { job, links, base, zone, can_write } = props
  const hosts = new Set(links.items.map(({ url }) => splitUrl(url).host))
  const [host] = hosts.size === 1 ? hosts : []
  const url: Column<JobLink> = {
    label: host ? `Link on ${host}` : 'Link',
    sort: 'url',
    cell: (link) => <Url link={link} base={base} zone={zone} short={host !== undefined} />,
  }
  const all =
    job.type === 'check' ? [url, answerColumn(job)] : [url, ...DAYS.map((day, at) => dayColumn(job, day, at)), CREDIT]
  return can_write ? [PICK, ...all] : all
}

export const PICK = pickColumn<{ uid: number; url: string }>('url_ids', ({ uid, url }) => ({
  value: String(uid),
  label: url,
  url,
}))

/** A URL that opens, and is copied by one click. */
export const OpenUrl = ({ url }: { url: string }) => (
  <>
    <UrlCell url={url} host_first open />
    <button type="button" class="copy-url i-copy js-only" data-do="copy-url" aria-label={`Copy ${url}`}></button>
  </>
)

const CREDIT: Column<JobLink> = { label: 'Credit', class: 'cr', cell: (link) => <CreditChip link={link} /> }
const DAYS = LOOK_DAYS

const answerColumn = (job: JobProps['job']): Column<JobLink> => ({
  label: showsOf(job).name,
  class: 'cr',
  sort: 'state',
  cell: (link) => <VerdictChip link={link} />,
})

const dayColumn = (job: JobProps['job'], day: number, at: number): Column<JobLink> => ({
  label: `Day ${day}`,
  class: 'c3',
  cell: (link) => {
    const state = marksOf(link)?.[at]
    return state ? (
      <CheckMark state={state} label={`Day ${day}: ${saysOf(state, job)}`} />
    ) : (
      <span class="muted">–</span>
    )
  },
})

const saysOf = (state: CheckState, job: JobProps['job']): string =>
  ({ yes: lowerFirst(showsOf(job).yes), no: 'not yet', todo: 'to come', stop: 'blocked' })[state]
const lowerFirst = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1)

/**
 * What the checks of day 1, 3 and 7 found, by the number of checks that were answered: the timeline counts the same way
 * (column `stage`). Nothing for a link that was not sent.
 */
export function marksOf({ state, sent_at, looks, credit }: JobLink): CheckState[] | null {
  if (sent_at === null || state === 'failed') return null
  const found = state === 'indexed' && credit !== 'released' ? Math.max(1, Math.min(3, looks)) : 4
  const waits = state === 'sent'
  return LOOK_DAYS.map((_, at) => (at + 1 >= found ? 'yes' : waits && at >= looks ? 'todo' : 'no'))
}

type UrlProps = { link: JobLink; base: string; zone?: string | undefined; short: boolean }

/** The row leads to the life of the link. */
const Url = ({ link, base, zone, short }: UrlProps) => {
  const { host, path } = splitUrl(link.url)
  const why = link.reason ?? link.fix?.split('\n')[0]
  return (
    <>
      <a class="url" href={linkHref(base, link.uid)} data-row title={link.url}>
        {short ? path : `${host}${path}`}
      </a>
      {link.flags.map((flag) => (
        <>
          {' '}
          <FlagChip flag={flag} status={link.http_status} />
        </>
      ))}
      {link.state === 'scheduled' && link.due_at && (
        <span class="muted small">{` Sent ${weekday(link.due_at, zone)}`}</span>
      )}
      {why && <p class="hint">{why}</p>}
      <Warnings warnings={link.warnings} />
    </>
  )
}
