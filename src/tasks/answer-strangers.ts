import { ANSWER_STRANGERS, answerStrangers } from '../domains/signups/index.ts'
import { MINUTE } from '../kernel/clock.ts'
import { task } from '../kernel/task.ts'

export const answerStrangersTask = task({
  name: ANSWER_STRANGERS,
  every: MINUTE,
  summary: 'Write to those who signed up or asked for a new password',
  run: answerStrangers,
})
