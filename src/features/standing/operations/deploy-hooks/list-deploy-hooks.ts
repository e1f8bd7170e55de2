import Type from 'typebox'
import { type HookRow, HookShape, hookOnWire } from '../../index.ts'
import { ListOf, listInput, Search, when } from '../../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../../kernel/database/search.ts'
import { treeOf } from '../../../../kernel/operation/caller.ts'
import { read } from '../../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../../kernel/operation/shape.ts'

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
