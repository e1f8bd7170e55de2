import { ANSWER_STRANGERS, answerStrangers } from '../domains/signups/index.ts'
import { MINUTE } from '../kernel/time/clock.ts'
import { task } from '../kernel/work/task.ts'

export const answerStrangersTask = task({
  name: ANSWER_STRANGERS,
  every: MINUTE,
  summary: 'Write to those who signed up or asked for a new password',
  run: answerStrangers,
})
