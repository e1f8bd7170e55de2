/** The days of a push: links indexed by day 1, 3 and 7, and the expected number. */
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { inARow, say } from '../../src/kernel/language/say.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Timeline } from '../kit/timeline.tsx'
import { weekday } from '../parts/text/format.ts'
import { Say, type Tags } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import type { LiveProps } from './job-props.ts'
import { ageOf, linksHref } from './job-strip.tsx'
import { isDripping, isFinished, type OutcomePart } from './shapes.ts'
import { leavingParts, lookParts } from './timeline-parts.ts'

export function JobTimeline(props: LiveProps) {
  const { job, facts, zone: to } = props
  if (isFinished(job) && job.sent_at === null)
    return (
      <p class="muted">{say(to, 'No link was sent, so there is nothing to check. All index credits are refunded.')}</p>
    )
  return (
    <Section title={say(to, 'Timeline')}>
      <div class="tl">
        {facts.timeline.sent > 0 && <Plot {...props} />}
        <Days {...props} />
      </div>
      <Late {...props} />
      {isDripping(job) && <Schedule {...props} />}
      {job.drip_days > 0 && (
        <p class="hint">{say(to, 'Days count from the day a link is sent. Dates are those of the first.')}</p>
      )}
      <Supplier {...props} />
    </Section>
  )
}

const Late = ({ job, facts, base, zone: to }: LiveProps) => (
  <>
    {facts.timeline.indexed_late > 0 && (
      <p class="hint">
        <Say
          to={to}
          text="<a>{n, plural, one {# more link was} other {# more links were}}</a> indexed after day {day}. Their credits stay refunded."
          values={{ n: facts.timeline.indexed_late, day: LAST_LOOK_DAY }}
          tags={{ a: (n) => <a href={linksHref(base, job, { state: 'indexed', credit: 'released' })}>{n}</a> }}
        />
      </p>
    )}
  </>
)

function Plot({ job, facts: { timeline }, usual, now, zone: to }: LiveProps) {
  const moments = timeline.days
    .filter(({ day, due }) => due === 0 || (day <= ageOf(job, now) && due < timeline.sent))
    .map(({ day, indexed }) => ({ day, in: indexed }))
  const last = usual?.find(({ day }) => day === 7)
  const { due, not_indexed } = timeline.days.at(-1)!
  const missed = not_indexed > 0 ? say(to, '{n} not indexed, refunded', { n: not_indexed }) : ''
  return (
    <Timeline
      to={to}
      total={timeline.sent}
      moments={[{ day: 0, in: 0 }, ...moments]}
      usual={last && expected(timeline.sent, last.share, moments.at(-1)?.in ?? 0)}
      words={{ total: say(to, '{n} sent', { n: timeline.sent }), above: due > 0 ? say(to, 'not yet') : missed }}
      final={due === 0}
      label={plotLabel(to, moments)}
    />
  )
}

const plotLabel = (to: Reader, moments: readonly { day: number; in: number }[]): string =>
  moments.length === 0
    ? say(to, 'Links indexed: none yet')
    : say(to, 'Links indexed: {moments}', {
        moments: inARow(
          to,
          moments.map((one) => say(to, '{n} by day {day}', { n: one.in, day: one.day })),
        ),
      })

/** Expected links by day 7 with a 95% range, never below the indexed links. */
function expected(sent: number, share: number, now: number) {
  const chance = 1.96 * Math.sqrt((share * (1 - share)) / sent)
  const links = (part: number) => Math.max(now, Math.round(sent * Math.min(1, Math.max(0, part))))
  return { in: links(share), low: links(share - chance), high: links(share + chance) }
}

function Days(props: LiveProps) {
  const { job, now, zone: to } = props
  const age = ageOf(job, now)
  const current = job.sent_at === null ? 0 : [0, ...LOOK_DAYS].findLast((day) => day <= age)
  const unsent = job.note ? say(to, 'on hold') : say(to, 'to come')
  return (
    <ol class="tl-days">
      {[0, ...LOOK_DAYS].map((day) => (
        <li aria-current={day === current && !isFinished(job) && 'step'}>
          <b>{say(to, 'Day {day}', { day })}</b>
          <small>{job.sent_at ? weekday(plus(job.sent_at, day * DAY), to) : unsent}</small>
          {linesOfDay(props, day).map((line) => (
            <span>{line}</span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Results of a day; each number opens its links. */
function linesOfDay({ job, facts, base, zone: to }: LiveProps, day: number): Child[] {
  const count = ({ value: n, filter }: Pick<OutcomePart, 'value' | 'filter'>, words: (n: number) => string): Child[] =>
    n > 0 ? [<a href={linksHref(base, job, filter)}>{words(n)}</a>] : []
  if (day === 0) return count(leavingParts(facts, to)[0], (n) => say(to, '{n} sent', { n }))
  const [seen, unseen, due] = lookParts(facts.timeline, day as (typeof LOOK_DAYS)[number], to)
  return [
    ...count(seen, (n) => say(to, '{n} indexed', { n })),
    ...count(unseen, (n) =>
      day === LAST_LOOK_DAY ? say(to, '{n} not indexed', { n }) : say(to, '{n} not yet', { n }),
    ),
    ...count(due, (n) => say(to, '{n} to check', { n })),
  ]
}

/** `Sent 12 · today 4 · to come 44 · done by Fri 11 Dec`. */
function Schedule({ job, facts, base, zone: to }: LiveProps) {
  const [sent, today, later] = leavingParts(facts, to)
  const link = ({ value, filter }: typeof sent): Tags => ({
    n: (n) => (value > 0 ? <a href={linksHref(base, job, filter)}>{n}</a> : n),
  })
  return (
    <p>
      <Say to={to} text="Sent <n>{n}</n>" values={{ n: sent.value }} tags={link(sent)} />
      {' · '}
      <Say to={to} text="today <n>{n}</n>" values={{ n: today.value }} tags={link(today)} />
      {' · '}
      <Say to={to} text="to come <n>{n}</n>" values={{ n: later.value }} tags={link(later)} />
      {facts.leaving.last_at && ` · ${say(to, 'done by {day}', { day: weekday(facts.leaving.last_at, to) })}`}
    </p>
  )
}

const Supplier = ({ facts: { crawl }, zone: to }: LiveProps) => (
  <>
    {crawl?.asked_at && (
      <p class="hint">
        <Say
          to={to}
          text="Supplier: {crawled} of {links} crawled, asked <time></time>"
          values={{ crawled: crawl.crawled, links: crawl.links }}
          tags={{ time: () => <When time={crawl.asked_at} zone={to} exact /> }}
        />
      </p>
    )}
  </>
)
