import Type from 'typebox'
import { findJob, JOB_FIELDS, Job, JobId, JobName, jobStates, RecheckDays, readJob } from '../../domains/jobs/index.ts'
import { invalid } from '../../kernel/operation/fault.ts'
import { write } from '../../kernel/operation/operation.ts'

export const updateJob = write({
  name: 'update_job',
  route: 'PATCH /jobs/{id}',
  role: 'member',
  tool: {
    when: 'to give a job a better name',
    returns: 'the job',
    next: 'get_job_status',
    inputs: { name: 'Label in lists and reports', recheck_days: 'Stored; re-checks follow day 1, 3 and 7' },
    brief: JOB_FIELDS,
  },
  summary: 'Rename a job.',
  input: Type.Object({ id: JobId, name: Type.Optional(JobName), recheck_days: Type.Optional(RecheckDays) }),
  output: Job,
  example: { id: 'job_guestposts', name: 'Guest posts, wave 2' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject, changed }, { name: given, recheck_days = subject.recheck_days }) {
    const name = given === undefined ? subject.name : given.trim()
    if (given !== undefined && name === '') throw invalid({ path: 'name', message: 'must not be blank' })
    jobStates.renameJob(tx, subject.id, { name, recheck_days })
    changed({
      tenant_id: subject.tenant_id,
      before: { name: subject.name, recheck_days: subject.recheck_days },
      after: { name, recheck_days },
    })
    return readJob(tx, subject.id)
  },
})
