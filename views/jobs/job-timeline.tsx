/** The days of a push: links indexed by day 1, 3 and 7, and the expected number. */
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { Timeline } from '../kit/timeline.tsx'
import { many, number, weekday } from '../parts/text/format.ts'
import { When } from '../parts/text/when.tsx'
import { partWord } from './engine-words.ts'
import type { LiveProps } from './job-props.ts'
import { ageOf, linksHref } from './job-strip.tsx'
import { isDripping, isFinished, type OutcomePart } from './shapes.ts'
import { leavingParts, lookParts } from './timeline-parts.ts'

export function JobTimeline(props: LiveProps) {
  const { job, facts, base } = props
  if (isFinished(job) && job.sent_at === null)
    return <p class="muted">No link was sent, so there is nothing to check. All index credits are refunded.</p>
  const { indexed_late } = facts.timeline
  return (
    <Section title="Timeline">
      <div class="tl">
        {facts.timeline.sent > 0 && <Plot {...props} />}
        <Days {...props} />
      </div>
      {indexed_late > 0 && (
        <p class="hint">
          <a href={linksHref(base, job, { state: 'indexed', credit: 'released' })}>
            {many(indexed_late, 'more link was', 'more links were')}
          </a>
          {` indexed after day ${LAST_LOOK_DAY}. Their credits stay refunded.`}
        </p>
      )}
      {isDripping(job) && <Schedule {...props} />}
      {job.drip_days > 0 && <p class="hint">Days count from the day a link is sent. Dates are those of the first.</p>}
      <Supplier {...props} />
    </Section>
  )
}

function Plot({ job, facts: { timeline }, usual, now }: LiveProps) {
  const moments = timeline.days
    .filter(({ day, due }) => due === 0 || (day <= ageOf(job, now) && due < timeline.sent))
    .map(({ day, indexed }) => ({ day, in: indexed }))
  const last = usual?.find(({ day }) => day === 7)
  const { due, not_indexed } = timeline.days.at(-1)!
  const missed = `${number(not_indexed)} ${partWord({ label: 'Not indexed' }, job).toLowerCase()}`
  return (
    <Timeline
      total={timeline.sent}
      moments={[{ day: 0, in: 0 }, ...moments]}
      usual={last && expected(timeline.sent, last.share, moments.at(-1)?.in ?? 0)}
      words={{
        total: `${number(timeline.sent)} sent`,
        in: 'indexed',
        above: due > 0 ? 'not yet' : not_indexed > 0 ? missed : '',
      }}
      final={due === 0}
      label={`Links indexed: ${moments.map((one) => `${one.in} by day ${one.day}`).join(', ') || 'none yet'}`}
    />
  )
}

/** Expected links by day 7 with a 95% range, never below the indexed links. */
function expected(sent: number, share: number, now: number) {
  const chance = 1.96 * Math.sqrt((share * (1 - share)) / sent)
  const links = (part: number) => Math.max(now, Math.round(sent * Math.min(1, Math.max(0, part))))
  return { in: links(share), low: links(share - chance), high: links(share + chance) }
}

function Days(props: LiveProps) {
  const { job, now, zone = 'UTC' } = props
  const age = ageOf(job, now)
  const current = job.sent_at === null ? 0 : [0, ...LOOK_DAYS].findLast((day) => day <= age)
  return (
    <ol class="tl-days">
      {[0, ...LOOK_DAYS].map((day) => (
        <li aria-current={day === current && !isFinished(job) && 'step'}>
          <b>{`Day ${day}`}</b>
          <small>{job.sent_at ? weekday(plus(job.sent_at, day * DAY), zone) : job.note ? 'on hold' : 'to come'}</small>
          {linesOfDay(props, day).map((line) => (
            <span>{line}</span>
          ))}
        </li>
      ))}
    </ol>
  )
}

/** Results of a day; each number opens its links. */
function linesOfDay({ job, facts, base }: LiveProps, day: number): Child[] {
  const count = ({ value, filter }: Pick<OutcomePart, 'value' | 'filter'>, word: string): Child[] =>
    value > 0 ? [<a href={linksHref(base, job, filter)}>{`${number(value)} ${word}`}</a>] : []
  if (day === 0) return count(leavingParts(facts)[0], 'sent')
  const [seen, unseen, due] = lookParts(facts.timeline, day as (typeof LOOK_DAYS)[number])
  return [...count(seen, 'indexed'), ...count(unseen, day === 7 ? 'not indexed' : 'not yet'), ...count(due, 'to check')]
}

/** `Sent 12 · today 4 · to come 44 · done by Fri 11 Dec`. */
const Schedule = ({ job, facts, base, zone }: LiveProps) => (
  <p>
    {leavingParts(facts).map(({ label, value, filter }, at) => (
      <>
        {at > 0 && ' · '}
        {at > 0 ? `${label.toLowerCase()} ` : `${label} `}
        {value > 0 ? <a href={linksHref(base, job, filter)}>{number(value)}</a> : number(value)}
      </>
    ))}
    {facts.leaving.last_at && ` · done by ${weekday(facts.leaving.last_at, zone)}`}
  </p>
)

const Supplier = ({ facts: { crawl }, zone = 'UTC' }: LiveProps) => (
  <>
    {crawl?.asked_at && (
      <p class="hint">
        {`Supplier: ${number(crawl.crawled)} of ${number(crawl.links)} crawled, asked `}
        <When time={crawl.asked_at} zone={zone} exact />
      </p>
    )}
  </>
)
