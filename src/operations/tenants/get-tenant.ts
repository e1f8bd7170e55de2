import Type from 'typebox'
import { readTenant, Tenant } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'

export const getTenant = read({
  name: 'get_tenant',
  route: 'GET /tenants/{id}',
  role: null,
  tool: true,
  summary: 'One workspace.',
  input: Type.Object({ id: TenantId }),
  output: Tenant,
  example: { id: 'ten_bakery' },

  handle: ({ tx }, { id }) => readTenant(tx, id),
})
