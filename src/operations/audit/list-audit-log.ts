import Type from 'typebox'
import { AuditLine, auditListFilters, auditPage, readerOf } from '../../domains/system/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'

export const listAuditLog = read({
  name: 'list_audit_log',
  route: 'GET /audit',
  role: 'platform',
  sensitive: true,
  tool: {
    when: 'as a platform admin, to see who changed what, and when',
    returns: 'changes: time, actor, action, target',
    next: 'get_tenant of `tenant_id`',
    inputs: {
      tenant_id: 'Id of a workspace, for it alone',
      q: 'Part of an actor; or a whole target, IP or request id',
      action: 'A tool, such as update_tenant',
    },
    brief: ['created_at', 'action', 'actor', 'tenant_name', 'target'],
  },
  summary: 'The audit trail of all workspaces, the newest first.',
  description:
    '`q` is part of the name or address of the person who acted, or the whole of a target, an IP address or a request id. A day in `to` counts to its end.',
  input: Type.Object({ ...listInput('created_at'), ...auditListFilters }),
  output: ListOf(AuditLine),
  example: { action: 'create_sub_tenant' },

  handle: ({ tx, app, caller }, { page, page_size, dir, sort: _, ...query }) =>
    auditPage(tx, app, readerOf(caller, query), { page, page_size, dir }),
})
