import Type from 'typebox'
import { AuditLine, auditListFilters, auditPage, readerOf } from '../../domains/system/index.ts'
import { ListOf, listInput } from '../../kernel/database/list.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

const { tenant_id: _, ...filters } = auditListFilters

export const listTenantAudit = read({
  name: 'list_tenant_audit',
  route: 'GET /tenants/{id}/audit',
  role: 'owner',
  instead: 'list_audit_log',
  sensitive: true,
  summary: 'The audit trail of a workspace, the newest first: changes, exports, views by the operator.',
  description:
    '`q` is the whole of a name, an address, a target or a request id. A platform admin is `operator` there, without IP address. A day in `to` counts to its end.',
  input: Type.Object({ ...listInput('created_at'), id: TenantId, ...filters }),
  output: ListOf(AuditLine),
  example: { id: 'ten_bakery' },

  handle: ({ tx, app, caller }, { page, page_size, dir, sort: _, id, ...query }) =>
    auditPage(tx, app, readerOf({ ...caller, platform: false }, { ...query, tenant_id: id }), { page, page_size, dir }),
})
