/** Numbers of a job's timeline and of its schedule, each with its filter of the list of links. */
import type { LookDay, LookPart } from '../../src/domains/jobs/index.ts'
import type { Reader } from '../../src/kernel/language/reader.ts'
import { say, text } from '../../src/kernel/language/say.ts'
import { countLabel } from './engine-words.ts'
import type { JobSummary, OutcomePart } from './shapes.ts'

type TimelinePart = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Links indexed, not indexed, and not checked yet by a day; their total is all sent links. */
export function lookParts(
  { days }: JobSummary['timeline'],
  day: LookDay,
  to: Reader,
): [seen: TimelinePart, unseen: TimelinePart, due: TimelinePart] {
  const { indexed, not_indexed, due } = days.find((one) => one.day === day)!
  const part = (label: string, value: number, look: LookPart): TimelinePart => ({ label, value, filter: { look } })
  return [
    part(say(to, 'Indexed by day {day}', { day }), indexed, `seen_${day}`),
    part(missedLabel(to, not_indexed, day), not_indexed, `unseen_${day}`),
    part(say(to, 'Check of day {day} to come', { day }), due, `due_${day}`),
  ]
}

/** The label of a count of links. */
export const missedLabel = (to: Reader, n: number, day: number): string =>
  say(to, '{n, plural, one {Not indexed by day {day}} other {Not indexed by day {day}}}', { n, day })

/** Links of a push that are sent, that leave today, and that leave later. */
export const leavingParts = (
  { timeline: { sent }, leaving: { today, later } }: JobSummary,
  to: Reader,
): [sent: TimelinePart, today: TimelinePart, later: TimelinePart] => [
  { label: countLabel(to, 'Sent'), value: sent, filter: { leaves: 'sent' } },
  { label: text('Today'), value: today, filter: { leaves: 'today' } },
  { label: text('To come'), value: later, filter: { leaves: 'later' } },
]
