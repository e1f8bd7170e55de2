import Type from 'typebox'
import { findPush, PushId, type RunRow, RunShape, runOnWire } from '../index.ts'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const listStandingPushRuns = read({
  name: 'list_standing_push_runs',
  route: 'GET /standing-pushes/{id}/runs',
  role: null,
  summary: 'Runs of a standing push: what each found, pushed and left out, and why.',
  input: Type.Object({ ...listInput('at'), id: PushId }),
  output: ListOf(RunShape),
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, subject }, { id: _, ...asked }) {
    const source = { select: '*', from: 'standing_runs', where: [when('push_id = ?', subject.id)], sorts: { at: 'id' } }
    const { items, ...page } = list<RunRow>(tx, source, asked)
    return { ...page, items: items.map(runOnWire) }
  },
})
