import Type from 'typebox'
import { JobPing, PING_STATES, PingSummary, pingSummary } from '../../domains/indexnow/index.ts'
import { findJob, JobId } from '../../domains/jobs/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const getJobIndexnow = read({
  name: 'get_job_indexnow',
  route: 'GET /jobs/{id}/indexnow',
  role: null,
  tool: {
    when: 'to see which links went to IndexNow, and the answers',
    returns: 'a `summary`, and each link',
    next: 'verify_indexnow_site where links were not covered or refused',
    inputs: { state: 'Links in this state only' },
    brief: ['summary', 'uid', 'url', 'state', 'explanation'],
  },
  summary: 'IndexNow result of a push: a summary, and each link on a host that is pinged.',
  input: Type.Object({
    id: JobId,
    ...listInput('uid', 'host'),
    state: Type.Optional(Type.Enum(PING_STATES, { title: 'State' })),
  }),
  output: Type.Object({ summary: PingSummary, ...ListOf(JobPing).properties }),
  example: { id: 'job_guestposts' },
  subject: (tx, caller, { id }) => findJob(tx, caller, id!),

  handle({ tx, subject }, { state, ...asked }) {
    const links = list(
      tx,
      {
        select: 'u.link_id as uid, u.url, u.host, u.state, u.at, u.submission_id, s.answer_status, s.explanation, u.id',
        from: 'indexnow_urls u left join indexnow_submissions s on s.id = u.submission_id',
        where: [when('u.job_id = ?', subject.id), state && when('u.state = ?', state)],
        sorts: { uid: 'u.link_id', host: 'u.host, u.state' },
        tie: 'u.id',
      },
      asked,
    )
    return { summary: pingSummary(tx, subject.id), ...links }
  },
})
