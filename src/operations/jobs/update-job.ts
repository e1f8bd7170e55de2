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
    inputs: {
      name: 'Label in lists and reports',
      recheck_days: 'Stored; re-checks follow day 1, 3 and 7',
      move_to: 'Client to move the push to',
    },
    brief: JOB_FIELDS,
  },
  summary: 'Rename a job, or move a push to another client.',
  description:
    'With `move_to` the push moves with its links, checks, pings and figures. That workspace pays what the push holds or used, and the other one gets it back. Reports that counted it are counted again; readers of one that was sent get a correction. A move back undoes it. Only for admins of both workspaces.',
  input: Type.Object({
    id: JobId,
    name: Type.Optional(JobName),
    recheck_days: Type.Optional(RecheckDays),
    move_to: Type.Optional(
      Type.String({ title: 'Client', description: 'Id of the workspace of the same agency that the push moves to' }),
    ),
  }),
  output: Job,
  example: { id: 'job_guestposts', name: 'Guest posts, wave 2' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  faults: ['forbidden', 'insufficient_credits', 'conflict'],

  handle({ tx, app, caller, subject, changed }, { name: given, recheck_days = subject.recheck_days, move_to }) {
    const name = given === undefined ? subject.name : given.trim()
    if (given !== undefined && name === '') throw invalid({ path: 'name', message: 'must not be blank' })
    jobStates.renameJob(tx, subject.id, { name, recheck_days })
    const to = move_to ?? subject.tenant_id
    if (move_to !== undefined) app.movePush(tx, app, caller, subject.id, move_to)
    const states = {
      before: { name: subject.name, recheck_days: subject.recheck_days, tenant_id: subject.tenant_id },
      after: { name, recheck_days, tenant_id: to },
    }
    for (const of of new Set([subject.tenant_id, to])) changed({ tenant_id: of, ...states })
    return readJob(tx, subject.id)
  },
})
