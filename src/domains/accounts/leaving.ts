/** Whether a person may leave the install, or is still needed as the last owner of a workspace. */
import type { ReadTx } from '../../kernel/database/database.ts'
import { said } from '../../kernel/language/say.ts'
import { conflict } from '../../kernel/operation/fault.ts'
import type { UserRow } from './tables.ts'
import { keepAnAdmin } from './user-states.ts'

/** Throws 409 when a workspace needs another owner first, and names all such workspaces. */
export function assertMayLeave(tx: ReadTx, user: UserRow): void {
  keepAnAdmin(tx, user)
  const workspaces = tx
    .rows<LeftAlone>(LEFT_ALONE, user.id)
    .map(({ id, name, has_credits, has_jobs }) => ({
      id,
      name,
      has_credits: has_credits === 1,
      has_running_jobs: has_jobs === 1,
    }))
  if (workspaces.length === 0) return
  const names = workspaces.map(({ name }) => name).join(', ')
  throw conflict(
    said(
      '{address} is the last owner of {names}, with credits or running jobs. Make another member its owner first; if there is nobody, cancel its jobs, and have its credits taken back by the workspace above{route} or the platform admin.',
      { address: user.email, names, route: ' (POST /credits/allocate)' },
    ),
    { workspaces },
  )
}

type LeftAlone = { id: string; name: string; has_credits: number; has_jobs: number }

/**
 * Workspaces that would have no owner of their own, with credits or running jobs in or below them. Credits of the free
 * plan do not count: they cost nothing and come again each month.
 */
const LEFT_ALONE = `with left_alone as (
    select t.id, t.name, t.path from members m join tenants t on t.id = m.tenant_id
    where m.user_id = ? and m.role = 'owner' and not exists (
      select 1 from members o where o.tenant_id = m.tenant_id and o.role = 'owner' and o.user_id <> m.user_id)),
  held as (
    select id, name,
      exists (select 1 from tenants b join purses p on p.tenant_id = b.id
        where b.path >= l.path and b.path < l.path || '~' and (p.available > 0 or p.reserved > 0))
        and (exists (select 1 from tenant_plans s where s.plan <> 'free' and instr(l.path, '/' || s.tenant_id || '/'))
          or exists (select 1 from tenants b join ledger g on g.tenant_id = b.id
            where b.path >= l.path and b.path < l.path || '~' and g.direction = 'in'
              and g.reason in ('pack', 'adjustment', 'allocation'))) as has_credits,
      exists (select 1 from tenants b join jobs j on j.tenant_id = b.id
        where b.path >= l.path and b.path < l.path || '~' and j.deleted_at is null
          and j.status not in ('done', 'cancelled')) as has_jobs
    from left_alone l)
  select * from held where has_credits or has_jobs order by name, id`
