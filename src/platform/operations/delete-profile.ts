import { and, inArray, isNull, notInArray } from 'drizzle-orm'
import Type from 'typebox'
import { ownUser, plainEmail, type UserRow } from '../../accounts/index.ts'
import { balances } from '../../credits/index.ts'
import { jobsTable } from '../../jobs/index.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'
import { revokeKeysOf } from '../../keys/index.ts'
import { idsBelow } from '../../tenants/index.ts'

export const deleteProfile = write({
  name: 'delete_profile',
  route: 'DELETE /profile',
  role: null,
  body: true,
  summary: 'Delete your own account.',
  description:
    'You are signed out everywhere, leave every workspace, and the API keys you made are revoked. The last owner of a workspace that has credits or running jobs has to hand it over first.',
  input: Type.Object({ confirm: Type.String({ title: 'Your e-mail address, to confirm', maxLength: 254 }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { confirm: 'ben@northwind.example' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { confirm }) {
    const user = ownUser(tx, caller)
    if (plainEmail(confirm) !== user.email)
      throw invalid({ path: 'confirm', message: 'must be your own e-mail address' })
    judgeLeaving(tx, user)
    revokeKeysOf(tx, user.id)
    tx.run('delete from users where id = ?', user.id)
    changed({ target: user.id, before: { email: user.email } })
    return { id: user.id, deleted: true }
  },
})

/** Throws 409 when somebody else is needed first. */
function judgeLeaving(tx: ReadTx, user: UserRow): void {
  if (user.platform_admin && !tx.row('select 1 from users where platform_admin = 1 and id <> ?', user.id))
    throw conflict('You are the last platform admin. Make someone else one first.')
  const orphans = tx.rows<{ name: string; path: string }>(SOLELY_OWNED, user.id)
  for (const { name, path } of orphans) {
    const tree = idsBelow(tx, path)
    if (tree.some((id) => hasCredits(tx, id)) || hasRunningJobs(tx, tree))
      throw conflict(
        `You are the last owner of ${name}, which has credits or running jobs. Make someone else an owner first.`,
      )
  }
}

const hasCredits = (tx: ReadTx, tenant_id: string): boolean =>
  Object.values(balances(tx, tenant_id)).some(({ available, reserved }) => available + reserved > 0)

const hasRunningJobs = (tx: ReadTx, tenant_ids: string[]): boolean =>
  tx.orm
    .select({ id: jobsTable.id })
    .from(jobsTable)
    .where(
      and(
        inArray(jobsTable.tenant_id, tenant_ids),
        notInArray(jobsTable.status, ['done', 'cancelled']),
        isNull(jobsTable.deleted_at),
      ),
    )
    .limit(1)
    .get() !== undefined

const SOLELY_OWNED = `select t.name, t.path from members m join tenants t on t.id = m.tenant_id
  where m.user_id = ? and m.role = 'owner' and not exists (
    select 1 from members o where o.tenant_id = m.tenant_id and o.role = 'owner' and o.user_id <> m.user_id)`
