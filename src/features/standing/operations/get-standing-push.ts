import Type from 'typebox'
import { findPush, PushId, pushOnWire, StandingPushShape } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'

export const getStandingPush = read({
  name: 'get_standing_push',
  route: 'GET /standing-pushes/{id}',
  role: null,
  summary: 'One standing push with its rules, its last run and the links that wait for a decision.',
  input: Type.Object({ id: PushId }),
  output: StandingPushShape,
  example: { id: 'stp_bakery' },
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle: ({ tx, app, subject }) => pushOnWire(tx, app, subject),
})
