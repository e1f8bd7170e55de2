import Type from 'typebox'
import { NoticeSettings, noticesOf } from '../../domains/notices/index.ts'
import { findTenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'

export const getNotifications = read({
  name: 'get_notifications',
  route: 'GET /tenants/{id}/notifications',
  role: null,
  summary: 'Who gets the letters of a workspace, which, and when its digest goes out.',
  input: Type.Object({ id: TenantId }),
  output: NoticeSettings,
  example: { id: 'ten_bakery' },
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle: ({ tx, caller, subject }) => noticesOf(tx, caller, subject),
})
