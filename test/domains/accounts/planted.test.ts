/** An account that somebody made under a colleague's address, and chose the password of, is let in nowhere. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { acceptInvitation, acceptOffer, unprovedAccounts } from '../../../src/domains/accounts/index.ts'
import type { Caller, Role } from '../../../src/kernel/operation/caller.ts'
import { refusal } from '../../refusal.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const as = (person: Person, role: Caller['role']): Caller => ({ ...callerOf(person), role })
/** A client's admin. */
const mallory = as('vera', 'admin')
const NEW = 'newhire@northwind.example'

type Added = { uid: string; invitation_url: string | null }
const add = (who: Person | Caller, id: string, role: string, email = NEW) =>
  w.call<Added>(who, 'add_member', { id, email, role })

/** The account, with a password that its maker knows. */
async function planted(by: Person | Caller = mallory, id = 'ten_bakery', role = 'client_viewer'): Promise<string> {
  w.db.write((tx) => tx.run("update members set role = 'owner' where user_id in ('usr_vera', 'usr_ben')"))
  const { uid, invitation_url } = await add(by, id, role)
  const token = new URL(invitation_url!).searchParams.get('token')!
  await acceptInvitation(w.app, token, 'a password that Mallory chose', { ip: null, user_agent: null })
  return uid
}

describe('an account made by the admin of a client', () => {
  test.each([
    ['the owner', 'ada', 'owner'],
    ['the owner, for a viewer', 'ada', 'client_viewer'],
    ['an admin', as('ben', 'admin'), 'admin'],
    ['the platform admin', 'pat', 'member'],
  ] as const)('is given nothing in the agency by %s', async (_, who, role) => {
    await planted()
    expect(await refusal(add(who, 'ten_northwind', role))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('has not verified'),
    })
  })

  test('gets no higher role in the client itself than its maker had to give', async () => {
    const uid = await planted()
    const change = (role: string) => w.call('ada', 'update_member_role', { id: 'ten_bakery', uid, role })
    expect(await refusal(change('owner'))).toMatchObject({ code: 'conflict' })
    await change('admin')
    expect(w.db.read(unprovedAccounts)).toEqual([])
  })

  test('is asked like everybody once the owner of the mailbox has confirmed the address', async () => {
    const uid = await planted()
    w.db.write((tx) => tx.run('update users set email_verified_at = ? where id = ?', tx.now, uid))
    await add('ada', 'ten_northwind', 'owner')
    acceptOffer(w.app, { user_id: uid, tenant_id: 'ten_northwind', ip: null })
  })

  test('does not get in by an invitation that was there first, either', async () => {
    // The agency asks, the client asks again (as long as the role is none above its own), and its link ends the first one.
    await add('pat', 'ten_northwind', 'client_viewer')
    w.db.write((tx) => tx.run("delete from invitations where tenant_id = 'ten_northwind'"))
    const uid = await planted()
    w.db.write((tx) =>
      tx.run(
        `insert into invitations (tenant_id, user_id, role, name, invited_by, invited_as, created_at)
         values ('ten_northwind', ?, 'member', 'New', 'usr_pat', 'owner', ?)`,
        uid,
        tx.now,
      ),
    )
    expect(() => acceptOffer(w.app, { user_id: uid, tenant_id: 'ten_northwind', ip: null })).toThrow(
      'Verify your e-mail',
    )
  })
})

test('an account that the agency made is let into its clients without being asked for a proof', async () => {
  const uid = await planted('ada', 'ten_northwind', 'member')
  await add('ada', 'ten_bakery', 'admin')
  acceptOffer(w.app, { user_id: uid, tenant_id: 'ten_bakery', ip: null })
})

test("a client's key of the platform admin vouches for no more than the client", async () => {
  const key: Caller = { ...as('vera', 'owner'), via: 'key', user_id: 'usr_pat', key_id: 'key' }
  await planted(key)
  expect(await refusal(add('pat', 'ten_northwind', 'member'))).toMatchObject({ code: 'conflict' })
})

describe('accounts that were let in before this was asked', () => {
  const let_in = (uid: string, role: Role) =>
    w.db.write((tx) => tx.run("insert into members values ('ten_northwind', ?, ?, ?)", uid, role, tx.now))

  test('are listed with what they have beyond their first workspace, until their address is proved', async () => {
    const uid = await planted()
    expect(w.db.read(unprovedAccounts)).toEqual([])
    let_in(uid, 'owner')
    expect(w.db.read(unprovedAccounts)).toMatchObject([
      { email: NEW, made_by: 'vera@bakery.example', places: [{ name: 'Northwind', role: 'owner' }] },
    ])
    w.db.write((tx) => tx.run('update users set email_verified_at = ? where id = ?', tx.now, uid))
    expect(w.db.read(unprovedAccounts)).toEqual([])
  })
})
