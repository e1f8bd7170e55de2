import Type, { type Static } from 'typebox'
import { readsNotes, taggedWith, withoutNotes } from '../../domains/accounts/index.ts'
import { assertNoOpenRequest } from '../../domains/credits/index.ts'
import { RecheckDays } from '../../domains/jobs/index.ts'
import { assertRoomInTree, lookDays } from '../../domains/plans/index.ts'
import { resume } from '../../domains/pushes/index.ts'
import {
  assertKind,
  assertPlace,
  below,
  countBelow,
  createTenant,
  describeTenant,
  findTenant,
  giveRooms,
  InheritedZone,
  inheritedZone,
  isArchivedById,
  moveTenant,
  Notes,
  notArchived,
  PlaceInput,
  PriceInput,
  placeOfInput,
  Rooms,
  readTenant,
  removeEmpty,
  SubKind,
  setArchived,
  setLanguage,
  setPlace,
  setTags,
  setZone,
  Tag,
  Tags,
  TENANT_BRIEF,
  TENANT_COLUMNS,
  Tenant,
  TenantKind,
  TenantName,
  tagSpeller,
} from '../../domains/tenants/index.ts'
import { ListOf, listInput, looseCondition, Search, when } from '../../kernel/database/list.ts'
import { mapPage, searchList } from '../../kernel/database/search.ts'
import { forbidden, invalid } from '../../kernel/operation/fault.ts'
import { read, write } from '../../kernel/operation/operation.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Defaulted, Language, Nullable, OwnTenantId, TenantId, TimeZone } from '../../kernel/operation/shape.ts'

export const listTenants = read({
  name: 'list_tenants',
  route: 'GET /tenants',
  role: null,
  tool: {
    when: 'first, to find the id of a client by its name (`q`)',
    returns: 'workspaces in tree order, yours first',
    next: 'pass `id` as tenant_id to other tools; create_sub_tenant adds one',
    inputs: {
      q: 'Text in the name',
      kind: 'Workspaces of this kind only',
      tag: 'With this tag',
      include_archived: 'Include archived workspaces',
    },
    brief: ['id', 'name', 'kind', 'parent_id', 'archived'],
  },
  summary: 'Your workspace and those below it, in tree order.',
  description:
    'Archived workspaces, and all below them, are left out by default. `notes` is null and `tags` is empty for people of the workspace alone.',
  input: Type.Object({
    ...listInput('tree', 'name', 'created_at'),
    q: Search,
    kind: Type.Optional(TenantKind),
    tag: Type.Optional(Tag),
    include_archived: Defaulted(Type.Boolean({ title: 'Archived too' }), false),
  }),
  output: ListOf(Tenant),
  example: { kind: 'client' },

  handle({ tx, caller }, { q, kind, tag, include_archived, ...page }) {
    const tree = caller.platform ? '/' : caller.path
    const found = searchList<Static<typeof Tenant>>(
      tx,
      {
        select: TENANT_COLUMNS,
        from: 'tenants',
        where: [
          when('path >= ? and path < ?', ...below(tree)),
          kind ? looseCondition('kind = ?', kind) : null,
          tag ? taggedWith(tx, caller, tag) : null,
          include_archived ? null : notArchived(tx),
        ],
        sought: { q, columns: ['name'] },
        sorts: { tree: 'path', name: 'name', created_at: 'created_at' },
        tie: 'path',
      },
      page,
    )
    return mapPage(found, (workspace) => withoutNotes(tx, caller, workspace))
  },
})

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
  description: '`notes` is null and `tags` is empty for people of the workspace alone.',
  input: Type.Object({ id: TenantId }),
  output: Shape('WorkspaceDetail', { ...Tenant.properties, inherited_zone: InheritedZone }),
  example: { id: 'ten_bakery' },

  handle: ({ tx, caller }, { id }) => ({
    ...withoutNotes(tx, caller, readTenant(tx, id)),
    inherited_zone: inheritedZone(tx, caller, id),
  }),
})

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
    changed({ tenant_id: notes ? parent.id : id })
    return readTenant(tx, id)
  },
})

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
      tags: 'Replaces all',
      parent_id: 'Moves it, with all below, to this workspace',
      default_recheck_days: `Stored; re-checks follow day ${lookDays()}`,
      rooms: 'Its share of your plan; half of each limit by default',
      time_zone: 'Where its days begin; null: as the workspace above',
      archived: 'true: hides and stops it with all below; false: restores it',
    },
    hides: ['price', 'search_place', 'language'],
    takes_away: true,
    brief: TENANT_BRIEF,
  },
  summary: 'Rename, move, archive or restore a workspace, or change its notes.',
  description: `\`parent_id\` moves it with all below it; \`archived\` hides and stops it with all below it, or restores it. While it is archived its keys do not work, unsent links wait with their credits reserved, and ordered checks wait; drip days continue where they stopped. Sent links are still checked on day ${lookDays()}, so that credits of links that are not indexed are refunded in time. \`search_place\` says whose search results new checks read, here and below; null inherits it. A check that repeats another is asked where that was. \`time_zone\` says where the days, weeks and months of figures begin, here and below; null inherits it. It changes how figures are read, never credits, limits or frozen reports. \`language\` is that of reports, letters and portals, here and below (GET /languages); null inherits it, and reports that exist keep theirs. \`price\` is what the client pays its agency, for the margin: it holds from today, the first one since the workspace was added; null ends it. Only an admin above the workspace sets and reads it.`,
  input: Type.Object({
    id: TenantId,
    name: Type.Optional(TenantName),
    kind: Type.Optional(SubKind),
    notes: Type.Optional(Notes),
    tags: Type.Optional(Tags),
    default_recheck_days: Type.Optional(RecheckDays),
    parent_id: Type.Optional(TenantId),
    archived: Type.Optional(Type.Boolean({ title: 'Archived' })),
    rooms: Type.Optional(Nullable(Rooms)),
    search_place: Type.Optional(Nullable(PlaceInput)),
    time_zone: Type.Optional(Nullable(TimeZone)),
    language: Type.Optional(Nullable(Language)),
    price: Type.Optional(Nullable(PriceInput)),
  }),
  output: Tenant,
  example: { id: 'ten_bakery', name: 'Bakery & Café', default_recheck_days: 3 },
  faults: ['conflict', 'plan_limit'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle(
    { tx, caller, app, subject, changed },
    { parent_id, archived, rooms, search_place, time_zone, language, price, tags, id, ...wanted },
  ) {
    const before = { ...readTenant(tx, id), price: app.priceOf(tx, id) }
    if (rooms !== undefined) giveRooms(tx, caller, subject, rooms)
    if (search_place !== undefined) setPlace(tx, id, search_place && placeOfInput(search_place))
    if (time_zone !== undefined) setZone(tx, id, time_zone)
    if (language !== undefined) setLanguage(tx, id, language)
    if (price !== undefined) app.setPrice(tx, caller, subject, price)
    const was_archived = isArchivedById(tx, id)
    if ((wanted.notes !== undefined || tags !== undefined) && !readsNotes(tx, caller, id))
      throw forbidden('Notes and tags of a workspace are of the people above it.')
    if (tags !== undefined) setTags(tx, id, tagSpeller(tx, caller)(tags))
    if (wanted.kind !== undefined) assertKind(subject, wanted.kind)
    if (archived !== undefined) setArchived(tx, caller, subject, archived)
    if (parent_id !== undefined && parent_id !== subject.parent_id)
      moveTenant(tx, subject, findTenant(tx, caller, parent_id))
    if (was_archived && !isArchivedById(tx, id)) resume(tx, app, caller, id)
    const {
      name = subject.name,
      kind = subject.kind,
      notes = subject.notes,
      default_recheck_days = subject.default_recheck_days,
    } = wanted
    describeTenant(tx, id, { name: name.trim(), kind, notes: notes || null, default_recheck_days })
    const after = { ...readTenant(tx, id), price: app.priceOf(tx, id) }
    // Its own people read the trail of the workspace, and neither notes, tags nor price.
    const secret = wanted.notes !== undefined || tags !== undefined || price !== undefined
    const above = secret ? subject.parent_id : null
    changed({ tenant_id: above ?? id, before, after })
    return withoutNotes(tx, caller, after)
  },
})

export const deleteTenant = write({
  name: 'delete_tenant',
  route: 'DELETE /tenants/{id}',
  role: 'admin',
  proof: true,
  tool: {
    when: 'when a client has left: archiving hides and stops the workspace, deleting needs an empty one',
    returns: '`archived`, `deleted`',
    next: 'update_tenant with archived: false brings it back',
    inputs: {
      id: 'Id of the workspace; never assumed',
      mode: 'delete: for good, only without jobs, credits or workspaces below',
      confirm: 'Exact name of the workspace, for mode delete',
    },
    names_workspace: true,
  },
  summary: 'Archive a workspace, or delete an empty one.',
  description:
    'Archives unless `mode` is `delete`: see `PATCH /tenants/{id}` for the effects. Deleting needs `confirm` with the exact name, and a workspace with no workspaces below it, no jobs, credit history, standing pushes, deploy hooks, own domain or connected Google account, and no pack request that waits for its answer.',
  input: Type.Object({
    id: TenantId,
    mode: Type.Optional(Type.Enum(['archive', 'delete'], { title: 'What to do', default: 'archive' })),
    confirm: Type.Optional(Type.String({ title: 'Name of the workspace, to confirm', maxLength: 200 })),
  }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean(), archived: Type.Boolean() }),
  example: { id: 'ten_bakery', mode: 'archive' },
  faults: ['conflict'],
  subject: (tx, caller, { id }) => findTenant(tx, caller, id!),

  handle({ tx, app, caller, subject, changed }, { id, mode = 'archive', confirm }) {
    if (mode === 'archive') {
      changed({ tenant_id: id, before: { archived: subject.archived_at !== null }, after: { archived: true } })
      setArchived(tx, caller, subject, true)
      return { id, deleted: false, archived: true }
    }
    if (confirm !== subject.name)
      throw invalid({ path: 'confirm', message: 'must be the name of the workspace, exactly' })
    assertNoOpenRequest(tx, id)
    changed({ tenant_id: id, before: { name: subject.name, kind: subject.kind, parent_id: subject.parent_id } })
    removeEmpty(tx, app, caller, subject)
    return { id, deleted: true, archived: false }
  },
})
