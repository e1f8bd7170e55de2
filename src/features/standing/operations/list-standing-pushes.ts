import Type from 'typebox'
import { type PushRow, pushOnWire, StandingPushShape } from '../index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'

export const listStandingPushes = read({
  name: 'list_standing_pushes',
  route: 'GET /standing-pushes',
  role: null,
  summary: 'Standing pushes of a workspace and those below it: sources that are watched, with their last run.',
  input: Type.Object({
    ...listInput('name', 'created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    paused: Type.Optional(Type.Boolean({ title: 'Paused', description: 'Unless given, both' })),
    q: Search,
  }),
  output: ListOf(StandingPushShape),
  example: {},

  handle({ tx, app, caller }, { tenant_id, paused, q, ...asked }) {
    const pushes = searchList<PushRow>(
      tx,
      {
        select: '*',
        from: 'standing_pushes',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          paused !== undefined && looseCondition('paused = ?', Number(paused)),
        ],
        sought: { q, columns: ['name', 'address'] },
        sorts: { name: 'name', created_at: 'id' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(pushes, (row) => pushOnWire(tx, app, row))
  },
})
