import Type from 'typebox'
import { TenantBilling, tenantBilling } from '../index.ts'
import { read } from '../../../kernel/operation/operation.ts'
import { TenantId } from '../../../kernel/operation/shape.ts'

export const getTenantBilling = read({
  name: 'get_tenant_billing',
  route: 'GET /admin/billing/tenants/{id}',
  role: 'platform',
  summary: 'Billing of one workspace: its plan, payments and newest events.',
  input: Type.Object({ id: TenantId }),
  output: TenantBilling,
  example: { id: 'ten_northwind' },

  handle: ({ tx, app }, { id }) => tenantBilling(tx, app, id),
})
