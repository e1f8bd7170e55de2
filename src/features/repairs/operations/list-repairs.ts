import Type from 'typebox'
import { REPAIR_STATES, type RepairRow, RepairShape, repairOnWire } from '../index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../../kernel/database/list.ts'
import { mapPage, searchList } from '../../../kernel/database/search.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'

export const listRepairs = read({
  name: 'list_repairs',
  route: 'GET /repairs',
  role: null,
  instead: 'get_today',
  summary: 'Pages that are watched until they are fixed, and those that ended in the last 90 days.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    state: Type.Optional(Type.Enum(REPAIR_STATES, { title: 'State' })),
    q: Search,
  }),
  output: ListOf(RepairShape),
  example: {},

  handle({ tx, caller }, { tenant_id, state, q, ...asked }) {
    const found = searchList<RepairRow>(
      tx,
      {
        select: '*',
        from: 'repairs',
        where: [
          tenant_id ? when('tenant_id = ?', tenant_id) : treeOf(caller),
          state !== undefined && looseCondition('state = ?', state),
        ],
        sought: { q, columns: ['url'] },
        sorts: { created_at: 'id' },
        tie: 'id',
      },
      asked,
    )
    return mapPage(found, repairOnWire)
  },
})
