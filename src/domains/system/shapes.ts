import Type from 'typebox'
import { Search } from '../../kernel/database/list.ts'
import { DOORS } from '../../kernel/operation/audit.ts'
import { WAYS_IN } from '../../kernel/operation/caller.ts'
import { Shape } from '../../kernel/operation/schema-names.ts'
import { Id, Moment, MomentOrDay, Nullable, OwnTenantId, TreeTenantId } from '../../kernel/operation/shape.ts'

const State = (description: string) => Nullable(Type.Object({}, { description }))

/** One entry of the audit trail. */
export const AuditLine = Shape('AuditLine', {
  id: Id,
  created_at: Moment,
  action: Type.String({ description: 'Name of the operation' }),
  actor: Type.String({
    description: 'E-mail address, name of a key, or `system`; for owners `operator` is a platform admin',
  }),
  user_id: Nullable(Type.String()),
  via: Type.Enum(WAYS_IN),
  key_id: Nullable(Type.String({ description: 'The key, or the connection of an app' })),
  app: Nullable(Type.String({ description: 'The program that acted, as it calls itself' })),
  door: Nullable(Type.Enum(DOORS, { description: 'tool: an MCP tool of the name of the action; null: none of these' })),
  as_platform: Type.Boolean({ description: 'Whether a platform admin did it' }),
  tenant_id: Nullable(Type.String()),
  tenant_name: Nullable(Type.String({ description: 'Null once the workspace is deleted' })),
  target: Nullable(Type.String()),
  before: State('Fields that changed, as they were'),
  after: State('Fields that changed, as they became; or the input, secrets removed'),
  ip: Nullable(Type.String()),
  request_id: Nullable(Type.String({ description: 'X-Request-Id of the request' })),
})

const WORKSPACE = { description: 'Id of a workspace; unless given your own, and for platform admins all' }

/** Filters of the list and of the CSV file. */
export const auditListFilters = { q: Search, ...filters(Type.With(OwnTenantId, WORKSPACE) as typeof OwnTenantId) }

/** Filters of the JSONL file. */
export const auditFilters = filters(TreeTenantId)

function filters(tenant_id: typeof TreeTenantId) {
  return {
    action: Type.Optional(
      Type.String({ title: 'Action', description: 'Name of an operation, such as `update_tenant`', maxLength: 64 }),
    ),
    tenant_id: Type.Optional(tenant_id),
    from: Type.Optional(Type.With(MomentOrDay, { title: 'From' })),
    to: Type.Optional(Type.With(MomentOrDay, { title: 'To' })),
  }
}

const trackedError = {
  id: Id,
  message: Type.String(),
  place: Type.String({ description: 'Operation, task or door that failed' }),
  count: Type.Integer({ minimum: 1 }),
  first_seen_at: Moment,
  last_seen_at: Moment,
  resolved: Type.Boolean(),
  reopened_at: Nullable(Type.String({ description: 'When it came back after it was resolved' })),
  versions: Type.Array(Type.String(), { description: 'Versions of Signalpost, the newest last' }),
  request_id: Nullable(Type.String({ description: 'The latest request that met it' })),
}

/** Unexpected errors, grouped by their common cause. */
export const TrackedError = Shape('TrackedError', trackedError)

export const TrackedErrorWhole = Shape('TrackedErrorWhole', {
  ...trackedError,
  fingerprint: Type.String({ description: 'Hash of the parts that its occurrences have in common' }),
  stack: Type.String(),
  sample: Nullable(
    Type.Object(
      {
        method: Nullable(Type.String()),
        route: Nullable(Type.String({ description: 'Never the address itself: it may hold a secret' })),
        actor: Nullable(Type.String()),
        tenant_id: Nullable(Type.String()),
      },
      { description: 'The last caller who met it, and the route' },
    ),
  ),
  days: Type.Array(Type.Object({ day: Type.String(), n: Type.Integer({ minimum: 0 }) }), {
    description: 'The last 30 days, UTC, the oldest first',
  }),
})
