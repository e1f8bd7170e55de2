/** How far a key reaches now, as SQL over the key `k`, its workspace `t` and its maker `u`. */
import { ROLES } from '../../kernel/caller.ts'

const rankOf = (column: string): string =>
  `case ${column} ${ROLES.map((role, rank) => `when '${role}' then ${rank}`).join(' ')} end`

/** Rank of the maker's present role. A role in any workspace of the path counts; null for one who has left. */
const MAKER_RANK = `case when u.platform_admin then ${ROLES.length - 1} else (
    select max(${rankOf('m.role')}) from members m where m.user_id = u.id and instr(t.path, '/' || m.tenant_id || '/')
  ) end`

/** Whether a key may work at all. An archived workspace anywhere above closes the door. */
const WORKS = `k.status = 'active' and u.status in ('active', 'pending') and not exists (
    with recursive above (parent_id, archived_at) as (
      select t.parent_id, t.archived_at
      union all
      select p.parent_id, p.archived_at from above join tenants p on p.id = above.parent_id)
    select 1 from above where archived_at is not null)`

/** The lower of the key's role and its maker's; null while the key does not work. */
export const ACTS_AS = `case when ${WORKS} then case min(${rankOf('k.role')}, ${MAKER_RANK})
    ${ROLES.map((role, rank) => `when ${rank} then '${role}'`).join(' ')} end end`
