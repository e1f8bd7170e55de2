/** Strangers who want in: what they are told, what is made of it, and what nobody can do with it. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { callerIn, findReset, signIn, userByEmail } from '../../../src/domains/accounts/index.ts'
import { letterOf, linkOf } from '../../../src/domains/mail/index.ts'
import {
  askInvite,
  askReset,
  askSignUp,
  confirmSignUp,
  denySignUp,
  resetPassword,
  type StrangerOrigin,
} from '../../../src/features/signups/index.ts'
import { answerStrangersTask } from '../../../src/features/signups/tasks.ts'
import { DAY, HOUR } from '../../../src/kernel/time/clock.ts'
import { housekeepingTask } from '../../../src/tasks/install/housekeeping.ts'
import { expectBalanced } from '../../domains/credits/books.ts'
import { seedGrant } from '../../domains/oauth/seed.ts'
import { refusal } from '../../refusal.ts'
import { type World, world } from '../../world.ts'

type MailRow = Parameters<typeof linkOf>[1]

let w: World
beforeEach(async () => {
  w = world()
  await w.call('pat', 'update_email_settings', { host: '127.0.0.1', port: 1, secure: 'none', from_address: 'a@b.test' })
})
afterEach(() => {
  expectBalanced(w.db)
  w.close()
})

const QUINN = { name: 'Quinn', email: 'Quinn@Quay.example', password: 'forty shops and one of me' }
const ADDRESS = 'quinn@quay.example'
const from = (ip = '192.0.2.7'): StrangerOrigin => ({ ip, user_agent: 'Firefox', request_id: 'req_1' })

type Letter = { template: string; to_address: string; token: string }
/** Letters that were written since the last time, with the secret of their link. */
async function letters(): Promise<Letter[]> {
  await w.run(answerStrangersTask)
  const rows = w.db.read((tx) => tx.rows<Parameters<typeof linkOf>[1]>('select * from mails order by id'))
  return rows.map((row) => {
    const { searchParams } = new URL(linkOf(w.app, row)!)
    return { template: row.template, to_address: row.to_address, token: searchParams.get('token') ?? '' }
  })
}
const ask = (more: Record<string, unknown> = {}, origin = from()) => askSignUp(w.app, { ...QUINN, ...more }, origin)
const lastToken = async () => (await letters()).at(-1)!.token
const confirm = (token: string, password = QUINN.password, browser: string | null = null) =>
  confirmSignUp(w.app, token, { password, browser }, from())
const user = (email = ADDRESS) => w.db.read((tx) => userByEmail(tx, email))
const open = () => w.call('pat', 'update_access_settings', { signup_mode: 'open' })
const invite = (more: Record<string, unknown> = {}) =>
  w.call<{ id: string; code: string }>('pat', 'create_invite', more)
const credits = (tenant_id: string) =>
  w.db.read((tx) => tx.number("select available from purses where tenant_id = ? and kind = 'index'", tenant_id))

test('letters to an address that nobody confirmed carry no name: anybody could have chosen it', async () => {
  const name = 'Your invoice is overdue, pay at evil.example'
  await ask({ name })
  w.db.write((tx) => tx.run('update users set name = ?, email_verified_at = null where id = ?', name, 'usr_ada'))
  askReset(w.app, { email: 'ada@northwind.example' }, from())
  await ask({ email: 'ada@northwind.example' })
  await letters()
  const mails = w.db.read((tx) => tx.rows<MailRow>('select * from mails'))
  expect(mails.map(({ template }) => template).toSorted()).toEqual(['account_exists', 'password_reset', 'verify_email'])
  for (const mail of mails) {
    const { subject, text, html } = letterOf(w.app, mail)
    expect(subject + text + html).not.toContain('invoice')
  }
})

describe('signing up', () => {
  test('makes no account before the link of the letter was opened', async () => {
    await ask()
    expect(user()).toBeNull()
    expect(await letters()).toMatchObject([{ template: 'verify_email', to_address: ADDRESS }])
    expect(user()).toBeNull()
  })

  test('where sign-up is open makes an active account with an agency and trial links of its own', async () => {
    await open()
    await ask()
    expect(await confirm(await lastToken())).toMatchObject({ status: 'active' })
    const made = user()!
    expect(made).toMatchObject({ name: 'Quinn', status: 'active' })
    const caller = w.db.read((tx) => callerIn(tx, made, 'session'))!
    expect(caller).toMatchObject({ role: 'owner', platform: false, approved: true })
    expect(credits(caller.tenant_id)).toBe(10)
    await signIn(w.app, ADDRESS, QUINN.password, from())
  })

  test('by approval makes an account that waits, reads and changes nothing; approved, it gets its links', async () => {
    await ask()
    expect(await confirm(await lastToken())).toMatchObject({ status: 'pending' })
    const made = user()!
    const caller = w.db.read((tx) => callerIn(tx, made, 'session'))!
    expect(await w.call(caller, 'list_jobs')).toMatchObject({ total: 0 })
    expect(await refusal(w.call(caller, 'create_api_key', { name: 'Script' }))).toMatchObject({
      code: 'awaiting_approval',
    })
    expect(credits(caller.tenant_id)).toBe(0)
    await w.call('pat', 'approve_user', { id: made.id })
    expect(credits(caller.tenant_id)).toBe(10)
  })

  test('needs the password at the link, unless it is opened in the browser that signed up', async () => {
    const { browser } = await ask()
    const token = await lastToken()
    expect(await refusal(confirm(token, 'somebody else’s guess'))).toMatchObject({
      code: 'validation_failed',
      details: { issues: [{ path: 'password' }] },
    })
    expect(await refusal(confirm(token, '', 'spb_of_another'))).toMatchObject({ code: 'validation_failed' })
    await confirm(token, '', browser)
    expect(user()).not.toBeNull()
    expect(await refusal(confirm(token))).toMatchObject({ code: 'not_found' })
  })

  test('with a foreign address plants no account: whoever owns the mailbox knows no password, and says no', async () => {
    await ask({ password: 'a thief waits for the owner' })
    const token = await lastToken()
    denySignUp(w.app, token, from())
    expect(await refusal(confirm(token, 'a thief waits for the owner'))).toMatchObject({ code: 'not_found' })
    expect(user()).toBeNull()
  })

  test('with the address of an account writes to its owner, and does the same work', async () => {
    await ask({ email: 'ada@northwind.example' })
    expect(w.db.read((tx) => tx.number('select count(*) from signups'))).toBe(1)
    expect(await letters()).toMatchObject([{ template: 'account_exists', to_address: 'ada@northwind.example' }])
    expect(w.db.read((tx) => tx.number('select count(*) from signups'))).toBe(0)
  })

  test('of one address, twice, makes one account: the first that is confirmed', async () => {
    await ask()
    const first = await lastToken()
    await ask({ name: 'Other' })
    const second = await lastToken()
    const done = await Promise.allSettled([confirm(first), confirm(second)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(w.db.read((tx) => tx.number('select count(*) from users where email = ?', ADDRESS))).toBe(1)
  })

  test('is forgotten after a day', async () => {
    await ask()
    const token = await lastToken()
    w.clock.turn(DAY)
    expect(await refusal(confirm(token))).toMatchObject({ code: 'not_found' })
    await w.run(housekeepingTask)
    expect(w.db.read((tx) => tx.number('select count(*) from signups'))).toBe(0)
  })

  test('names what is wrong, and takes nothing', async () => {
    for (const [more, path] of [
      [{ email: 'nowhere' }, 'email'],
      [{ name: ' ' }, 'name'],
      [{ password: 'password' }, 'password'],
      [{ invite: 'spc_nothing' }, 'invite'],
    ] as const)
      expect(await refusal(ask(more))).toMatchObject({ details: { issues: [{ path }] } })
    expect(await letters()).toEqual([])
  })

  test('is refused where no letter can be sent', async () => {
    await w.call('pat', 'update_email_settings', { host: null })
    expect(await refusal(ask())).toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('takes no sign-ups'),
    })
  })
})

describe('what strangers ask', () => {
  test('is bounded by address, whether or not there is such an account', async () => {
    for (const email of [ADDRESS, 'ada@northwind.example']) {
      for (let turn = 0; turn < 5; turn++) askInvite(w.app, { email }, from(`198.51.${turn}.1`))
      expect(() => askInvite(w.app, { email }, from('203.0.113.9'))).toThrow('too often')
    }
    w.clock.turn(DAY)
    askInvite(w.app, { email: ADDRESS }, from())
  })

  test('is bounded by network: one address, its /64, its /24 and its /48', () => {
    const many = (n: number, ip: (i: number) => string, tag: string) => {
      for (let i = 0; i < n; i++) askInvite(w.app, { email: `${tag}${i}@quay.example` }, from(ip(i)))
      expect(() => askInvite(w.app, { email: `${tag}x@quay.example` }, from(ip(n)))).toThrow('Your network')
    }
    many(60, () => '192.0.2.1', 'a')
    many(60, (i) => `2001:db8:1:1::${i + 1}`, 'b')
    many(300, (i) => `198.51.100.${(i % 200) + 1}`, 'c')
    many(300, (i) => `2001:db8:2:${(i % 250) + 1}::1`, 'd')
  })

  test('stands in the audit trail under its request, and as nobody’s of the platform', async () => {
    await ask()
    await confirm(await lastToken())
    const lines = w.db.read((tx) =>
      tx.rows(
        'select action, actor, ip, request_id, as_platform from audit where action like ? order by id',
        '%sign_up',
      ),
    )
    const line = { actor: ADDRESS, ip: '192.0.2.7', request_id: 'req_1', as_platform: 0 }
    expect(lines).toEqual([
      { action: 'sign_up', ...line },
      { action: 'confirm_sign_up', ...line },
    ])
    const all = w.db.read((tx) => JSON.stringify([tx.rows('select * from audit'), tx.rows('select * from signups')]))
    expect(all).not.toContain(QUINN.password)
  })
})

describe('an invite', () => {
  test('opens the account at once, and tells who came by it', async () => {
    const { id, code } = await invite({ max_uses: 2 })
    await ask({ invite: code })
    expect(await confirm(await lastToken())).toMatchObject({ status: 'active' })
    expect(await w.call('pat', 'get_invite', { id })).toMatchObject({
      status: 'used',
      uses: 1,
      redemptions: [{ email: ADDRESS, name: 'Quinn' }],
    })
  })

  test('for one address is no use to another', async () => {
    const { code } = await invite({ email: 'other@quay.example' })
    expect(await refusal(ask({ invite: code }))).toMatchObject({ details: { issues: [{ path: 'email' }] } })
  })

  test('whose last use two want at once lets one of them in', async () => {
    const { id, code } = await invite()
    await ask({ invite: code })
    const first = await lastToken()
    await ask({ invite: code, email: 'rival@quay.example' })
    const second = await lastToken()
    const done = await Promise.allSettled([confirm(first), confirm(second)])
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(w.db.read((tx) => tx.number("select count(*) from users where email like '%quay.example'"))).toBe(1)
    expect(await w.call('pat', 'get_invite', { id })).toMatchObject({ status: 'redeemed', uses: 1 })
  })

  test('that was withdrawn stops at once, also for who had signed up with it', async () => {
    const { id, code } = await invite()
    await ask({ invite: code })
    const token = await lastToken()
    await w.call('pat', 'revoke_invite', { id })
    expect(await refusal(confirm(token))).toMatchObject({ code: 'conflict' })
    expect(await refusal(ask({ invite: code }))).toMatchObject({ details: { issues: [{ path: 'invite' }] } })
    expect(await w.call('pat', 'get_invite', { id })).toMatchObject({ status: 'revoked' })
  })

  test('ends by itself', async () => {
    const { id, code } = await invite({ expires_days: 1.5 })
    w.clock.turn(1.5 * DAY)
    expect(await refusal(ask({ invite: code }))).toMatchObject({ code: 'validation_failed' })
    expect(await w.call('pat', 'get_invite', { id })).toMatchObject({ status: 'expired' })
    expect(await refusal(w.call('pat', 'send_invite', { id, email: ADDRESS }))).toMatchObject({ code: 'conflict' })
  })
})

describe('a forgotten password', () => {
  const ada = 'ada@northwind.example'

  test('is chosen anew by the link of the letter, once, within an hour', async () => {
    askReset(w.app, { email: ada }, from())
    const token = await lastToken()
    w.db.write((tx) => seedGrant(tx))
    await resetPassword(w.app, token, QUINN.password, from())
    await signIn(w.app, ada, QUINN.password, from())
    expect(w.db.read((tx) => tx.number('select count(*) from oauth_grants where revoked_at is null'))).toBe(0)
    expect(await refusal(resetPassword(w.app, token, QUINN.password, from()))).toMatchObject({ code: 'not_found' })
  })

  test('can be asked for by a stranger too: each link works until one is used, and nobody is locked out', async () => {
    for (let n = 0; n < 8; n++) askReset(w.app, { email: ada }, from())
    const tokens = (await letters()).map(({ token }) => token)
    expect(tokens.length).toBe(3)
    expect(tokens.map((token) => w.db.read((tx) => findReset(tx, token))?.user.email)).toEqual([ada, ada, ada])
    await resetPassword(w.app, tokens[0]!, QUINN.password, from())
    for (const token of tokens)
      expect(await refusal(resetPassword(w.app, token, QUINN.password, from()))).toMatchObject({ code: 'not_found' })
    askReset(w.app, { email: ada }, from())
    expect((await letters()).length).toBe(4)
  })

  test('ends every session, and proves the address that the letter went to', async () => {
    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', 'usr_ada'))
    askReset(w.app, { email: ada }, from())
    await resetPassword(w.app, await lastToken(), QUINN.password, from())
    expect(user(ada)!.email_verified_at).not.toBeNull()
    expect(w.db.read((tx) => tx.number('select count(*) from sessions'))).toBe(0)
  })

  test('of nobody, and of somebody who may not enter, gets no letter', async () => {
    w.db.write((tx) => tx.run("update users set status = 'suspended' where id = 'usr_ben'"))
    for (const email of ['nobody@quay.example', 'ben@northwind.example']) askReset(w.app, { email }, from())
    expect(await letters()).toEqual([])
    expect(w.db.read((tx) => tx.number('select count(*) from reset_requests'))).toBe(0)
  })

  test('of an hour ago, or of an account that was suspended meanwhile, works no more', async () => {
    askReset(w.app, { email: ada }, from())
    const token = await lastToken()
    await w.call('pat', 'suspend_user', { id: 'usr_ada' })
    expect(await refusal(resetPassword(w.app, token, QUINN.password, from()))).toMatchObject({ code: 'not_found' })
    await w.call('pat', 'activate_user', { id: 'usr_ada' })
    expect(await refusal(resetPassword(w.app, token, QUINN.password, from()))).toMatchObject({ code: 'not_found' })
    askReset(w.app, { email: ada }, from())
    const next = await lastToken()
    w.clock.turn(HOUR)
    expect(await refusal(resetPassword(w.app, next, QUINN.password, from()))).toMatchObject({ code: 'not_found' })
  })
})

describe('trial links', () => {
  test('come once a person: neither a changed address nor a second account brings them again', async () => {
    await open()
    await ask()
    const { user_id } = await confirm(await lastToken())
    await w.call('pat', 'update_user', { id: user_id, email: 'quinn@new.example' })
    const { confirmEmail } = await import('../../../src/domains/accounts/index.ts')
    confirmEmail(w.app, await lastToken(), user_id, null)
    await w.call('pat', 'delete_user', { id: user_id })
    for (const email of [ADDRESS, 'quinn@new.example']) {
      await ask({ email })
      await confirm(await lastToken())
      const caller = w.db.read((tx) => callerIn(tx, userByEmail(tx, email)!, 'session'))!
      expect([email, credits(caller.tenant_id)]).toEqual([email, 0])
    }
  })
})
