/** The life of a link, oldest first: order, pre-flight, sends, IndexNow, checks with their stored answers, refund. */
import type { LinkPing } from '../../src/domains/links/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, sayStored, type Text, text } from '../../src/kernel/language/say.ts'
import type { Time } from '../../src/kernel/time/clock.ts'
import { Person } from '../parts/person.tsx'
import { Say } from '../parts/text/say.tsx'
import { When } from '../parts/text/when.tsx'
import type { Tone } from '../parts/text/words.ts'
import { lineBack, linesOut } from './credit.ts'
import { checked, LedgerLink, type LifeProps, type Moment } from './life-checks.tsx'

export function Life(props: LifeProps) {
  const { life, zone } = props
  const all = [
    ordered(props),
    ...screened(props),
    ...sent(props),
    ...life.indexnow.map((ping) => pinged(zone, ping)),
    ...life.checks.map((check) => checked(props, check)),
    ...settled(props),
    ...next(props),
  ]
  const key = ({ at, to_come }: Moment) => `${to_come ? 1 : 0}${at ?? life.job.created_at}`
  return (
    <ol class="life">
      {all
        .toSorted((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0))
        .map(({ at, tone, title, more = [], to_come }) => (
          <li class={[tone, to_come && 'to-come']}>
            <p class="row spread">
              <b>{title}</b>
              {at && (
                <span class="muted small">
                  <When time={at} zone={zone} exact />
                </span>
              )}
            </p>
            {more.filter(Boolean).map((line) => (
              <div class="hint">{line}</div>
            ))}
          </li>
        ))}
    </ol>
  )
}

const ordered = ({ life, base, names, zone: to }: LifeProps): Moment => ({
  at: life.job.created_at,
  tone: 'idle',
  title: life.job.type === 'check' ? say(to, 'Check started') : say(to, 'Push started'),
  more: [
    <Say
      to={to}
      text="By <person></person>"
      tags={{ person: () => <Person of={life.job.created_by} names={names} /> }}
    />,
    ...linesOut(life).map(({ id, amount, note }) => (
      <LedgerLink base={base} id={id}>
        {note === 'retry'
          ? say(
              to,
              '{n, plural, one {# index credit} other {# index credits}} reserved for the retry, 1 for this link',
              { n: amount },
            )
          : say(
              to,
              '{n, plural, one {# index credit} other {# index credits}} reserved for the push, 1 for this link',
              { n: amount },
            )}
      </LedgerLink>
    )),
  ],
})

function screened({ life: { job, link }, zone: to }: LifeProps): Moment[] {
  const { preflight, flags, fix, warnings } = link
  if (preflight === null || job.type === 'check') return []
  const status = preflight.status === null ? say(to, 'no answer') : String(preflight.status)
  const held = flags.length > 0
  const title = held
    ? say(to, 'Pre-flight: held back ({status})', { status })
    : preflight.challenged
      ? say(to, 'Pre-flight: bot protection answered')
      : say(to, 'Pre-flight: the page answered {status}', { status })
  const more = [...(fix?.split('\n') ?? []), ...warnings].map((line) => sayStored(to, line))
  return [{ at: null, tone: held ? 'warn' : 'ok', title, more }]
}

function sent({ life: { link }, zone: to }: LifeProps): Moment[] {
  const { state, settled_at, reason, sent_at, batch_links, push_anyway } = link
  if (state === 'failed')
    return [
      {
        ...{ at: settled_at, tone: 'bad', title: say(to, 'Could not be sent') },
        more: [reason && sayStored(to, reason)],
      },
    ]
  if (sent_at === null) return []
  const more = [
    batch_links && say(to, 'In a batch of {n, plural, one {# link} other {# links}}', { n: batch_links }),
    push_anyway && say(to, 'Pushed anyway, without the guarantee'),
  ]
  return [{ at: sent_at, tone: 'info', title: say(to, 'Sent to the search engines'), more }]
}

const PING: Record<LinkPing['state'], [title: Text, tone: Tone]> = {
  queued: [text('IndexNow: waiting'), 'info'],
  sent: [text('IndexNow: sent'), 'ok'],
  skipped_24h: [text('IndexNow: skipped, as it was sent within 24 hours'), 'idle'],
  not_covered: [text('IndexNow: outside the folder of the key file'), 'warn'],
  refused: [text('IndexNow: refused'), 'bad'],
  failed: [text('IndexNow: failed'), 'bad'],
}

function pinged(to: Reader, { state, at, sent_at, host, answer_status, explanation }: LinkPing): Moment {
  const [title, tone] = PING[state]
  const key =
    answer_status === null
      ? say(to, 'With the key of {host}', { host })
      : say(to, 'With the key of {host}; the engines answered {status}', { host, status: String(answer_status) })
  return { at: sent_at ?? at, tone, title: say(to, title), more: [key, explanation && sayStored(to, explanation)] }
}

function settled({ life, base, zone: to }: LifeProps): Moment[] {
  const { link } = life
  const { settled_at: at, credit, guarantee } = link
  if (at === null || credit === null || credit === 'reserved') return []
  if (credit === 'consumed') return guarantee ? [{ at, tone: 'ok', title: say(to, 'Credit used') }] : []
  const back = lineBack(life)
  const more = back && [
    <LedgerLink base={base} id={back.id}>
      {say(to, '{n, plural, one {# index credit} other {# index credits}} refunded, 1 of this link', {
        n: back.amount,
      })}
    </LedgerLink>,
  ]
  const title = credit === 'released' ? say(to, 'Credit refunded') : say(to, 'Not charged')
  return [{ at, tone: 'info', title, more }]
}

function next({ life: { link, job }, zone: to }: LifeProps): Moment[] {
  const { due_at, sent_at, next_look_at } = link
  if (job.status === 'cancelled' && sent_at === null) return []
  const coming = (at: Time | null, title: string): Moment[] => (at ? [{ at, tone: 'idle', title, to_come: true }] : [])
  return [
    ...coming(sent_at === null ? due_at : null, say(to, 'Will be sent')),
    ...coming(next_look_at, say(to, 'Next check')),
  ]
}
