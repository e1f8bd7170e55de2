/** The numbers of a job's rail and of its schedule, each with how the list of links is asked for them. */
import { type Cohort, type LookDay, type LookPart, seenBy, sentOf, waitingFor } from '../../src/domains/jobs/index.ts'
import type { JobFacts } from './job-facts.ts'
import type { OutcomePart } from './shapes.ts'

type Part = Pick<OutcomePart, 'label' | 'value' | 'filter'>

/** What the looks up to a day have shown, what they have not, and what waits for that look: together all that was sent. */
export function lookParts(cohort: Cohort, day: LookDay): [seen: Part, unseen: Part, due: Part] {
  const [seen, due] = [seenBy(cohort, day), waitingFor(cohort, day)]
  const part = (label: string, value: number, look: LookPart): Part => ({ label, value, filter: { look } })
  return [
    part(`Seen by day ${day}`, seen, `seen_${day}`),
    part(`Not seen by day ${day}`, sentOf(cohort) - seen - due, `unseen_${day}`),
    part(`Look of day ${day} to come`, due, `due_${day}`),
  ]
}

/** When the links of a push leave: together all that were sent or wait to be. */
export const leavingParts = ({ sent, today, later }: JobFacts['leaving']): [sent: Part, today: Part, later: Part] => [
  { label: 'Sent', value: sent, filter: { leaves: 'sent' } },
  { label: 'Today', value: today, filter: { leaves: 'today' } },
  { label: 'To come', value: later, filter: { leaves: 'later' } },
]
