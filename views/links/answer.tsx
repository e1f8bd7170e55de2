/** Result of one page: a word, one sentence, and its checks by day. On the page of the link and in the portal. */

import type { LinkCheck, LinkDetail } from '../../src/domains/links/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, type Text, text } from '../../src/kernel/language/say.ts'
import { DAY, daysBetween, plus } from '../../src/kernel/time/clock.ts'
import { engineNameOf } from '../jobs/engine-words.ts'
import type { Child } from '../jsx/elements.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { dayAndMonth, longDay } from '../parts/text/format.ts'
import { FLAGS } from '../parts/text/words.ts'

type AnswerState = { word: string; mark: CheckState }
type Watch = LinkDetail['link']['watch']
type Outcome = Pick<LinkDetail['link'], 'state' | 'indexed'> & { watch?: Watch }

function markOf({ state, indexed, watch }: Outcome): CheckState {
  if (watch?.state === 'dropped') return 'no'
  if (indexed === 'yes') return 'yes'
  if (state === 'flagged') return 'stop'
  return state === 'queued' || state === 'scheduled' || state === 'sent' ? 'todo' : 'no'
}

const STATES: Record<'yes' | 'stop' | 'todo' | 'no', Text> = {
  yes: text('Yes'),
  stop: text('Blocked'),
  todo: text('Not yet'),
  no: text('No'),
}

export function stateOf(link: Outcome, to: Reader): AnswerState {
  const mark = markOf(link)
  return { word: say(to, STATES[mark as keyof typeof STATES]), mark }
}

const isAnswered = ({ checked_at, indexed, failed }: LinkCheck): boolean =>
  checked_at !== null && indexed !== null && indexed !== 'unknown' && !failed

/** The engine of the last answer, else the engine of the job: `Google`; null for one without a name. */
const engineOf = ({ checks, job }: LinkDetail): string | null =>
  engineNameOf({ engine: checks.findLast(isAnswered)?.engine ?? job.engine })

/** The result of a page in sentences. */
export const answerInWords = (life: LinkDetail, to: Reader): string =>
  sentencesOf(life, to)
    .filter((sentence) => sentence !== null)
    .join(' ')

function sentencesOf(life: LinkDetail, to: Reader): (string | null)[] {
  const { link, job, checks } = life
  const mark = markOf(link)
  const engine = engineOf(life)
  const sent = link.sent_at && longDay(link.sent_at, to)
  const last = checks.findLast(isAnswered)
  const checked = last ? say(to, 'It was last checked on {day}.', { day: longDay(last.checked_at!, to) }) : null
  if (link.watch?.state === 'dropped') return [notIn(to, engine), missed(link.watch, to), checked]
  if (mark === 'yes')
    return [
      engine === null ? say(to, 'It is in the search engine.') : say(to, 'It is in {engine}.', { engine }),
      sent
        ? say(to, 'We sent it on {day}.', { day: sent })
        : job.type === 'check'
          ? null
          : say(to, 'It was there before the push.'),
      checked,
    ]
  if (mark === 'stop') {
    const faults = link.flags.map((flag) => (FLAGS[flag] ? say(to, FLAGS[flag]) : flag)).join(', ')
    return [say(to, 'The site blocks it: {faults}. It was not sent, and no credit was used.', { faults })]
  }
  if (link.state === 'checked')
    return last ? [notIn(to, engine), checked] : [say(to, 'The search engine has not answered yet.')]
  if (mark === 'todo')
    return [sent ? waits(to, sent, link.sent_at!) : say(to, 'It is in a push and will be sent soon.')]
  if (link.state === 'cancelled') return [say(to, 'Its push was cancelled before it was sent.')]
  if (link.state === 'held_out') return [say(to, 'It is in the control group: not sent, to compare the others with.')]
  if (!sent) return [say(to, 'It was not sent.')]
  const words =
    engine === null
      ? say(to, 'We sent it on {day}, and the search engine does not show it.', { day: sent })
      : say(to, 'We sent it on {day}, and {engine} does not show it.', { day: sent, engine })
  return [words, checked, say(to, 'Better content and internal links usually help.')]
}

const notIn = (to: Reader, engine: string | null): string =>
  engine === null ? say(to, 'It is not in the search engine.') : say(to, 'It is not in {engine}.', { engine })

const missed = ({ last_yes_at, first_no_at }: NonNullable<Watch>, to: Reader): string | null =>
  first_no_at &&
  say(to, 'It was last seen there on {seen}, and first missed on {missed}.', {
    seen: longDay(last_yes_at, to),
    missed: longDay(first_no_at, to),
  })

const waits = (to: Reader, day: string, sent_at: string): string =>
  say(to, 'We sent it on {day}. The final check is on {last}.', {
    day,
    last: longDay(plus(sent_at, LOOK_DAYS.at(-1)! * DAY), to),
  })

type AnswerProps = { life: LinkDetail; to: Reader; foot?: Child }

export const Answer = ({ life, to, foot }: AnswerProps) => {
  const { link, job } = life
  const { word, mark } = stateOf(link, to)
  return (
    <section class="page-answer" aria-live="polite" aria-label={say(to, 'Answer')}>
      <div class="verdict-h">
        <CheckMark state={mark} label={word} />
        <div>
          <h2>{word}</h2>
          <p class="muted break">{link.url}</p>
        </div>
      </div>
      <p class="lede2">{answerInWords(life, to)}</p>
      {job.type === 'index' && (
        <ol class="steps4">
          <li class={[link.sent_at && 'done']}>
            <CheckMark
              state={link.sent_at ? 'yes' : 'todo'}
              label={link.sent_at ? say(to, 'done') : say(to, 'to come')}
            />
            <b>{say(to, 'Sent')}</b>
            <span>{link.sent_at ? dayAndMonth(link.sent_at, to) : say(to, 'Not sent')}</span>
          </li>
          {LOOK_DAYS.map((day) => (
            <Step life={life} day={day} to={to} />
          ))}
          {laterOf(life).map((check) => (
            <Later check={check} life={life} to={to} />
          ))}
        </ol>
      )}
      {foot && <div class="answer-f">{foot}</div>}
    </section>
  )
}

/** The newest checks after the guarantee: a row of them. */
const laterOf = ({ checks }: LinkDetail): LinkCheck[] =>
  checks.filter((check) => check.purpose === 'retention' && isAnswered(check)).slice(-4)

function Later({ check, life, to }: { check: LinkCheck; life: LinkDetail; to: Reader }) {
  const state = check.indexed === 'yes' ? 'yes' : 'no'
  const word = saidOn(to, LOOK_DAYS.at(-1)!, state, engineOf(life))
  return (
    <li class="done">
      <CheckMark state={state} label={word} />
      <b>{say(to, 'Day {day}', { day: daysBetween(life.link.sent_at!, check.checked_at!) })}</b>
      <span>{`${word}, ${dayAndMonth(check.checked_at!, to)}`}</span>
    </li>
  )
}

/** After the last check, "Not yet" becomes final. */
function saidOn(to: Reader, day: number, state: CheckState, engine: string | null): string {
  if (state === 'yes') return engine === null ? say(to, 'In the search engine') : say(to, 'In {engine}', { engine })
  if (day !== LOOK_DAYS.at(-1)) return say(to, 'Not yet')
  return engine === null ? say(to, 'Not in the search engine') : say(to, 'Not in {engine}', { engine })
}

/** The mark and the word of a day without an answer that counts for it. */
function unanswered({ checks, link }: LinkDetail, day: number): [CheckState, Text] {
  const counted = checks.filter((check) => check.counted_day !== null && isAnswered(check))
  if (counted.some(({ counted_day }) => counted_day! > day)) return ['none', text('Checked later')]
  if (link.sent_at === null && link.settled_at === null && link.indexed !== 'yes') return ['todo', text('To come')]
  if (link.indexed === 'yes' || link.sent_at === null) return ['found', text('No check needed')]
  return link.settled_at === null ? ['todo', text('To come')] : ['none', text('No answer')]
}

/** A day with the last answer that counts for it; a found page needs no further check. */
function Step({ life, day, to }: { life: LinkDetail; day: number; to: Reader }) {
  const check = life.checks.findLast((one) => one.counted_day === day && isAnswered(one))
  const seen = check?.indexed === 'yes' ? 'yes' : 'no'
  const [state, found] = check ? ([seen, null] as const) : unanswered(life, day)
  const word = found === null ? saidOn(to, day, seen, engineOf(life)) : say(to, found)
  return (
    <li class={[check && 'done']}>
      <CheckMark state={state} label={word} />
      <b>{say(to, 'Day {day}', { day })}</b>
      <span>{check ? `${word}, ${dayAndMonth(check.checked_at!, to)}` : word}</span>
    </li>
  )
}
