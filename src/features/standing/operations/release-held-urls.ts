import Type from 'typebox'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { Decision, decide, findPush, PushId, pushOnWire, StandingPushShape } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const releaseHeldUrls = write({
  name: 'release_held_urls',
  route: 'POST /standing-pushes/{id}/release',
  role: 'admin',
  summary: 'Decide on the links that a run holds: push them, learn them, or drop them.',
  input: Type.Object({ id: PushId, run_id: Type.String({ title: 'Run', minLength: 1, maxLength: 60 }), act: Decision }),
  output: StandingPushShape,
  example: { id: 'stp_bakery', run_id: 'str_bakery', act: 'learn' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { run_id, act }) {
    if (act === 'push') assertMaySpendLater(caller)
    decide(tx, app, subject, { run_id, act, by: caller.label })
    changed({ tenant_id: subject.tenant_id, after: { run_id, act } })
    return pushOnWire(tx, app, findPush(tx, caller, subject.id))
  },
})
