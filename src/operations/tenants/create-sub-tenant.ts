import Type from 'typebox'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import {
  assertPlace,
  countBelow,
  createTenant,
  findTenant,
  Notes,
  readTenant,
  SubKind,
  TENANT_BRIEF,
  Tenant,
  TenantName,
} from '../../domains/tenants/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Defaulted, OwnTenantId } from '../../kernel/operation/shape.ts'

export const createSubTenant = write({
  name: 'create_sub_tenant',
  route: 'POST /tenants',
  role: 'admin',
  tool: {
    when: 'for a new client',
    returns: 'the workspace with its `id`',
    next: 'allocate_credits funds it; add_member lets people in; add_indexnow_site adds its host',
    inputs: {
      name: 'Name of the client or team',
      kind: 'A team may have clients below it',
      parent_id: 'Workspace above it; your own by default',
      notes: 'For your own staff',
    },
    brief: TENANT_BRIEF,
  },
  summary: 'Add a workspace: a client, or a team that clients belong to.',
  description: 'It is added under your own workspace unless `parent_id` names one below it.',
  input: Type.Object({
    name: TenantName,
    kind: Defaulted(SubKind, 'client'),
    parent_id: Type.Optional(OwnTenantId),
    notes: Type.Optional(Notes),
  }),
  output: Tenant,
  example: { name: 'Flower shop', kind: 'client', parent_id: 'ten_northwind', notes: 'Started in March' },
  faults: ['conflict', 'plan_limit'],

  handle({ tx, caller, app, changed }, { name, kind = 'client', parent_id = caller.tenant_id, notes }) {
    const parent = findTenant(tx, caller, parent_id)
    assertPlace(tx, parent, 1)
    const { id } = createTenant(tx, parent, { name: name.trim(), kind, notes: notes || null })
    assertRoomInTree(tx, app, caller, id, 'clients', countBelow)
    changed({ tenant_id: id })
    return readTenant(tx, id)
  },
})
