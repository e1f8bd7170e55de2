import Type from 'typebox'
import type { ReadTx } from '../../../kernel/database/database.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Count } from '../../../kernel/operation/shape.ts'
import { LAST_LOOK_DAY, LOOK_DAYS } from '../../plans/index.ts'
import { cohortOf, seenBy, sentOf, waitingFor } from './cohorts.ts'

const TimelineDay = Shape('TimelineDay', {
  day: Type.Integer({ description: '1, 3 or 7' }),
  indexed: Count('Links found indexed by this day'),
  not_indexed: Count('Links checked on this day or after and not found indexed by it'),
  due: Count('Links whose check of this day is still to come'),
})

export const Timeline = Shape('Timeline', {
  sent: Count('Links that were sent; the counts of each day add up to it'),
  days: Type.Array(TimelineDay),
  indexed_late: Count(`Links found indexed after day ${LAST_LOOK_DAY}, whose credit was refunded`),
})

/** Results of the guarantee checks of one push, day by day. */
export function timelineOf(tx: ReadTx, job_id: string) {
  const cohort = cohortOf(tx, job_id)
  const sent = sentOf(cohort)
  const days = LOOK_DAYS.map((day) => {
    const [indexed, due] = [seenBy(cohort, day), waitingFor(cohort, day)]
    return { day, indexed, not_indexed: sent - indexed - due, due }
  })
  return { sent, days, indexed_late: cohort.later }
}
