import { task } from '../../kernel/scheduling/task.ts'
import { MINUTE } from '../../kernel/time/clock.ts'
import { ANSWER_STRANGERS, answerStrangers } from './index.ts'

export const answerStrangersTask = task({
  name: ANSWER_STRANGERS,
  every: MINUTE,
  summary: 'Sends e-mails about sign-ups and password resets.',
  run: answerStrangers,
})
