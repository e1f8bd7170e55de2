import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { acceptInvitation, openSession } from '../../../../src/domains/accounts/index.ts'
import { createScheduler } from '../../../../src/doors/ops/scheduler.ts'
import { web } from '../../../../src/doors/pages/web.ts'
import { handler } from '../../../../src/doors/server.ts'
import type { Tx } from '../../../../src/kernel/database/database.ts'
import { DAY } from '../../../../src/kernel/time/clock.ts'
import { sendMailsTask } from '../../../../src/tasks/letters/send-mails.ts'
import { site } from '../../../../views/site.tsx'
import { refusal } from '../../../refusal.ts'
import { smtpServer } from '../../../upstreams/smtp.ts'
import { CAST, callerOf, type Person, type World, world } from '../../../world.ts'
import { seedOwnDomain } from '../../branding/seed.ts'
import { ADAS_PASSWORD, seedPassword } from '../seed.ts'

let w: World
let smtp: Awaited<ReturnType<typeof smtpServer>>
beforeEach(async () => {
  smtp = await smtpServer()
  w = world()
  w.db.write((tx) => seedPassword(tx))
  const server = { host: '127.0.0.1', port: smtp.port, secure: 'none', from_address: 'post@platform.example' }
  await w.call('pat', 'update_email_settings', server)
})
afterEach(() => {
  smtp.stop()
  w.close()
})

const NEW = 'ada@elsewhere.example'
const wish = (email = NEW) => w.call('ada', 'update_profile', { email, current_password: ADAS_PASSWORD })
const profile = () => w.call('ada', 'get_profile')

/** The link in the last letter, decoded from what the server received. */
async function lastLink(): Promise<string> {
  await w.run(sendMailsTask)
  const { data } = smtp.received.at(-1)!
  const plain = data.replace(/=\r\n/g, '').replace(/=3D/g, '=')
  const link = /https?:\/\/\S+?\/(?:verify|welcome)\?token=\w+/.exec(plain)
  if (!link) throw new Error(`no link in ${plain}`)
  return link[0]
}

/** Asks the page of the link, as the browser of one of the cast does, or of nobody who is signed in. */
async function open(
  link: string,
  method: 'GET' | 'POST',
  who: Person | null = 'ada',
): Promise<{ status: number; text: string; location: string | null }> {
  const session = who && (await openSession(w.app, CAST[who].id, { ip: null, user_agent: null }))
  const answer = handler(w.app, createScheduler(w.app), { web: web(w.app, site) })
  const headers = {
    host: 'localhost:8080',
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    ...(session ? { cookie: `sid=${session.token}` } : {}),
  }
  const request = new Request(link, { method, headers, ...(method === 'POST' ? { body: '' } : {}) })
  const response = await answer(request, { requestIP: () => null, timeout: () => {} })
  return { status: response.status, text: await response.text(), location: response.headers.get('location') }
}

describe('a new e-mail address', () => {
  test('is only wanted until its owner opens the link that was sent there and says yes', async () => {
    expect(await wish('Ada@Elsewhere.example')).toMatchObject({ email: 'ada@northwind.example', pending_email: NEW })
    const link = await lastLink()
    expect(smtp.received.at(-1)!.to).toEqual([NEW])
    const page = await open(link, 'GET')
    expect(page.status).toBe(200)
    expect(page.text).toContain(`Confirm ${NEW}`)
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example' })
    expect((await open(link, 'POST')).status).toBe(303)
    expect(await profile()).toMatchObject({ email: NEW, email_verified: true, pending_email: null })
    const [line] = w.db.read((tx) => tx.rows("select actor, before, after from audit where action = 'verify_email'"))
    expect(line).toMatchObject({ actor: NEW, before: '{"email":"ada@northwind.example"}' })
  })

  test('a link works once, for a day, and an older one not at all', async () => {
    await wish()
    const first = await lastLink()
    await wish()
    const second = await lastLink()
    expect((await open(first, 'POST')).status).toBe(404)
    w.clock.turn(DAY)
    expect((await open(second, 'GET')).status).toBe(404)
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example', pending_email: null })
    await wish()
    const third = await lastLink()
    expect((await open(third, 'POST')).status).toBe(303)
    expect((await open(third, 'POST')).status).toBe(404)
  })

  test('is forgotten when the password changes: whoever knew the old one may have asked for it', async () => {
    await wish()
    const link = await lastLink()
    const change = (current_password: string, new_password: string) =>
      w.call('ada', 'change_password', { current_password, new_password })
    await change(ADAS_PASSWORD, 'quiet harbour, seven gulls')
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example', pending_email: null })
    expect((await open(link, 'POST')).status).toBe(404)

    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', 'usr_ada'))
    await w.call('ada', 'update_profile', { email: 'ada@northwind.example' })
    const own = await lastLink()
    await change('quiet harbour, seven gulls', 'nine lamps on the pier')
    expect((await open(own, 'POST')).status).toBe(303)
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example', email_verified: true })
  })

  test('is told to the old one, once it is theirs', async () => {
    await wish()
    const link = await lastLink()
    expect(smtp.received.map(({ to }) => to)).toEqual([[NEW]])
    await open(link, 'POST')
    await w.run(sendMailsTask)
    const told = smtp.received.at(-1)!
    expect(told.to).toEqual(['ada@northwind.example'])
    expect(told.data).toContain('Subject: Your e-mail address was changed')
    expect(told.data).toContain(NEW)
  })

  test('that is the same, and only confirmed, is told to nobody', async () => {
    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', 'usr_ada'))
    await w.call('ada', 'update_profile', { email: 'ada@northwind.example' })
    await open(await lastLink(), 'POST')
    await w.run(sendMailsTask)
    expect(smtp.received).toHaveLength(1)
  })

  test('that somebody else got meanwhile is refused when the link is opened', async () => {
    await wish()
    const link = await lastLink()
    w.db.write((tx) => tx.run('update users set email = ? where id = ?', NEW, 'usr_rita'))
    expect((await open(link, 'POST')).status).toBe(409)
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example' })
  })

  test('neither a plain read of the database nor the log of letters gives the link away', async () => {
    await wish()
    const token = (await lastLink()).split('=')[1]!
    const rows = w.db.read((tx) => [
      tx.rows('select * from mails'),
      tx.rows('select * from email_proofs'),
      tx.rows('select * from audit'),
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
    const { items } = await w.call<{ items: { id: string }[] }>('pat', 'list_emails')
    expect(JSON.stringify(await w.call('pat', 'get_email', { id: items[0]!.id }))).not.toContain(token)
  })

  test('an address that is not verified can be confirmed without changing it, five letters a day at most', async () => {
    w.db.write((tx) => tx.run('update users set email_verified_at = null where id = ?', 'usr_ada'))
    const again = () => w.call('ada', 'update_profile', { email: 'ada@northwind.example' })
    for (let n = 1; n <= 5; n++) expect(await again()).toMatchObject({ email_verified: false, pending_email: null })
    expect(await refusal(again())).toMatchObject({ code: 'rate_limited', retry_after: 15 * 3600 })
    expect((await open(await lastLink(), 'POST')).status).toBe(303)
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example', email_verified: true })
  })
})

describe('an account that somebody else made under this address', () => {
  const MINE = 'newhire@northwind.example'
  const user = () => w.db.read((tx) => tx.row<{ id: string }>('select * from users where email = ?', MINE))

  /** Its maker chose the password, and asks for the proof. */
  async function planted(): Promise<string> {
    w.db.write((tx) => tx.run("update members set role = 'admin' where user_id = 'usr_vera'"))
    const mallory = { ...callerOf('vera'), role: 'admin' } as const
    const added = await w.call<{ invitation_url: string }>(mallory, 'add_member', {
      id: 'ten_bakery',
      email: MINE,
      role: 'member',
    })
    await w.run(sendMailsTask)
    const token = new URL(added.invitation_url).searchParams.get('token')!
    const { user_id } = await acceptInvitation(w.app, token, 'a password that Mallory chose', FROM)
    const caller = { ...callerOf('vera'), user_id, label: MINE }
    await w.call(caller, 'update_profile', { email: MINE })
    return lastLink()
  }

  test('is not confirmed by the link alone: the letter says who made it, the page asks to sign in to it', async () => {
    const link = await planted()
    const letter = smtp.received.at(-1)!.data.replace(/=\r\n/g, '')
    expect(letter).toContain('It was created on 2026-11-02 by vera@bakery.example.')
    for (const who of [null, 'ada', 'vera'] as const) {
      const page = await open(link, 'GET', who)
      expect(page.text).toContain('Vera (vera@bakery.example)')
      expect(page.text).not.toContain(`Confirm ${MINE}`)
      expect(await open(link, 'POST', who)).toMatchObject({
        status: 303,
        location: expect.stringContaining('/app/sign-in?next=%2Fverify'),
      })
    }
    expect(user()).toMatchObject({ email_verified_at: null })
  })

  test('is deleted when the owner of the mailbox says that it is not theirs', async () => {
    const link = await planted()
    const { id } = user()!
    w.db.write((tx) => seedKey(tx, id))
    expect((await open(link.replace('/verify', '/verify/not-mine'), 'POST', null)).text).toContain('is deleted')
    expect(user()).toBeNull()
    expect(w.db.read((tx) => tx.rows('select * from members where user_id = ?', id))).toEqual([])
    expect(w.db.read((tx) => tx.row("select status from api_keys where id = 'key_planted'"))).toEqual({
      status: 'revoked',
    })
    expect((await open(link, 'GET', null)).status).toBe(404)
    expect(w.db.read((tx) => tx.row("select target, after from audit where action = 'disown_address'"))).toEqual({
      target: id,
      after: '{"deleted":true}',
    })
  })

  test('one that has another address, and only wants this one, does without', async () => {
    await wish()
    const link = await lastLink()
    const page = await open(link, 'GET', null)
    expect(page.text).toContain('The account of Ada (ada@northwind.example) is to get the address')
    expect((await open(link.replace('/verify', '/verify/not-mine'), 'POST', null)).text).toContain('stays free')
    expect(await profile()).toMatchObject({ email: 'ada@northwind.example', pending_email: null })
    expect((await open(link, 'POST')).status).toBe(404)
  })
})

const FROM = { ip: null, user_agent: null }

function seedKey(tx: Tx, user_id: string): null {
  tx.run(
    `insert into api_keys (id, tenant_id, created_by, name, hash, prefix, role, status, created_at)
     values ('key_planted', 'ten_bakery', ?, 'x', 'x', 'x', 'member', 'active', ?)`,
    user_id,
    tx.now,
  )
  return null
}

describe('letters of a workspace with an own domain', () => {
  beforeEach(() => {
    w.db.write((tx) => seedOwnDomain(tx, 'ten_northwind', 'seo.northwind.example'))
  })
  const OWN = 'http://seo.northwind.example:8080/'

  const INSTALL = 'http://localhost:8080/'

  test('lead there, except links with a secret, which lead to the install', async () => {
    const add = (email: string) =>
      w.call<{ invitation_url: string | null }>('ada', 'add_member', { id: 'ten_bakery', email, role: 'member' })
    expect((await add('bo@bakery.example')).invitation_url).toStartWith(`${INSTALL}welcome?token=`)
    expect(await lastLink()).toStartWith(`${INSTALL}welcome?token=`)
    await add('rita@rival.example')
    await w.run(sendMailsTask)
    expect(smtp.received.at(-1)!.data).toContain(`${OWN}app/invitations`)
    await wish()
    expect(await lastLink()).toStartWith(`${INSTALL}verify?token=`)
  })

  test('about a credit pack lead whoever asked there, and the platform admin to the install', async () => {
    const { id } = await w.call<{ id: string }>('ada', 'create_credit_request', { pack: 'try' })
    await w.run(sendMailsTask)
    expect(smtp.received.at(-1)).toMatchObject({ to: ['pat@platform.example'] })
    const letter = () => smtp.received.at(-1)!.data.replace(/=\r\n/g, '')
    expect(letter()).toContain(`http://localhost:8080/app/platform/revenue/packs/${id}`)
    await w.call('pat', 'approve_credit_request', { id })
    await w.run(sendMailsTask)
    expect(smtp.received.at(-1)).toMatchObject({ to: ['ada@northwind.example'] })
    expect(letter()).toContain(`${OWN}app/w/ten_northwind/credits/buy`)
  })
})

describe('a person who is added to a workspace', () => {
  test('without an account gets an e-mail with the same link that the admin is given', async () => {
    const added = await w.call<{ invitation_url: string }>('ada', 'add_member', {
      id: 'ten_bakery',
      email: 'bo@bakery.example',
      role: 'member',
    })
    expect(await lastLink()).toBe(added.invitation_url)
    expect(smtp.received).toMatchObject([{ to: ['bo@bakery.example'] }])
    expect(smtp.received[0]!.data).toContain('Subject: Ada invited you to Bakery')
  })

  test('with an account is told, and gets no link to set a password', async () => {
    const given = { email: 'rita@rival.example', role: 'member' }
    expect(await w.call('ada', 'add_own_member', given)).toMatchObject({ invitation_url: null })
    await w.run(sendMailsTask)
    expect(smtp.received).toMatchObject([{ to: ['rita@rival.example'] }])
    expect(smtp.received[0]!.data).not.toContain('token=')
  })

  test('gets nothing when the plan has no room for them', async () => {
    w.db.write((tx) => tx.run("update tenant_plans set plan = 'free' where tenant_id = 'ten_northwind'"))
    const call = w.call('ada', 'add_own_member', { email: 'third@northwind.example', role: 'member' })
    expect(await refusal(call)).toMatchObject({ code: 'plan_limit' })
    await w.run(sendMailsTask)
    expect(smtp.received).toEqual([])
  })
})
