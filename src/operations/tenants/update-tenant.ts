import Type from 'typebox'
import { countPeople } from '../../domains/accounts/index.ts'
import { PLAN_CHECKS, TAKE_LOOKS } from '../../domains/checks/index.ts'
import { countKeys } from '../../domains/keys/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import { SEND_LINKS } from '../../domains/providers/index.ts'
import { ADVANCE_PUSHES } from '../../domains/pushes/index.ts'
import {
  countBelow,
  describeTenant,
  findTenant,
  giveRooms,
  isHidden,
  judgeKind,
  moveTenant,
  Notes,
  RecheckDefault,
  Rooms,
  readTenant,
  SubKind,
  setArchived,
  TENANT_BRIEF,
  Tenant,
  TenantName,
  type TenantRow,
} from '../../domains/tenants/index.ts'
import type { Caller } from '../../kernel/caller.ts'
import { conflict, forbidden } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { Nullable, TenantId } from '../../kernel/shape.ts'

/** Jobs whose work waits while a workspace is archived. */
const WAITING = [ADVANCE_PUSHES, SEND_LINKS, PLAN_CHECKS, TAKE_LOOKS]

export const updateTenant = write({
  name: 'update_tenant',
  route: 'PATCH /tenants/{id}',
  role: 'admin',
  tool: {
    when: 'when a client gets another name or place, leaves or comes back',
    returns: 'the workspace',
    next: 'list_tenants',
    inputs: {
      name: 'New name',
      kind: 'A team may have clients below it',
      notes: 'For your own staff',
      parent_id: 'Moves it, with all below, to this workspace',
      rooms: 'How much of your plan its own people may fill: {clients, members, keys}; what is left out: half',
      archived: 'true: hides and stops it with all below; keys and unsent links wait. false: brings it back',
    },
    takes_away: true,
    brief: TENANT_BRIEF,
  },
  summary: 'Rename, move, archive or restore a workspace, or change its notes.',
  description:
    '`parent_id` moves it with all that stands below it; `archived` hides and stops it and all that stands below it, or brings it back. While it is archived its keys do not work, links that were not sent yet wait with their credits set aside, and ordered checks wait; drip days go on where they stopped. Links that were sent are still looked at on day 1, 3 and 7, so that the credits of those that are not indexed come back in time.',
  input: Type.Object({
    id: TenantId,
    name: Type.Optional(TenantName),
    kind: Type.Optional(SubKind),
    notes: Type.Optional(Notes),
    default_recheck_days: Type.Optional(RecheckDefault),
    parent_id: Type.Optional(TenantId),
    archived: Type.Optional(Type.Boolean({ title: 'Archived' })),
    rooms: Type.Optional(Nullable(Rooms)),
  }),
  output: Tenant,
  example: { id: 'ten_bakery', name: 'Bakery & Café', default_recheck_days: 3 },
  faults: ['conflict', 'plan_limit'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { parent_id, archived, rooms, id, ...wanted }) {
    const before = readTenant(tx, id)
    if (rooms !== undefined) {
      judgeRooms(caller, subject)
      giveRooms(tx, id, rooms)
    }
    const hidden = isHidden(tx, id)
    if (wanted.kind !== undefined) judgeKind(subject, wanted.kind)
    if (archived !== undefined) setArchived(tx, caller, subject, archived)
    if (parent_id !== undefined && parent_id !== subject.parent_id)
      moveTenant(tx, subject, findTenant(tx, caller, parent_id))
    if (hidden && !isHidden(tx, id)) {
      assertRoomInTree(tx, app, caller, id, 'clients', countBelow)
      assertRoomInTree(tx, app, caller, id, 'members', countPeople)
      assertRoomInTree(tx, app, caller, id, 'keys', countKeys)
      for (const name of WAITING) tx.afterCommit(() => app.wake(name))
    }
    const {
      name = subject.name,
      kind = subject.kind,
      notes = subject.notes,
      default_recheck_days = subject.default_recheck_days,
    } = wanted
    describeTenant(tx, id, { name: name.trim(), kind, notes: notes || null, default_recheck_days })
    const after = readTenant(tx, id)
    changed({ tenant_id: id, before, after })
    return after
  },
})

/** Room is given from above: nobody takes it, and the root has the whole plan. */
function judgeRooms(caller: Caller, { id, parent_id }: TenantRow): void {
  if (parent_id === null) throw conflict('This workspace has the rooms of its whole plan. Give them to those below it.')
  if (caller.tenant_id === id && !caller.platform)
    throw forbidden('Only the workspace above yours gives it room. Ask its admin.')
}
