/** A link from somebody else sets a password only where nobody was ever in the account, at the moment it is used. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import {
  acceptInvitation,
  acceptOffer,
  createReset,
  findReset,
  offersTo,
  openSession,
  putMember,
  setPlatformAdmin,
  userByEmail,
} from '../../../src/domains/accounts/index.ts'
import { wasNeverEntered } from '../../../src/domains/accounts/never-entered.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import { addProvider, FROM, signIn, ssoWorld } from '../../features/sso/setting.ts'
import { refusal } from '../../refusal.ts'
import { identityProvider } from '../../upstreams/identity-provider.ts'
import { callerOf, type Person, type World } from '../../world.ts'
import { seedPassword } from './seed.ts'

let w: World
let op: ReturnType<typeof identityProvider>
beforeAll(() => {
  op = identityProvider(() => w.clock.now())
})
afterAll(() => op.stop())
beforeEach(() => {
  w = ssoWorld()
  op.lie()
})
afterEach(() => w.close())

const VICTOR = { sub: 'victor', email: 'victor@bakery.example', email_verified: true, name: 'Victor' }
const BY = { ip: '192.0.2.7', user_agent: 'Firefox' }
const PASSWORD = 'eleven herons by the weir'

/** An admin of a client who knows the address. */
const mallory: Caller = { ...callerOf('vera'), role: 'admin' }

/** Victor signs in by the install's provider: his account is active and has no password. */
async function victor(): Promise<string> {
  const id = await addProvider(w, op, { creates: true, domains: ['bakery.example'] })
  await signIn(w, op, id, VICTOR)
  return w.db.read((tx) => userByEmail(tx, VICTOR.email))!.id
}

type Added = { uid: string; invitation_url: string | null }
const add = (who: Person | Caller, tenant_id: string, role = 'client_viewer', email = VICTOR.email) =>
  w.call<Added>(who, 'add_member', { id: tenant_id, email, role })
const tokenOf = ({ invitation_url }: Added) => new URL(invitation_url!).searchParams.get('token')!
const hasPassword = (id: string) =>
  w.db.read((tx) => tx.row('select 1 from users where id = ? and password_hash is not null', id)) !== null
const join = (tenant_id: string, user_id: string, role: Caller['role']) =>
  w.db.write((tx) => putMember(tx, tenant_id, user_id, role) as undefined)

describe('a person who signs in by a provider', () => {
  test('is asked to accept, and no link sets their password, as a platform admin of one client', async () => {
    const id = await victor()
    join('ten_bakery', id, 'client_viewer')
    w.db.write((tx) => setPlatformAdmin(tx, userByEmail(tx, VICTOR.email)!, true) as undefined)
    await w.call('ada', 'create_sub_tenant', { name: 'Cafe', parent_id: 'ten_northwind' })
    const sub = w.db.read((tx) => tx.row<{ id: string }>("select id from tenants where name = 'Cafe'"))!
    expect(await add('ada', sub.id)).toMatchObject({ invitation_url: null })
    expect(await add('pat', 'ten_rival')).toMatchObject({ invitation_url: null })
    expect(hasPassword(id)).toBe(false)
  })

  test('is nobody’s without a workspace', async () => {
    await victor()
    expect(await add(mallory, 'ten_bakery')).toMatchObject({ invitation_url: null })
    expect(await add('rita', 'ten_rival', 'owner')).toMatchObject({ invitation_url: null })
  })

  test.each(['ada', 'pat'] as const)('gets no link from %s, whose people they are', async (who) => {
    join('ten_northwind', await victor(), 'member')
    expect(await add(who, 'ten_bakery')).toMatchObject({ invitation_url: null })
  })

  test('accepts nothing above their maker with an address that the provider did not verify', async () => {
    const id = await victor()
    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', id))
    expect(await refusal(add('ada', 'ten_northwind', 'owner'))).toMatchObject({ code: 'conflict' })
    w.db.write((tx) =>
      tx.run(
        `insert into invitations (tenant_id, user_id, role, name, invited_by, invited_as, created_at)
         values ('ten_northwind', ?, 'owner', 'Victor', 'usr_pat', 'owner', ?)`,
        ...[id, tx.now],
      ),
    )
    expect(() => acceptOffer(w.app, { user_id: id, tenant_id: 'ten_northwind', ip: null })).toThrow('Verify your')
  })
})

describe('a link that was made while nobody was in the account', () => {
  /** Who enters after the link was made, and how. */
  const ENTERS: [string, (id: string) => Promise<unknown> | unknown][] = [
    ['by a session', (id) => openSession(w.app, id, BY)],
    ['by a password', (id) => w.db.write((tx) => seedPassword(tx, id))],
    [
      'by a factor',
      (id) =>
        w.db.write((tx) =>
          tx.run(
            `insert into factors (id, user_id, kind, name, secret_sealed, confirmed_at, created_at)
             values ('fac', ?1, 'totp', 'App', '', ?2, ?2)`,
            ...[id, tx.now],
          ),
        ),
    ],
    ['once', (id) => w.db.write((tx) => tx.run('update users set last_seen_at = ? where id = ?', tx.now, id))],
    ['as a platform admin', (id) => w.db.write((tx) => tx.run('update users set platform_admin = 1 where id = ?', id))],
    [
      'by proving the address',
      (id) => w.db.write((tx) => tx.run('update users set email_verified_at = ? where id = ?', tx.now, id)),
    ],
    [
      'by a provider',
      async (id) => {
        const provider = await addProvider(w, op)
        w.db.write((tx) =>
          tx.run(
            `insert into identities (id, provider_id, subject, user_id, linked_by, linked_at)
             values ('idn', ?, 'victor', ?, 'letter', ?)`,
            ...[provider, id, tx.now],
          ),
        )
      },
    ],
  ]

  test.each(ENTERS)('sets no password after somebody entered %s', async (_, enter) => {
    const added = await add('ada', 'ten_bakery', 'member')
    await enter(added.uid)
    const had = hasPassword(added.uid)
    const sessions = w.db.read((tx) => tx.number('select count(*) from sessions'))
    expect(await refusal(acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM))).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('Sign in'),
    })
    expect([hasPassword(added.uid), w.db.read((tx) => tx.number('select count(*) from sessions'))]).toEqual([
      had,
      sessions,
    ])
    // The invitation itself stays, for the person who signs in and has the mailbox.
    w.db.write((tx) => tx.run('update users set email_verified_at = ? where id = ?', tx.now, added.uid))
    acceptOffer(w.app, { user_id: added.uid, tenant_id: 'ten_bakery', ip: null })
  })

  test('lets in the one who has it, once', async () => {
    const added = await add('ada', 'ten_bakery', 'member')
    const never = () => w.db.read((tx) => wasNeverEntered(tx, userByEmail(tx, VICTOR.email)!))
    expect(never()).toBe(true)
    await acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM)
    expect(never()).toBe(false)
    expect(await refusal(acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM))).toMatchObject({ code: 'not_found' })
  })

  test('lets nobody into a workspace while it is archived', async () => {
    const added = await add('ada', 'ten_bakery', 'member')
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    expect(await refusal(acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM))).toMatchObject({ code: 'not_found' })
    expect(w.db.read((tx) => offersTo(tx, added.uid))).toEqual([])
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: false })
    await acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM)
  })

  test('lets nobody into an account that was suspended', async () => {
    const added = await add('ada', 'ten_bakery', 'member')
    await w.call('pat', 'suspend_user', { id: added.uid })
    expect(await refusal(acceptInvitation(w.app, tokenOf(added), PASSWORD, FROM))).toMatchObject({ code: 'not_found' })
  })
})

test('a letter to an address that the account no longer has sets no password', () => {
  const { link } = w.db.write((tx) =>
    createReset(tx, w.app.config, userByEmail(tx, 'ada@northwind.example')!, { mailed: true }),
  )
  const token = new URL(link).searchParams.get('token')!
  expect(w.db.read((tx) => findReset(tx, token))?.user.id).toBe('usr_ada')
  w.db.write((tx) => tx.run("update users set email = 'ada@elsewhere.example' where id = 'usr_ada'"))
  expect(w.db.read((tx) => findReset(tx, token))).toBeNull()
})
