/** What became of one page, in one line. */
import type { LinkDetail, ListedLink } from '../../src/domains/reports/index.ts'
import { DAY, plus } from '../../src/kernel/time/clock.ts'
import type { CheckState } from '../kit/cells.tsx'
import { longDay } from '../parts/format.ts'
import { FLAGS } from '../parts/words.ts'

type State = { word: string; mark: CheckState }

/** The last answer of a day. */
export const checkOn = ({ checks }: LinkDetail, day: number) =>
  checks.findLast((check) => check.day === day && !check.failed && check.checked_at !== null && check.indexed !== null)

export function stateOf({ state, indexed }: Pick<ListedLink, 'state' | 'indexed'>): State {
  if (indexed === 'yes') return { word: 'Yes', mark: 'yes' }
  if (state === 'flagged') return { word: 'Blocked', mark: 'stop' }
  if (state === 'queued' || state === 'scheduled' || state === 'sent') return { word: 'Not yet', mark: 'todo' }
  return { word: 'No', mark: 'no' }
}

const LAST_DAY = 7

export function verdictOf({ link }: Pick<LinkDetail, 'link'>, zone: string): State & { line: string } {
  const state = stateOf(link)
  return { ...state, line: lineOf(link, state, zone) }
}

function lineOf(link: LinkDetail['link'], { word }: State, zone: string): string {
  const sent = link.sent_at && longDay(link.sent_at, zone)
  const checked = link.checked_at ? ` It was last checked on ${longDay(link.checked_at, zone)}.` : ''
  if (word === 'Yes')
    return `It is in Google.${sent ? ` We sent it on ${sent}.` : ' It was there before the push.'}${checked}`
  if (word === 'Blocked') {
    const faults = link.flags.map((flag) => FLAGS[flag] ?? flag).join(', ')
    return `The site blocks it: ${faults}. It was not sent, and no credit was used.`
  }
  if (word === 'Not yet')
    return sent
      ? `We sent it on ${sent}. The final check is on ${longDay(plus(link.sent_at!, LAST_DAY * DAY), zone)}.`
      : 'It is in a push and will be sent soon.'
  if (link.state === 'cancelled') return 'Its push was cancelled before it was sent.'
  if (!sent) return 'It was not sent.'
  return `We sent it on ${sent}, and Google does not show it.${checked} Better content and internal links usually help.`
}
