import Type from 'typebox'
import { DRAFT_COLUMNS, DRAFT_SOURCE, Draft, DraftStatus } from '../index.ts'
import { ListOf, list, listInput, when } from '../../../kernel/database/list.ts'
import { treeOf } from '../../../kernel/operation/caller.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TreeTenantId } from '../../../kernel/operation/shape.ts'

export const listDrafts = read({
  name: 'list_drafts',
  route: 'GET /drafts',
  role: null,
  summary: 'Orders of keys and apps that wait for a person, and decided ones of the last month, newest first.',
  input: Type.Object({
    ...listInput('created_at'),
    tenant_id: Type.Optional(TreeTenantId),
    status: Type.Optional(DraftStatus),
  }),
  output: ListOf(Draft),
  example: { status: 'waiting' },

  handle({ tx, caller }, { tenant_id, status, ...page }) {
    return list(
      tx,
      {
        select: DRAFT_COLUMNS,
        from: DRAFT_SOURCE,
        where: [
          tenant_id ? when('d.tenant_id = ?', tenant_id) : treeOf(caller, 'd.tenant_id'),
          status ? when('d.status = ?', status) : null,
        ],
        sorts: { created_at: 'd.id' },
      },
      page,
    )
  },
})
