import type { Tx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { hashSecret } from '../../kernel/secrets/ids.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { planNamed, planOf } from '../plans/index.ts'
import { grant } from './ledger.ts'
import { GRANT_PLAN_CREDITS, startCalendar } from './plan-calendar.ts'

/**
 * Starts the free plan in the root workspaces owned by a person with a verified address: the monthly checks, and the
 * trial links, which are granted once per address, person and tree.
 */
export function startFreePlan(
  tx: Tx,
  app: Pick<App, 'catalog' | 'wake'>,
  user: { id: string; email: string; email_verified_at: Time | null },
): void {
  if (user.email_verified_at === null) return
  // An address that the person adopted later gets no trial either, even under another owner.
  if (hadTrial(tx, user)) tx.run(ENTER, hashSecret(user.email), user.id, null, tx.now)
  const owned = tx.rows<{ id: string }>(
    `select t.id from members m join tenants t on t.id = m.tenant_id
     where m.user_id = ? and m.role = 'owner' and t.parent_id is null and t.archived_at is null order by t.created_at, t.id`,
    user.id,
  )
  for (const { id } of owned) {
    if (planOf(tx, app, id).plan !== 'free') continue
    grantTrial(tx, app, user, id)
    if (startCalendar(tx, id, tx.now)) tx.afterCommit(() => app.wake(GRANT_PLAN_CREDITS))
  }
}

/** Once per address, person and tree: the unique columns of `trials` enforce it. */
function grantTrial(tx: Tx, app: Pick<App, 'catalog'>, user: Person, tenant_id: string): void {
  const { trial_index_credits: amount, name } = planNamed(app, 'free')
  if (amount === 0 || hadTrial(tx, user)) return
  const first = tx.run(ENTER, hashSecret(user.email), user.id, tenant_id, tx.now)
  if (first === 1)
    grant(tx, {
      tenant_id,
      kind: 'index',
      amount,
      reason: 'trial',
      ref: 'trial',
      actor: 'system',
      note: `${name}: trial links`,
    })
}

type Person = { id: string; email: string }

const hadTrial = (tx: Tx, { id }: Person): boolean => tx.row('select 1 from trials where user_id = ?', id) !== null

const ENTER =
  'insert into trials (email_hash, user_id, tenant_id, granted_at) values (?, ?, ?, ?) on conflict do nothing'
