/** Who leaves the install for good, and whom that would leave alone. */
import type { ReadTx } from '../../kernel/database.ts'
import { conflict } from '../../kernel/fault.ts'
import type { UserRow } from './tables.ts'
import { keepAnAdmin } from './user-states.ts'

/** Throws 409 when somebody else is needed first, with every workspace that holds the person. */
export function assertMayLeave(tx: ReadTx, user: UserRow): void {
  keepAnAdmin(tx, user)
  const workspaces = tx.rows<LeftAlone>(LEFT_ALONE, user.id).map(({ id, name, has_credits, has_jobs }) => ({
    id,
    name,
    has_credits: has_credits === 1,
    has_running_jobs: has_jobs === 1,
  }))
  if (workspaces.length === 0) return
  const names = workspaces.map(({ name }) => name).join(', ')
  throw conflict(
    `${user.email} is the last owner of ${names}, where there are credits or running jobs. Make another member its owner first; if there is nobody, cancel what runs, and have the credits taken back from the workspace above (POST /credits/allocate) or by the platform admin.`,
    { workspaces },
  )
}

type LeftAlone = { id: string; name: string; has_credits: number; has_jobs: number }

/**
 * Workspaces that would be left without an owner of their own, with credits or running jobs in them or below. What the free
 * plan gives is nobody's loss, and comes again each month: it alone keeps nobody.
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
