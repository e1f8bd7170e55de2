import type { Static } from 'typebox'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import type { Caller } from '../../../kernel/operation/caller.ts'
import { addToDay } from '../../../kernel/scheduling/limits.ts'
import { hashSecret } from '../../../kernel/secrets/ids.ts'
import { dayOf } from '../../../kernel/time/clock.ts'
import { siteOf } from '../../branding/index.ts'
import { limitLetters, type MailApp, queueMail } from '../../mail/index.ts'
import { assertRoomInTree } from '../../plans/index.ts'
import { readTenant, rootOf } from '../../tenants/index.ts'
import { countPeople, countPlaces } from '../member-counts.ts'
import { isBounded } from '../member-rights.ts'
import { addMemberTo, type NewMember } from '../members.ts'
import type { AddedMember } from '../shapes.ts'

/** Letters to one person in a day, after the first. */
const AGAIN_A_DAY = 5
/** Invitation letters of one tree in a day, to any address. */
const PEOPLE_A_DAY = 500

/** Page where a signed-in person finds their invitations. */
export const INVITATIONS = '/app/invitations'

/**
 * Invites a person to a workspace, if the plan has room, and sends a letter with a link to choose a password, or to
 * accept. A person with an account who got enough letters today is invited without one.
 */
export function invite(tx: Tx, app: MailApp, caller: Caller, person: NewMember): Static<typeof AddedMember> {
  const added = addMemberTo(tx, caller, app.config.site_url, person)
  const writes = mayWrite(tx, added)
  assertRoomFor(tx, app, caller, added)
  if (!writes) return added
  const { tenant_id, uid, email: to, role, invitation_url } = added
  const facts = { by: unlinked(nameOfCaller(tx, caller)), workspace: unlinked(readTenant(tx, tenant_id).name), role }
  const letter = invitation_url
    ? ({ template: 'invite', ref: hashSecret(invitation_url), link: invitation_url } as const)
    : ({
        template: 'member_added',
        ref: `member ${tenant_id} ${uid} ${tx.now}`,
        link: siteOf(tx, app, tenant_id) + INVITATIONS,
      } as const)
  queueMail(tx, app, { ...letter, tenant_id, to, facts })
  // The link sets the account's password: an app or a limited key with the link could sign in as that person.
  return isBounded(caller) ? { ...added, invitation_url: null } : added
}

/** A new person may exceed the plan of the tree. A person who is in another of its workspaces was counted before. */
function assertRoomFor(tx: Tx, app: MailApp, caller: Caller, { tenant_id, uid }: Added): void {
  if (countPlaces(tx, `/${rootOf(tx, tenant_id)}/`, uid) === 1)
    assertRoomInTree(tx, app, caller, tenant_id, 'members', countPeople)
}

type Added = { tenant_id: string; uid: string; invitation_url: string | null }

/**
 * Counts the letters of one tree, to one person and in total, because the recipients did not ask for them. Above a
 * daily limit it throws 429, or returns false for a person with an account: only their letter is left out.
 */
function mayWrite(tx: Tx, { tenant_id, uid, invitation_url }: Added): boolean {
  const root = rootOf(tx, tenant_id)
  const many = `${PEOPLE_A_DAY} people can be added in a day, and this limit is reached. Try again tomorrow.`
  limitLetters(tx, `invites:${root}`, PEOPLE_A_DAY, many)
  const name = `invite:${root}:${uid}`
  if (invitation_url === null) return addToDay(tx, name, dayOf(tx.now), 1) <= 1 + AGAIN_A_DAY
  const again = `One person can be invited again ${AGAIN_A_DAY} times a day, and this limit is reached. Give them the link you have, or try tomorrow.`
  limitLetters(tx, name, 1 + AGAIN_A_DAY, again)
  return true
}

/** Stops mail programs from turning a name into a link, because the recipients may not know the sender. */
export const unlinked = (name: string): string =>
  name.replaceAll('://', ': ').replace(/(?<=[\p{L}\d])\.(?=\p{L}{2})/gu, '. ')

/** Name of the acting caller in letters. */
export const nameOfCaller = (tx: ReadTx, caller: Caller): string =>
  tx.row<{ name: string }>('select name from users where id = ?', caller.user_id)?.name ?? caller.label
