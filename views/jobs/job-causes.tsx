/** Links of a push that are not indexed, by cause, each with the act that can help. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say } from '../../src/kernel/language/say.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { number, weekday } from '../parts/text/format.ts'
import { flagWord } from '../parts/text/words.ts'
import { examplesOf } from '../push/preflight-group.tsx'
import { countLabel, waitingLabel } from './engine-words.ts'
import type { LiveProps } from './job-props.ts'
import { linksHref } from './job-strip.tsx'
import { Ask } from './questions.tsx'
import { isBlocked, isFinished, jobHref, retriedOf } from './shapes.ts'
import { missedLabel } from './timeline-parts.ts'

type Cause = { icon: IconName; tone?: 'warn' | 'bad'; title: string; says: Child; n: number; href: string; act?: Child }

export function JobCauses(props: LiveProps) {
  const causes = causesOf(props).filter(({ n }) => n > 0)
  if (causes.length === 0) return null
  const { zone: to } = props
  const links = causes.reduce((sum, { n }) => sum + n, 0)
  return (
    <Section
      title={isFinished(props.job) ? countLabel(to, 'Not indexed') : say(to, 'Not indexed yet')}
      note={say(to, '{n, plural, one {# link} other {# links}}, by cause', { n: links })}
      aside={<Tell {...props} />}
    >
      <LetterPlace to={to} at={PLACE} />
      <ul class="causes">
        {causes.map(({ icon, tone, title, says, n, href, act }) => (
          <li>
            <span class={['need-i', tone]}>
              <Icon name={icon} />
            </span>
            <p>
              <b>{title}</b>
              <small>{says}</small>
            </p>
            <a class="fig" href={href}>
              {number(n, to)}
              <span class="vh">{` ${say(to, '{n, plural, one {link} other {links}}: {title}', { n, title })}`}</span>
            </a>
            {act ?? <LinkButton class="btn small quiet" href={href} label={say(to, 'See links')} />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const PLACE = 'letter-to-client'

/** One letter about all links that the site blocks. */
const Tell = ({ job, base, can_tell, zone: to }: LiveProps) => {
  const { flagged } = job.outcome.states
  if (!can_tell || flagged === 0) return null
  const label = say(to, 'Tell the client about {n, plural, one {# link} other {# links}}', { n: flagged })
  return <LetterLink href={letterHref(base, 'blocked', job.id)} at={PLACE} label={label} />
}

function causesOf(props: LiveProps): Cause[] {
  const { job, facts, base, can_write, zone: to } = props
  const { states } = job.outcome
  const list = (filter: Parameters<typeof linksHref>[2]) => linksHref(base, job, filter)
  const next = job.outcome.next_look_at
  return [
    ...unsent(props),
    {
      icon: 'clock',
      title: waitingLabel(to, job),
      says: next
        ? say(to, 'Nothing blocks them. Next check {day}.', { day: weekday(next, to) })
        : say(to, 'Nothing blocks them.'),
      n: states.sent,
      href: list({ state: 'sent' }),
    },
    {
      icon: 'circle-x',
      title: missedLabel(to, states.not_indexed, LAST_LOOK_DAY),
      says: say(to, 'Their credits are refunded. Better content and internal links usually help.'),
      n: states.not_indexed,
      href: list({ state: 'not_indexed' }),
      act: can_write && facts.unseen > 0 && (
        <Ask to={to} act="send-unindexed" job={job} base={base} again={facts.unseen} class="btn small">
          {say(to, 'Push {n} again', { n: facts.unseen })}
        </Ask>
      ),
    },
    ...flaggedCauses(props),
    {
      icon: 'triangle-alert',
      tone: 'bad',
      title: say(to, 'Could not be sent'),
      says: say(to, 'The supplier rejected them. Their credits are refunded.'),
      n: states.failed,
      href: list({ state: 'failed' }),
      act: can_write && retriedOf(job) > 0 && (
        <Post to={to} action={`${jobHref(base, job)}/retry`} class="btn small">
          {say(to, 'Retry {n}, {credits, plural, one {# credit} other {# credits}}', {
            ...{ n: retriedOf(job), credits: retriedOf(job) },
          })}
        </Post>
      ),
    },
    {
      icon: 'ban',
      title: countLabel(to, 'Cancelled'),
      says: say(to, 'Cancelled before they were sent. Free.'),
      n: states.cancelled,
      href: list({ state: 'cancelled' }),
    },
    {
      icon: 'scale',
      title: say(to, 'Control group'),
      says: say(to, 'Not sent, to compare the others with. Free.'),
      n: states.held_out,
      href: list({ state: 'held_out' }),
    },
  ]
}

/** Links that are not sent yet. A push that cannot send shows the reason, and the operator gets a link to suppliers. */
function unsent({ job, base, suppliers_href, can_write, zone: to }: LiveProps): Cause[] {
  const { queued, scheduled } = job.outcome.states
  const blocked = isBlocked(job)
  const act = suppliers_href ? (
    <LinkButton class="btn small" href={suppliers_href} label={say(to, 'Open suppliers')} />
  ) : (
    can_write && (
      <Ask to={to} act="cancel" job={job} base={base} class="btn small">
        {say(to, 'Cancel push')}
      </Ask>
    )
  )
  const first: Cause = blocked
    ? {
        icon: 'triangle-alert',
        tone: 'warn',
        title: say(to, 'Waiting to send'),
        says: job.note,
        n: queued,
        href: '',
        act,
      }
    : { icon: 'send', title: say(to, 'Not sent yet'), says: say(to, 'They are sent next.'), n: queued, href: '' }
  return [
    { ...first, href: linksHref(base, job, { state: 'queued' }) },
    {
      icon: 'calendar-clock',
      title: countLabel(to, 'Scheduled'),
      says: say(to, 'Spread over {n, plural, one {# day} other {# days}}.', { n: job.drip_days }),
      n: scheduled,
      href: linksHref(base, job, { state: 'scheduled' }),
    },
  ]
}

/** One cause for each flag of the pre-flight; one for all if `flagged` is empty. */
function flaggedCauses({ job, base, flagged = [], zone: to }: LiveProps): Cause[] {
  const n = job.outcome.states.flagged
  const href = linksHref(base, job, { state: 'flagged' })
  if (flagged.length === 0)
    return [
      {
        ...{ icon: 'ban', tone: 'warn', title: say(to, 'Blocked before the push') },
        ...{ says: say(to, 'Not sent, free.'), n, href },
      },
    ]
  return flagged.map((one) => ({
    icon: one.flag.startsWith('http') ? 'circle-x' : 'ban',
    tone: 'warn',
    title: flagWord(one.flag, one.status, to),
    says: say(to, '{examples}. Not sent, free.', { examples: examples(to, one.urls) }),
    n: one.urls.length,
    href,
  }))
}

const examples = (to: Reader, urls: readonly string[]): string =>
  urls.length > 3
    ? say(to, '{examples} and {n} more', { examples: examplesOf(urls), n: urls.length - 3 })
    : examplesOf(urls)
