import Type from 'typebox'
import { countPeople } from '../../domains/accounts/index.ts'
import { PLAN_CHECKS, TAKE_LOOKS } from '../../domains/checks/index.ts'
import { countKeys } from '../../domains/keys/index.ts'
import { assertRoomInTree } from '../../domains/plans/index.ts'
import { SEND_LINKS } from '../../domains/providers/index.ts'
import { ADVANCE_PUSHES } from '../../domains/pushes/index.ts'
import {
  assertKind,
  countBelow,
  describeTenant,
  findTenant,
  giveRooms,
  isArchivedById,
  moveTenant,
  Notes,
  PlaceInput,
  placeOfInput,
  RecheckDefault,
  Rooms,
  readTenant,
  SubKind,
  setArchived,
  setPlace,
  TENANT_BRIEF,
  Tenant,
  TenantName,
} from '../../domains/tenants/index.ts'
import { PriceInput, priceOfClient, setPrice } from '../../features/margin/index.ts'
import { write } from '../../kernel/operation/operation.ts'
import { Nullable, TenantId } from '../../kernel/operation/shape.ts'

/** Tasks whose work waits while a workspace is archived. */
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
      default_recheck_days: 'Stored; re-checks follow day 1, 3 and 7',
      rooms: 'Its share of your plan; half of each limit by default',
      search_place: 'Whose search results its checks read; null: as the workspace above',
      archived: 'true: hides and stops it with all below; keys and unsent links wait. false: restores it',
    },
    hides: ['price'],
    takes_away: true,
    brief: TENANT_BRIEF,
  },
  summary: 'Rename, move, archive or restore a workspace, or change its notes.',
  description:
    '`parent_id` moves it with all below it; `archived` hides and stops it with all below it, or restores it. While it is archived its keys do not work, unsent links wait with their credits reserved, and ordered checks wait; drip days continue where they stopped. Sent links are still checked on day 1, 3 and 7, so that credits of links that are not indexed are refunded in time. `search_place` says whose search results new checks read, here and below; null inherits it. A check that repeats another is asked where that was. `price` is what the client pays its agency, for the margin: it holds from today, the first one since the workspace was added; null ends it. Only an admin above the workspace sets and reads it.',
  input: Type.Object({
    id: TenantId,
    name: Type.Optional(TenantName),
    kind: Type.Optional(SubKind),
    notes: Type.Optional(Notes),
    default_recheck_days: Type.Optional(RecheckDefault),
    parent_id: Type.Optional(TenantId),
    archived: Type.Optional(Type.Boolean({ title: 'Archived' })),
    rooms: Type.Optional(Nullable(Rooms)),
    search_place: Type.Optional(Nullable(PlaceInput)),
    price: Type.Optional(Nullable(PriceInput)),
  }),
  output: Tenant,
  example: { id: 'ten_bakery', name: 'Bakery & Café', default_recheck_days: 3 },
  faults: ['conflict', 'plan_limit'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, caller, app, subject, changed }, { parent_id, archived, rooms, search_place, price, id, ...wanted }) {
    const before = { ...readTenant(tx, id), price: priceOfClient(tx, id) }
    if (rooms !== undefined) giveRooms(tx, caller, subject, rooms)
    if (search_place !== undefined) setPlace(tx, id, search_place && placeOfInput(search_place))
    if (price !== undefined) setPrice(tx, caller, subject, price)
    const was_archived = isArchivedById(tx, id)
    if (wanted.kind !== undefined) assertKind(subject, wanted.kind)
    if (archived !== undefined) setArchived(tx, caller, subject, archived)
    if (parent_id !== undefined && parent_id !== subject.parent_id)
      moveTenant(tx, subject, findTenant(tx, caller, parent_id))
    if (was_archived && !isArchivedById(tx, id)) {
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
    const after = { ...readTenant(tx, id), price: priceOfClient(tx, id) }
    changed({ tenant_id: id, before, after })
    return after
  },
})
