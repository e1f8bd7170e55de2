import Type from 'typebox'
import { assertMayChangeSpending } from '../../../../domains/credits/index.ts'
import {
  changeHook,
  findHook,
  type Hook,
  HookId,
  HookShape,
  hookFields,
  hookOnWire,
  storeSecret,
  VendorSecret,
} from '../../index.ts'
import { invalid } from '../../../../kernel/operation/fault.ts'
import { write } from '../../../../kernel/operation/operation.ts'

const shown = ({ id: _, tenant_name: __, used_at: ___, ...rules }: Hook) => rules

export const updateDeployHook = write({
  name: 'update_deploy_hook',
  route: 'PATCH /deploy-hooks/{id}',
  role: 'admin',
  proof: false,
  at_install: true,
  summary: 'Change the rules of a deploy hook, enter the secret of Vercel, or pause and resume it.',
  input: Type.Object({
    id: HookId,
    ...Type.Partial(Type.Object(hookFields)).properties,
    secret: Type.Optional(VendorSecret),
    paused: Type.Optional(Type.Boolean({ title: 'Paused' })),
  }),
  output: HookShape,
  example: { id: 'dph_bakery', paused: true },
  faults: ['validation_failed'],
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, secret, ...change }) {
    assertMayChangeSpending(caller, { secret, ...change })
    if (secret !== undefined && subject.mode !== 'vercel')
      throw invalid({ path: 'secret', message: 'is made here for this sender. Rotate the hook for a new one.' })
    const { tenant_id } = subject
    const was = hookOnWire(tx, subject)
    if (secret !== undefined) storeSecret(tx, app, id, secret)
    changeHook(tx, subject, change)
    const now = hookOnWire(tx, findHook(tx, caller, id))
    changed({ tenant_id, before: shown(was), after: { ...shown(now), ...(secret && { secret_replaced: true }) } })
    return now
  },
})
