import Type from 'typebox'
import { findJob, JobId, readable } from '../../domains/jobs/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { Answers } from './shapes.ts'
import { answersOf } from './tally.ts'

export const getJobAnswers = read({
  name: 'get_job_answers',
  route: 'GET /jobs/{id}/answers',
  role: null,
  instead: 'export_job_csv, whose last column says which engines each link is closed to',
  summary: 'Answer engines, such as ChatGPT search, that may not use links of a push, by the rule that says so.',
  description: 'A link is open to an engine when neither robots.txt nor the page forbids it. No credit depends on it.',
  input: Type.Object({ id: JobId }),
  output: Answers,
  example: { id: 'job_settled' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle: ({ tx, caller, subject }) => answersOf(tx, [subject.id], readable(tx, caller) !== null),
})
