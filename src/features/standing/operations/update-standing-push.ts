import Type from 'typebox'
import { assertMayChangeSpending } from '../../../domains/credits/index.ts'
import {
  Authorization,
  assertRules,
  changePush,
  findPush,
  Interval,
  PushId,
  PushName,
  pushOnWire,
  ruleFields,
  StandingPushShape,
} from '../index.ts'
import { write } from '../../../kernel/operation/operation.ts'

export const updateStandingPush = write({
  name: 'update_standing_push',
  route: 'PATCH /standing-pushes/{id}',
  role: 'admin',
  proof: false,
  summary: 'Change the name, interval or rules of a standing push, or pause and resume it.',
  input: Type.Object({
    id: PushId,
    name: Type.Optional(PushName),
    interval_minutes: Type.Optional(Interval),
    authorization: Type.Optional(Authorization),
    rules: Type.Optional(Type.Partial(Type.Object(ruleFields), { additionalProperties: false })),
    paused: Type.Optional(Type.Boolean({ title: 'Paused' })),
  }),
  output: StandingPushShape,
  example: { id: 'stp_bakery', paused: true },
  faults: ['validation_failed'],
  subject: (tx, caller, { id }) => findPush(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id: _, rules, ...change }) {
    assertMayChangeSpending(caller, { rules, ...change })
    const was = pushOnWire(tx, app, subject)
    const wanted = rules && assertRules({ ...was.rules, ...rules }, was.rules)
    const now = pushOnWire(tx, app, changePush(tx, app, subject, { ...change, rules: wanted }))
    const shown = ({ name, interval_minutes, rules, paused, authorization }: typeof was) => ({
      name,
      interval_minutes,
      rules,
      paused,
      authorization,
    })
    changed({ tenant_id: subject.tenant_id, before: shown(was), after: shown(now) })
    return now
  },
})
