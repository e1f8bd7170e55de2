import type { Static } from 'typebox'
import { type AddedMember, addMemberTo } from '../accounts/index.ts'
import type { App } from '../app.ts'
import type { Caller, Role } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database.ts'
import { hashSecret } from '../kernel/ids.ts'
import { queueMail } from '../mail/index.ts'
import { requireRoomForMember } from '../plans/index.ts'

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>
type Wanted = { tenant_id: string; email: string; role: Role; name?: string }

/** Adds a person to a workspace, as far as the plan has room, and writes to them: an invitation, or that they are in. */
export function invite(tx: Tx, app: PostApp, caller: Caller, person: Wanted): Static<typeof AddedMember> {
  const added = addMemberTo(tx, caller, app.config, person)
  requireRoomForMember(tx, app, person.tenant_id, added.uid)
  const { tenant_id, uid, email: to, role, invitation_url } = added
  const facts = { by: nameOf(tx, caller), workspace: workspaceName(tx, tenant_id), role }
  const ref = `member ${tenant_id} ${uid} ${tx.now}`
  if (invitation_url)
    queueMail(tx, app, {
      ref: hashSecret(invitation_url),
      tenant_id,
      template: 'invite',
      to,
      facts,
      link: invitation_url,
    })
  else
    queueMail(tx, app, {
      ref,
      tenant_id,
      template: 'member_added',
      to,
      facts,
      link: `${app.config.site_url}/app/w/${tenant_id}`,
    })
  return added
}

const nameOf = (tx: Tx, caller: Caller): string =>
  tx.row<{ name: string }>('select name from users where id = ?', caller.user_id)?.name ?? caller.label

const workspaceName = (tx: Tx, id: string): string =>
  tx.row<{ name: string }>('select name from tenants where id = ?', id)!.name
