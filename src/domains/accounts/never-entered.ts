/** Whether anybody was ever in an account. Only where nobody was does a link from somebody else set its password. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { UserRow } from './tables.ts'

/** A way into the account, or a trace of somebody inside. Identities are of a higher domain, which writes them. */
const TRACES = `select 1 from identities where user_id = ?1
  union all select 1 from factors where user_id = ?1
  union all select 1 from recovery_codes where user_id = ?1
  union all select 1 from sessions where user_id = ?1
  union all select 1 from sign_in_steps where user_id = ?1
  union all select 1 from api_keys where created_by = ?1
  union all select 1 from oauth_grants where user_id = ?1
  limit 1`

/**
 * Whether nobody was ever in the account: it was only invited. A missing password alone does not say so, because people
 * of an identity provider have none. Platform admins and verified addresses count as entered.
 */
export const wasNeverEntered = (tx: ReadTx, user: UserRow): boolean =>
  user.password_hash === null &&
  user.last_seen_at === null &&
  user.email_verified_at === null &&
  user.platform_admin === 0 &&
  tx.row(TRACES, user.id) === null
