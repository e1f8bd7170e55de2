import Type from 'typebox'
import { assertMaySpendLater } from '../../../../domains/credits/index.ts'
import { ruleWarning } from '../../../../domains/pushes/index.ts'
import { createHook, hookFields, NewHookShape, Proof, VendorSecret } from '../../index.ts'
import { write } from '../../../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId } from '../../../../kernel/operation/shape.ts'
import { warnings } from '../../../../kernel/operation/spending.ts'

const { name, standing_push_id, hosts, settle_seconds, cap_day, budget_month } = hookFields

export const createDeployHook = write({
  name: 'create_deploy_hook',
  route: 'POST /deploy-hooks',
  role: 'admin',
  proof: false,
  at_install: true,
  summary: 'Make an address that a deploy calls. Only this answer shows the address and its secret.',
  description:
    'A call runs the standing push once the site has settled. Calls of `standard` and `address` may bring `urls` of the listed hosts instead.',
  input: Type.Object({
    name,
    mode: Proof,
    tenant_id: Type.Optional(OwnTenantId),
    standing_push_id: Type.Optional(standing_push_id),
    hosts: Defaulted(hosts, []),
    settle_seconds: Defaulted(settle_seconds, 60),
    cap_day: Type.Optional(cap_day),
    budget_month: Type.Optional(budget_month),
    secret: Type.Optional(VendorSecret),
  }),
  output: Type.Object({ ...NewHookShape.properties, warning: warnings.warning }),
  example: { name: 'Deploys of the bakery', mode: 'standard', tenant_id: 'ten_bakery', hosts: ['bakery.example'] },
  faults: ['conflict', 'validation_failed'],

  handle({ tx, app, caller, changed }, { secret, ...input }) {
    assertMaySpendLater(caller)
    const hook = createHook(tx, app, {
      tenant_id: input.tenant_id ?? caller.tenant_id,
      name: input.name.trim(),
      mode: input.mode,
      standing_push_id: input.standing_push_id ?? null,
      hosts: input.hosts ?? [],
      settle_seconds: input.settle_seconds ?? 60,
      cap_day: input.cap_day ?? null,
      budget_month: input.budget_month ?? null,
      secret,
      created_by: caller.label,
    })
    const { id: target, tenant_id } = hook
    changed({ target, tenant_id, after: input })
    return { ...hook, warning: ruleWarning(tx, caller, tenant_id, input.hosts ?? []) }
  },
})
