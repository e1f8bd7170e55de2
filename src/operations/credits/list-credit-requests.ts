import Type from 'typebox'
import {
  CreditRequest,
  type CreditRequestRow,
  REQUEST_COLUMNS,
  REQUEST_STATUSES,
  withUnspent,
} from '../../domains/credits/index.ts'
import { ListOf, list, listInput, when } from '../../kernel/database/list.ts'
import { treeOf } from '../../kernel/operation/caller.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../kernel/operation/shape.ts'

export const listCreditRequests = read({
  name: 'list_credit_requests',
  route: 'GET /credits/requests',
  role: null,
  summary: 'Credit packs requested by the workspace and those below it, newest first.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(Type.Enum(REQUEST_STATUSES, { title: 'Status' })),
  }),
  output: ListOf(CreditRequest),
  example: { status: 'pending' },

  handle({ tx, caller }, { tenant_id, status, ...page }) {
    const tree = treeOf(caller, 'r.tenant_id')
    const { items, ...found } = list<CreditRequestRow>(
      tx,
      {
        select: REQUEST_COLUMNS,
        from: 'credit_requests r',
        where: [tenant_id ? when('r.tenant_id = ?', tenant_id) : tree, status ? when('r.status = ?', status) : null],
        sorts: { created_at: 'r.id' },
      },
      page,
    )
    return { ...found, items: withUnspent(tx, items) }
  },
})
