import type { Static } from 'typebox'
import { type AddedMember, addMemberTo } from '../accounts/index.ts'
import type { App } from '../app.ts'
import type { Caller, Role } from '../kernel/caller.ts'
import type { Tx } from '../kernel/database.ts'
import { hashSecret } from '../kernel/ids.ts'
import { limitLetters, queueMail } from '../mail/index.ts'
import { requireRoomForMember, rootOf } from '../plans/index.ts'

/** Letters to one person in a day, after the first. */
const AGAIN_A_DAY = 5
/** Letters to whomever, from the workspaces of one tree. */
const PEOPLE_A_DAY = 500

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>
type Wanted = { tenant_id: string; email: string; role: Role; name?: string }

/** Adds a person to a workspace, as far as the plan has room, and writes to them: an invitation, or that they are in. */
export function invite(tx: Tx, app: PostApp, caller: Caller, person: Wanted): Static<typeof AddedMember> {
  const added = addMemberTo(tx, caller, app.config, person)
  limitInvitations(tx, added)
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

/** Throws 429 when a tree wrote to one person, or to people at all, too often: nobody asked for these letters. */
function limitInvitations(tx: Tx, { tenant_id, uid }: { tenant_id: string; uid: string }): void {
  const root = rootOf(tx, tenant_id)
  const again = `One person can be invited again ${AGAIN_A_DAY} times a day at most. Hand them the link you have, or try tomorrow.`
  limitLetters(tx, `invite:${root}:${uid}`, 1 + AGAIN_A_DAY, again)
  const many = `At most ${PEOPLE_A_DAY} people can be added in a day. Try again tomorrow.`
  limitLetters(tx, `invites:${root}`, PEOPLE_A_DAY, many)
}

const nameOf = (tx: Tx, caller: Caller): string =>
  tx.row<{ name: string }>('select name from users where id = ?', caller.user_id)?.name ?? caller.label

const workspaceName = (tx: Tx, id: string): string =>
  tx.row<{ name: string }>('select name from tenants where id = ?', id)!.name
