import Type from 'typebox'
import { PortalShape, portalOf } from '../../domains/reports/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getPortal = read({
  name: 'get_portal',
  route: 'GET /tenants/{id}/portal',
  role: 'admin',
  instead: 'put_portal',
  summary: 'The public page of a workspace that answers whether one of its pages is indexed.',
  input: Type.Object({ id: TenantId }),
  output: PortalShape,
  example: { id: 'ten_bakery' },

  handle: ({ tx, app }, { id }) => portalOf(tx, app, id),
})
