import Type from 'typebox'
import { assertMayChangeSpending, assertMaySpendLater } from '../../../domains/credits/index.ts'
import { ruleWarning } from '../../../domains/pushes/index.ts'
import { ListOf, list, listInput, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { invalid } from '../../../kernel/operation/fault.ts'
import { read, write } from '../../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId, TreeTenantId } from '../../../kernel/operation/shape.ts'
import { warnings } from '../../../kernel/operation/spending.ts'
import {
  type CallRow,
  CallShape,
  callOnWire,
  changeHook,
  createHook,
  deleteHook,
  findHook,
  type Hook,
  HookId,
  type HookRow,
  HookShape,
  hookFields,
  hookOnWire,
  NewHookShape,
  Proof,
  renewSecrets,
  storeSecret,
  VendorSecret,
} from '../index.ts'

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

export const deleteDeployHook = write({
  name: 'delete_deploy_hook',
  route: 'DELETE /deploy-hooks/{id}',
  role: 'admin',
  proof: false,
  summary: 'Delete a deploy hook: its address never works again. Its pushes stay.',
  input: Type.Object({ id: HookId }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, subject, changed }) {
    deleteHook(tx, subject)
    changed({ tenant_id: subject.tenant_id, before: { name: subject.name, mode: subject.mode } })
    return { id: subject.id, deleted: true }
  },
})

export const getDeployHook = read({
  name: 'get_deploy_hook',
  route: 'GET /deploy-hooks/{id}',
  role: 'admin',
  summary: 'One deploy hook with its rules and what it pushed today and this month.',
  input: Type.Object({ id: HookId }),
  output: HookShape,
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle: ({ tx, subject }) => hookOnWire(tx, subject),
})

export const listDeployCalls = read({
  name: 'list_deploy_calls',
  route: 'GET /deploy-hooks/{id}/calls',
  role: 'admin',
  summary: 'Calls of a deploy hook in the last 30 days, and what each pushed.',
  input: Type.Object({ ...listInput('at'), id: HookId }),
  output: ListOf(CallShape),
  example: { id: 'dph_bakery' },
  subject: (tx, caller, { id }) => findHook(tx, caller, id!),

  handle({ tx, subject }, { id: _, ...asked }) {
    const source = { select: '*', from: 'deploy_calls', where: [when('hook_id = ?', subject.id)], sorts: { at: 'id' } }
    const { items, ...page } = list<CallRow>(tx, source, asked)
    return { ...page, items: items.map(callOnWire) }
  },
})

export const listDeployHooks = read({
  name: 'list_deploy_hooks',
  route: 'GET /deploy-hooks',
  role: 'admin',
  summary: 'Deploy hooks of a workspace and those below it. Their addresses and secrets are not shown again.',
  input: Type.Object({ ...listInput('name', 'created_at'), tenant_id: Type.Optional(TreeTenantId), q: Search }),
  output: ListOf(HookShape),
  example: {},

  handle({ tx, caller }, { tenant_id, q, ...asked }) {
    const hooks = searchList<HookRow>(
      tx,
      {
        select: '*',
        from: 'deploy_hooks',
        where: [tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller)],
        sought: { q, columns: ['name'] },
        sorts: { name: 'name', created_at: 'id' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(hooks, (row) => hookOnWire(tx, row))
  },
})

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
