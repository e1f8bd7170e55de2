import type { Static } from 'typebox'
import { type AddedMember, addMemberTo } from '../accounts/index.ts'
import type { App } from '../app.ts'
import type { Caller, Role } from '../kernel/caller.ts'
import { dayOf, millis } from '../kernel/clock.ts'
import type { Tx } from '../kernel/database.ts'
import { Fault } from '../kernel/fault.ts'
import { hashSecret } from '../kernel/ids.ts'
import { addToDay, untilMidnight } from '../kernel/limits.ts'
import { queueMail } from '../mail/index.ts'
import { requireRoomForMember } from '../plans/index.ts'

/** Letters to one person in a day, after the first. */
const A_DAY = 5

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>
type Wanted = { tenant_id: string; email: string; role: Role; name?: string }

/** Adds a person to a workspace, as far as the plan has room, and writes to them: an invitation, or that they are in. */
export function invite(tx: Tx, app: PostApp, caller: Caller, person: Wanted): Static<typeof AddedMember> {
  const added = addMemberTo(tx, caller, app.config, person)
  if (added.invited_again) limitLetters(tx, added.uid)
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

/** Throws 429 when somebody was invited again too often: the address need not belong to who was meant. */
function limitLetters(tx: Tx, uid: string): void {
  if (addToDay(tx, `invite:${uid}`, dayOf(tx.now), 1) <= A_DAY) return
  throw new Fault(
    'rate_limited',
    `One person can be invited again ${A_DAY} times a day at most. Hand them the link you have, or try tomorrow.`,
    { code: 'rate_limited' },
    untilMidnight(millis(tx.now)),
  )
}

const nameOf = (tx: Tx, caller: Caller): string =>
  tx.row<{ name: string }>('select name from users where id = ?', caller.user_id)?.name ?? caller.label

const workspaceName = (tx: Tx, id: string): string =>
  tx.row<{ name: string }>('select name from tenants where id = ?', id)!.name
