import Type from 'typebox'
import { assertMaySpendLater } from '../../../domains/credits/index.ts'
import { askForRun, findPush, PushId, pushOnWire, StandingPushShape } from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const runStandingPush = write({
  name: 'run_standing_push',
  route: 'POST /standing-pushes/{id}/run',
  role: 'member',
  summary: 'Run a standing push now. Its budget and its other rules apply.',
  input: Type.Object({ id: PushId }),
  output: StandingPushShape,
  example: { id: 'stp_bakery' },
  faults: ['conflict', 'rate_limited'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }) {
    assertMaySpendLater(caller)
    const asked = askForRun(tx, app, subject)
    changed({ tenant_id: subject.tenant_id, after: { asked_at: asked.asked_at } })
    return pushOnWire(tx, app, asked)
  },
})
