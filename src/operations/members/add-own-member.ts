import Type from 'typebox'
import { AddedMember, invite, memberFields } from '../../domains/accounts/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { OwnTenantId } from '../../kernel/operation/shape.ts'

export const addOwnMember = write({
  name: 'add_own_member',
  route: 'POST /members',
  role: 'admin',
  proof: { when: ({ role }) => role === 'owner' || role === 'admin' },
  summary: 'Add a person to your workspace, or to one below it.',
  description: 'Like `POST /tenants/{id}/members`.',
  input: Type.Object({ tenant_id: Type.Optional(OwnTenantId), ...memberFields }),
  output: AddedMember,
  example: { email: 'new@northwind.example', role: 'client_viewer' },
  faults: ['conflict', 'plan_limit'],

  handle: ({ tx, app, caller }, { tenant_id = caller.tenant_id, ...person }) =>
    invite(tx, app, caller, { tenant_id, ...person }),
})
