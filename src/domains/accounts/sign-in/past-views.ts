/** Views that have ended, as the workspace reads them: from the audit trail, which holds their ends. */
import Type, { type Static } from 'typebox'
import { when } from '../../../kernel/database/list.ts'
import { Shape } from '../../../kernel/operation/schema-names.ts'
import { Id, Moment, Nullable } from '../../../kernel/operation/shape.ts'

export const ViewShape = Shape('WorkspaceView', {
  id: Id,
  who: Nullable(Type.String({ description: 'Name of the platform admin; null once the account is deleted' })),
  started_at: Moment,
  ended_at: Moment,
  pages: Nullable(Type.Integer({ minimum: 0, description: 'Pages opened; null for views before this was counted' })),
  reason: Nullable(Type.String({ description: 'Null for views before a reason was required' })),
})

type Row = { id: string; who: string | null; ended_at: string; before: string | null; after: string | null }

export const viewSource = (tenant_id: string) => ({
  select: 'a.id, u.name as who, a.at as ended_at, a.before, a.after',
  from: 'audit a left join users u on u.id = a.user_id',
  where: [when("a.action = 'end_workspace_view'"), when('a.tenant_id = ?', tenant_id)],
  sorts: { ended_at: 'a.seq' },
})

export function viewOnWire({ before, after, ...row }: Row): Static<typeof ViewShape> {
  const { started_at = row.ended_at } = JSON.parse(before ?? '{}') as { started_at?: string }
  const { pages = null, reason = null } = JSON.parse(after ?? '{}') as { pages?: number; reason?: string }
  return { ...row, started_at, pages, reason }
}
