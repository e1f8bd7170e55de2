import Type from 'typebox'
import { assertWholePerson, ownUser, plainEmail, removeUser, type UserRow } from '../../domains/accounts/index.ts'
import { revokeKeysOf } from '../../domains/keys/index.ts'
import type { ReadTx } from '../../kernel/database.ts'
import { conflict, invalid } from '../../kernel/fault.ts'
import { write } from '../../kernel/operation.ts'

export const deleteProfile = write({
  name: 'delete_profile',
  route: 'DELETE /profile',
  role: null,
  body: true,
  summary: 'Delete your own account.',
  description:
    'You are signed out everywhere, leave every workspace, and the API keys you made are revoked. The last owner of a workspace that has credits or running jobs has to hand it over first. Not with an API key that can do less than the person who made it.',
  input: Type.Object({ confirm: Type.String({ title: 'Your e-mail address, to confirm', maxLength: 254 }) }),
  output: Type.Object({ id: Type.String(), deleted: Type.Boolean() }),
  example: { confirm: 'ben@northwind.example' },
  faults: ['conflict'],

  handle({ tx, caller, changed }, { confirm }) {
    const user = ownUser(tx, caller)
    assertWholePerson(tx, caller)
    if (plainEmail(confirm) !== user.email)
      throw invalid({ path: 'confirm', message: 'must be your own e-mail address' })
    assertMayLeave(tx, user)
    revokeKeysOf(tx, user.id)
    removeUser(tx, user.id)
    changed({ target: user.id, before: { email: user.email } })
    return { id: user.id, deleted: true }
  },
})

/** Throws 409 when somebody else is needed first, with every workspace that holds the person. */
function assertMayLeave(tx: ReadTx, user: UserRow): void {
  if (user.platform_admin && !tx.row('select 1 from users where platform_admin = 1 and id <> ?', user.id))
    throw conflict('You are the last platform admin of this install. Make someone else one first.')
  const workspaces = tx.rows<LeftAlone>(LEFT_ALONE, user.id).map(({ id, name, has_credits, has_jobs }) => ({
    id,
    name,
    has_credits: has_credits === 1,
    has_running_jobs: has_jobs === 1,
  }))
  if (workspaces.length === 0) return
  const names = workspaces.map(({ name }) => name).join(', ')
  throw conflict(
    `You are the last owner of ${names}, where there are credits or running jobs. Make another member its owner first; if there is nobody, cancel what runs, and have the credits taken back from the workspace above (POST /credits/allocate) or by the platform admin.`,
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
