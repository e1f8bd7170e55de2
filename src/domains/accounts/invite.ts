import type { Static } from 'typebox'
import type { App } from '../../kernel/app.ts'
import type { Caller, Role } from '../../kernel/caller.ts'
import { dayOf } from '../../kernel/clock.ts'
import type { ReadTx, Tx } from '../../kernel/database.ts'
import { hashSecret } from '../../kernel/ids.ts'
import { addToDay } from '../../kernel/limits.ts'
import { siteOf } from '../branding/index.ts'
import { limitLetters, queueMail } from '../mail/index.ts'
import { assertRoomInTree } from '../plans/index.ts'
import { rootOf } from '../tenants/index.ts'
import { addMemberTo, countPeople, countPlaces } from './members.ts'
import type { AddedMember } from './shapes.ts'

/** Letters to one person in a day, after the first. */
const AGAIN_A_DAY = 5
/** Letters to whomever, from the workspaces of one tree. */
const PEOPLE_A_DAY = 500

/** Where a person who is signed in finds what they were invited to. */
export const INVITATIONS = '/app/invitations'

type PostApp = Pick<App, 'letters' | 'sealer' | 'catalog' | 'config' | 'wake'>
type Wanted = { tenant_id: string; email: string; role: Role; name?: string }

/**
 * Invites a person to a workspace, as far as the plan has room, and writes to them: a link to choose a password, or one to
 * say yes. Who has an account and was written to often enough today is asked without a letter.
 */
export function invite(tx: Tx, app: PostApp, caller: Caller, person: Wanted): Static<typeof AddedMember> {
  const site = siteOf(tx, app, person.tenant_id)
  const added = addMemberTo(tx, caller, site, person)
  const writes = mayWrite(tx, added)
  assertRoomFor(tx, app, caller, added)
  if (!writes) return added
  const { tenant_id, uid, email: to, role, invitation_url } = added
  const facts = { by: nameOfCaller(tx, caller), workspace: workspaceName(tx, tenant_id), role }
  const letter = invitation_url
    ? ({ template: 'invite', ref: hashSecret(invitation_url), link: invitation_url } as const)
    : ({
        template: 'member_added',
        ref: `member ${tenant_id} ${uid} ${tx.now}`,
        link: site + INVITATIONS,
      } as const)
  queueMail(tx, app, { ...letter, tenant_id, to, facts })
  return added
}

/** One person more in the tree may be too many for its plan; who is in another of its workspaces too was counted before. */
function assertRoomFor(tx: Tx, app: PostApp, caller: Caller, { tenant_id, uid }: Added): void {
  if (countPlaces(tx, `/${rootOf(tx, tenant_id)}/`, uid) === 1)
    assertRoomInTree(tx, app, caller, tenant_id, 'members', countPeople)
}

type Added = { tenant_id: string; uid: string; invitation_url: string | null }

/**
 * Counts the letters of one tree, which nobody asked for, to one person and to people at all. Throws 429 beyond what a day
 * may have, but for a person with an account: their letter alone is left out.
 */
function mayWrite(tx: Tx, { tenant_id, uid, invitation_url }: Added): boolean {
  const root = rootOf(tx, tenant_id)
  const many = `At most ${PEOPLE_A_DAY} people can be added in a day. Try again tomorrow.`
  limitLetters(tx, `invites:${root}`, PEOPLE_A_DAY, many)
  const name = `invite:${root}:${uid}`
  if (invitation_url === null) return addToDay(tx, name, dayOf(tx.now), 1) <= 1 + AGAIN_A_DAY
  const again = `One person can be invited again ${AGAIN_A_DAY} times a day at most. Hand them the link you have, or try tomorrow.`
  limitLetters(tx, name, 1 + AGAIN_A_DAY, again)
  return true
}

/** How letters call whoever causes them. */
export const nameOfCaller = (tx: ReadTx, caller: Caller): string =>
  tx.row<{ name: string }>('select name from users where id = ?', caller.user_id)?.name ?? caller.label

const workspaceName = (tx: Tx, id: string): string =>
  tx.row<{ name: string }>('select name from tenants where id = ?', id)!.name
