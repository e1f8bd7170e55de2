/** Result of one page: a word, one sentence, and its checks by day. On the page of the link and in the portal. */

import type { LinkCheck, LinkDetail } from '../../src/domains/links/index.ts'
import { LOOK_DAYS } from '../../src/domains/plans/index.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import { showsOf } from '../jobs/engine-words.ts'
import type { Child } from '../jsx/elements.ts'
import { CheckMark, type CheckState } from '../kit/cells.tsx'
import { dayAndMonth, longDay } from '../parts/text/format.ts'
import { FLAGS } from '../parts/text/words.ts'

type AnswerState = { word: string; mark: CheckState }
type Outcome = Pick<LinkDetail['link'], 'state' | 'indexed'>

export function stateOf({ state, indexed }: Outcome): AnswerState {
  if (indexed === 'yes') return { word: 'Yes', mark: 'yes' }
  if (state === 'flagged') return { word: 'Blocked', mark: 'stop' }
  if (state === 'queued' || state === 'scheduled' || state === 'sent') return { word: 'Not yet', mark: 'todo' }
  return { word: 'No', mark: 'no' }
}

const isAnswered = ({ checked_at, indexed, failed }: LinkCheck): boolean =>
  checked_at !== null && indexed !== null && indexed !== 'unknown' && !failed

/** The engine of the last answer, else the engine of the job: `Google`. */
const engineOf = ({ checks, job }: LinkDetail): string =>
  showsOf({ engine: checks.findLast(isAnswered)?.engine ?? job.engine }).name

/** The result of a page in words. */
export function answerInWords(life: LinkDetail, zone: string): string {
  const { link, job, checks } = life
  const { word } = stateOf(link)
  const engine = engineOf(life)
  const sent = link.sent_at && longDay(link.sent_at, zone)
  const last = checks.findLast(isAnswered)
  const checked = last ? ` It was last checked on ${longDay(last.checked_at!, zone)}.` : ''
  if (word === 'Yes') {
    const how = sent ? ` We sent it on ${sent}.` : job.type === 'check' ? '' : ' It was there before the push.'
    return `It is in ${engine}.${how}${checked}`
  }
  if (word === 'Blocked') {
    const faults = link.flags.map((flag) => FLAGS[flag] ?? flag).join(', ')
    return `The site blocks it: ${faults}. It was not sent, and no credit was used.`
  }
  if (link.state === 'checked')
    return last ? `It is not in ${engine}.${checked}` : 'The search engine has not answered yet.'
  if (word === 'Not yet')
    return sent
      ? `We sent it on ${sent}. The final check is on ${longDay(plus(link.sent_at!, LOOK_DAYS.at(-1)! * DAY), zone)}.`
      : 'It is in a push and will be sent soon.'
  if (link.state === 'cancelled') return 'Its push was cancelled before it was sent.'
  if (link.state === 'held_out') return 'It is in the control group: not sent, to compare the others with.'
  if (!sent) return 'It was not sent.'
  return `We sent it on ${sent}, and ${engine} does not show it.${checked} Better content and internal links usually help.`
}

type AnswerProps = { life: LinkDetail; zone: string; foot?: Child }

export const Answer = ({ life, zone, foot }: AnswerProps) => {
  const { link, job } = life
  const { word, mark } = stateOf(link)
  return (
    <section class="page-answer" aria-live="polite" aria-label="Answer">
      <div class="verdict-h">
        <CheckMark state={mark} label={word} />
        <div>
          <h2>{word}</h2>
          <p class="muted break">{link.url}</p>
        </div>
      </div>
      <p class="lede2">{answerInWords(life, zone)}</p>
      {job.type === 'index' && (
        <ol class="steps4">
          <li class={[link.sent_at && 'done']}>
            <CheckMark state={link.sent_at ? 'yes' : 'todo'} label={link.sent_at ? 'done' : 'to come'} />
            <b>Sent</b>
            <span>{link.sent_at ? dayAndMonth(link.sent_at, zone) : 'Not sent'}</span>
          </li>
          {LOOK_DAYS.map((day) => (
            <Step life={life} day={day} zone={zone} />
          ))}
        </ol>
      )}
      {foot && <div class="answer-f">{foot}</div>}
    </section>
  )
}

/** After the last check, "Not yet" becomes final. */
const saidOn = (day: number, state: CheckState, engine: string): string =>
  state === 'yes' ? `In ${engine}` : day === LOOK_DAYS.at(-1) ? `Not in ${engine}` : 'Not yet'

/** The mark and the word of a day without an answer that counts for it. */
function unanswered({ checks, link }: LinkDetail, day: number): [CheckState, string] {
  const counted = checks.filter((check) => check.counted_day !== null && isAnswered(check))
  if (counted.some(({ counted_day }) => counted_day! > day)) return ['none', 'Checked later']
  if (link.sent_at === null && link.settled_at === null && link.indexed !== 'yes') return ['todo', 'To come']
  if (link.indexed === 'yes' || link.sent_at === null) return ['found', 'No check needed']
  return link.settled_at === null ? ['todo', 'To come'] : ['none', 'No answer']
}

/** A day with the last answer that counts for it; a found page needs no further check. */
function Step({ life, day, zone }: { life: LinkDetail; day: number; zone: string }) {
  const check = life.checks.findLast((one) => one.counted_day === day && isAnswered(one))
  const seen = check?.indexed === 'yes' ? 'yes' : 'no'
  const [state, word] = check ? ([seen, saidOn(day, seen, engineOf(life))] as const) : unanswered(life, day)
  return (
    <li class={[check && 'done']}>
      <CheckMark state={state} label={word} />
      <b>{`Day ${day}`}</b>
      <span>{check ? `${word}, ${dayAndMonth(check.checked_at!, zone)}` : word}</span>
    </li>
  )
}
