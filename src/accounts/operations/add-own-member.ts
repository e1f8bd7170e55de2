import Type from 'typebox'
import { write } from '../../kernel/operation.ts'
import { TenantId } from '../../kernel/shape.ts'
import { addMemberTo } from '../members.ts'
import { AddedMember, memberFields } from '../shapes.ts'

export const addOwnMember = write({
  name: 'add_own_member',
  route: 'POST /members',
  role: 'admin',
  summary: 'Add a person to your workspace, or to one below it.',
  description: 'Like `POST /tenants/{id}/members`.',
  input: Type.Object({ tenant_id: Type.Optional(TenantId), ...memberFields }),
  output: AddedMember,
  example: { email: 'new@northwind.example', role: 'client_viewer' },
  faults: ['conflict'],

  handle: ({ tx, app, caller }, { tenant_id = caller.tenant_id, ...person }) =>
    addMemberTo(tx, caller, app.config, { tenant_id, ...person }),
})
