/** Numbers of a job's timeline and of its schedule, each with its filter of the list of links. */
import type { LookDay, LookPart } from '../../src/domains/jobs/index.ts'
import type { JobSummary, OutcomePart } from './shapes.ts'

type TimelinePart = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Links indexed, not indexed, and not checked yet by a day; their total is all sent links. */
export function lookParts(
  { days }: JobSummary['timeline'],
  day: LookDay,
): [seen: TimelinePart, unseen: TimelinePart, due: TimelinePart] {
  const { indexed, not_indexed, due } = days.find((one) => one.day === day)!
  const part = (label: string, value: number, look: LookPart): TimelinePart => ({ label, value, filter: { look } })
  return [
    part(`Indexed by day ${day}`, indexed, `seen_${day}`),
    part(`Not indexed by day ${day}`, not_indexed, `unseen_${day}`),
    part(`Check of day ${day} to come`, due, `due_${day}`),
  ]
}

/** Links of a push that are sent, that leave today, and that leave later. */
export const leavingParts = ({
  timeline: { sent },
  leaving: { today, later },
}: JobSummary): [sent: TimelinePart, today: TimelinePart, later: TimelinePart] => [
  { label: 'Sent', value: sent, filter: { leaves: 'sent' } },
  { label: 'Today', value: today, filter: { leaves: 'today' } },
  { label: 'To come', value: later, filter: { leaves: 'later' } },
]
