/** The numbers of a job's rail and of its schedule, each with how the list of links is asked for them. */
import type { LookDay, LookPart } from '../../src/domains/jobs/index.ts'
import type { JobSummary, OutcomePart } from './shapes.ts'

type Part = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** Links that checks found by a day, those they did not, and those still to check: together all that were sent. */
export function lookParts({ days }: JobSummary['timeline'], day: LookDay): [seen: Part, unseen: Part, due: Part] {
  const { indexed, not_indexed, due } = days.find((one) => one.day === day)!
  const part = (label: string, value: number, look: LookPart): Part => ({ label, value, filter: { look } })
  return [
    part(`Found by day ${day}`, indexed, `seen_${day}`),
    part(`Not found by day ${day}`, not_indexed, `unseen_${day}`),
    part(`Check of day ${day} to come`, due, `due_${day}`),
  ]
}

/** When the links of a push leave: together all that were sent or wait to be. */
export const leavingParts = ({
  timeline: { sent },
  leaving: { today, later },
}: JobSummary): [sent: Part, today: Part, later: Part] => [
  { label: 'Sent', value: sent, filter: { leaves: 'sent' } },
  { label: 'Today', value: today, filter: { leaves: 'today' } },
  { label: 'To come', value: later, filter: { leaves: 'later' } },
]
