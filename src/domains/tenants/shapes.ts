import Type, { type Static } from 'typebox'
import { columnsOf } from '../../kernel/database/columns.ts'
import { ARCHIVED_BY } from '../../kernel/operation/archived-guard.ts'
import { LINE } from '../../kernel/operation/input/validation-errors.ts'
import { namedEnum, Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../kernel/operation/shape.ts'
import { Place } from './places.ts'

export const TENANT_KINDS = namedEnum('WorkspaceKind', ['agency', 'team', 'client'])

export const TenantKind = Type.Enum(TENANT_KINDS, { title: 'Kind' })
/** Only the root of a tree is an agency. */
export const SubKind = Type.Enum(['team', 'client'], { title: 'Kind' })
export const TenantName = Type.String({ title: 'Name', minLength: 1, maxLength: 120, pattern: LINE })
export const Notes = Type.String({ title: 'Notes', maxLength: 5000 })

const Room = (title: string, description: string) =>
  Type.Optional(Nullable(Type.Integer({ title, description, minimum: 0, maximum: 1_000_000 })))
/** Share of the agency's plan, including all workspaces below. */
export const Rooms = Type.Object(
  {
    clients: Room('Clients', 'Most clients below it'),
    members: Room('Members', 'Most people with a role in it or below'),
    keys: Room('API keys', 'Most API keys in it and below'),
  },
  {
    title: 'Rooms',
    description:
      'Most that its own people may use of the agency’s plan, including all workspaces below; 0 keeps it for the agency. Left out or null: half of the plan’s',
  },
)
export type Rooms = Static<typeof Rooms>

export const Tenant = Shape('Workspace', {
  id: Id,
  name: Type.String(),
  kind: TenantKind,
  parent_id: Nullable(Type.String()),
  depth: Type.Integer({ minimum: 1, description: '1 for the root of the tree' }),
  notes: Nullable(Type.String()),
  tags: Type.Array(Type.String()),
  default_recheck_days: Type.Integer(),
  rooms: Nullable(Rooms),
  search_place: Nullable(Place),
  time_zone: Nullable(
    Type.String({ description: 'Where its days begin; null: as of the workspace above it, or of the install' }),
  ),
  language: Nullable(
    Type.String({ description: 'Of reports and letters; null: as of the workspace above it, or of the install' }),
  ),
  archived: Type.Boolean(),
  archived_at: Nullable(Moment),
  archived_by: Nullable(
    Type.Object({ id: Id, name: Type.String() }, { description: 'the workspace above it whose archiving hides it' }),
  ),
  created_at: Moment,
  updated_at: Moment,
})

/** The fields that matter most. */
export const TENANT_BRIEF = ['id', 'name', 'kind', 'parent_id', 'archived', 'notes']

/** Columns of `tenants` in the shape of the API. */
export const TENANT_COLUMNS = columnsOf(Tenant, 'tenants', {
  depth: "length(path) - length(replace(path, '/', '')) - 1",
  archived: 'archived_at is not null',
  archived_by: ARCHIVED_BY,
})
