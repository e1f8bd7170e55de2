import Type from 'typebox'
import { assertMaySpendLater } from '../../../../domains/credits/index.ts'
import { findHook, HookId, NewHookShape, renewSecrets, VendorSecret } from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'

export const rotateDeployHook = write({
  name: 'rotate_deploy_hook',
  route: 'POST /deploy-hooks/{id}/rotate',
  role: 'admin',
  proof: false,
  at_install: true,
  summary: 'Give a deploy hook a new address and a new secret. The old ones end at once.',
  input: Type.Object({ id: HookId, secret: Type.Optional(VendorSecret) }),
  output: NewHookShape,
  example: { id: 'dph_bakery' },
  faults: ['validation_failed'],
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { secret }) {
    assertMaySpendLater(caller)
    const hook = renewSecrets(tx, app, subject, secret)
    changed({ tenant_id: subject.tenant_id, after: { rotated: true } })
    return hook
  },
})
