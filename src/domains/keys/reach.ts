/** Present rights of a key, as SQL over the key `k`, its workspace `t` and its creator `u`. */
import { ROLES } from '../../kernel/operation/caller.ts'

const rankOf = (column: string): string =>
  `case ${column} ${ROLES.map((role, rank) => `when '${role}' then ${rank}`).join(' ')} end`

/** Rank of the creator's present role. A role in any workspace of the path counts; null for a creator who left. */
const MAKER_RANK = `case when u.platform_admin then ${ROLES.length - 1} else (
    select max(${rankOf('m.role')}) from members m where m.user_id = u.id and instr(t.path, '/' || m.tenant_id || '/')
  ) end`

/** Whether a key works. An archived workspace anywhere above stops it. */
const WORKS = `k.status = 'active' and u.status in ('active', 'pending') and not exists (
    with recursive above (parent_id, archived_at) as (
      select t.parent_id, t.archived_at
      union all
      select p.parent_id, p.archived_at from above join tenants p on p.id = above.parent_id)
    select 1 from above where archived_at is not null)`

/** The lower of the key's role and its creator's; null while the key does not work. */
export const ACTS_AS = `case when ${WORKS} then case min(${rankOf('k.role')}, ${MAKER_RANK})
    ${ROLES.map((role, rank) => `when ${rank} then '${role}'`).join(' ')} end end`

/** Whether it has the platform capability. Not with a limit on credits: it could create a person without a limit. */
export const IS_PLATFORM = 'k.platform and k.daily_credit_cap is null and k.approval_above is null'
