/** Links of a push that are not indexed, by cause, each with the act that can help. */
import { LAST_LOOK_DAY } from '../../src/domains/plans/index.ts'
import type { Child } from '../jsx/elements.ts'
import { Section } from '../kit/fold.tsx'
import { letterHref } from '../letters/drafts.ts'
import { LetterLink, LetterPlace } from '../letters/letter-form.tsx'
import { LinkButton } from '../parts/button.tsx'
import { Post } from '../parts/forms/post.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { many, number, weekday } from '../parts/text/format.ts'
import { flagWord } from '../parts/text/words.ts'
import { examplesOf } from '../push/preflight-group.tsx'
import { showsOf } from './engine-words.ts'
import type { LiveProps } from './job-props.ts'
import { linksHref } from './job-strip.tsx'
import { Ask } from './questions.tsx'
import { isBlocked, isFinished, jobHref, retriedOf } from './shapes.ts'

type Cause = { icon: IconName; tone?: 'warn' | 'bad'; title: string; says: Child; n: number; href: string; act?: Child }

export function JobCauses(props: LiveProps) {
  const causes = causesOf(props).filter(({ n }) => n > 0)
  if (causes.length === 0) return null
  const links = causes.reduce((sum, { n }) => sum + n, 0)
  return (
    <Section
      title={isFinished(props.job) ? 'Not indexed' : 'Not indexed yet'}
      note={`${many(links, 'link')}, by cause`}
      aside={<Tell {...props} />}
    >
      <LetterPlace at={PLACE} />
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
              {number(n)}
              <span class="vh">{` ${n === 1 ? 'link' : 'links'}: ${title}`}</span>
            </a>
            {act ?? <LinkButton class="btn small quiet" href={href} label="See links" />}
          </li>
        ))}
      </ul>
    </Section>
  )
}

const PLACE = 'letter-to-client'

/** One letter about all links that the site blocks. */
const Tell = ({ job, base, can_write }: LiveProps) => {
  const { flagged } = job.outcome.states
  if (!can_write || flagged === 0) return null
  const label = `Tell the client about ${many(flagged, 'link')}`
  return <LetterLink href={letterHref(base, 'blocked', job.id)} at={PLACE} label={label} />
}

function causesOf(props: LiveProps): Cause[] {
  const { job, facts, base, can_write, zone = 'UTC' } = props
  const { states } = job.outcome
  const { name } = showsOf(job)
  const list = (filter: Parameters<typeof linksHref>[2]) => linksHref(base, job, filter)
  const next = job.outcome.next_look_at
  return [
    ...unsent(props),
    {
      icon: 'clock',
      title: `Waiting for ${name}`,
      says: next ? `Nothing blocks them. Next check ${weekday(next, zone)}.` : 'Nothing blocks them.',
      n: states.sent,
      href: list({ state: 'sent' }),
    },
    {
      icon: 'circle-x',
      title: `Not indexed by day ${LAST_LOOK_DAY}`,
      says: 'Their credits are refunded. Better content and internal links usually help.',
      n: states.not_indexed,
      href: list({ state: 'not_indexed' }),
      act: can_write && facts.unseen > 0 && (
        <Ask act="send-unindexed" job={job} base={base} again={facts.unseen} class="btn small">
          {`Push ${number(facts.unseen)} again`}
        </Ask>
      ),
    },
    ...flaggedCauses(props),
    {
      icon: 'triangle-alert',
      tone: 'bad',
      title: 'Could not be sent',
      says: 'The supplier rejected them. Their credits are refunded.',
      n: states.failed,
      href: list({ state: 'failed' }),
      act: can_write && retriedOf(job) > 0 && (
        <Post action={`${jobHref(base, job)}/retry`} class="btn small">
          {`Retry ${number(retriedOf(job))}, ${many(retriedOf(job), 'credit')}`}
        </Post>
      ),
    },
    {
      icon: 'ban',
      title: 'Cancelled',
      says: 'Cancelled before they were sent. Free.',
      n: states.cancelled,
      href: list({ state: 'cancelled' }),
    },
    {
      icon: 'scale',
      title: 'Control group',
      says: 'Not sent, to compare the others with. Free.',
      n: states.held_out,
      href: list({ state: 'held_out' }),
    },
  ]
}

/** Links that are not sent yet. A push that cannot send shows the reason, and the operator gets a link to suppliers. */
function unsent({ job, base, suppliers_href, can_write }: LiveProps): Cause[] {
  const { queued, scheduled } = job.outcome.states
  const blocked = isBlocked(job)
  const act = suppliers_href ? (
    <LinkButton class="btn small" href={suppliers_href} label="Open suppliers" />
  ) : (
    can_write && (
      <Ask act="cancel" job={job} base={base} class="btn small">
        Cancel push
      </Ask>
    )
  )
  const first: Cause = blocked
    ? { icon: 'triangle-alert', tone: 'warn', title: 'Waiting to send', says: job.note, n: queued, href: '', act }
    : { icon: 'send', title: 'Not sent yet', says: 'They are sent next.', n: queued, href: '' }
  return [
    { ...first, href: linksHref(base, job, { state: 'queued' }) },
    {
      icon: 'calendar-clock',
      title: 'Scheduled',
      says: `Spread over ${many(job.drip_days, 'day')}.`,
      n: scheduled,
      href: linksHref(base, job, { state: 'scheduled' }),
    },
  ]
}

/** One cause for each flag of the pre-flight; one for all if `flagged` is empty. */
function flaggedCauses({ job, base, flagged = [] }: LiveProps): Cause[] {
  const n = job.outcome.states.flagged
  const href = linksHref(base, job, { state: 'flagged' })
  if (flagged.length === 0)
    return [{ icon: 'ban', tone: 'warn', title: 'Blocked before the push', says: 'Not sent, free.', n, href }]
  return flagged.map((one) => ({
    icon: one.flag.startsWith('http') ? 'circle-x' : 'ban',
    tone: 'warn',
    title: flagWord(one.flag, one.status),
    says: `${examples(one.urls)}. Not sent, free.`,
    n: one.urls.length,
    href,
  }))
}

const examples = (urls: readonly string[]): string =>
  examplesOf(urls) + (urls.length > 3 ? ` and ${number(urls.length - 3)} more` : '')
