import Type from 'typebox'
import { readTenant, TENANT_BRIEF, Tenant, withoutNotes } from '../../domains/tenants/index.ts'
import { read } from '../../kernel/operation/operation.ts'
import { TenantId } from '../../kernel/operation/shape.ts'

export const getTenant = read({
  name: 'get_tenant',
  route: 'GET /tenants/{id}',
  role: null,
  tool: {
    when: 'for the notes and state of one workspace',
    returns: 'the workspace',
    next: 'get_credits, list_jobs',
    brief: TENANT_BRIEF,
  },
  summary: 'One workspace.',
  description: '`notes` is null for viewers.',
  input: Type.Object({ id: TenantId }),
  output: Tenant,
  example: { id: 'ten_bakery' },

  handle: ({ tx, caller }, { id }) => withoutNotes(caller, readTenant(tx, id)),
})
