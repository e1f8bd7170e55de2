import Type from 'typebox'
import { NoticeSettings, noticesOf } from '../../domains/notices/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getNotifications = read({
  name: 'get_notifications',
  route: 'GET /tenants/{id}/notifications',
  role: null,
  summary: 'Recipients and e-mails of a workspace, and the time of its digest.',
  input: Type.Object({ id: TenantId }),
  output: NoticeSettings,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => noticesOf(tx, caller, subject),
})
