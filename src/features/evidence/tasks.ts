import { task, taskName } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { readImpressions } from './impressions/read-days.ts'

export const readImpressionsTask = task({
  name: taskName('read_impressions'),
  every: MINUTE,
  summary: 'Reads which pages Google showed on days that are finished, and settles checks of links among them.',
  run: readImpressions,
})
