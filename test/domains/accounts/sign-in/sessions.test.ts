import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import {
  callerOfSession,
  closeSession,
  closeSessionsOf,
  openSession,
  sessionCookieName,
} from '../../../../src/domains/accounts/index.ts'
import { newSecret } from '../../../../src/kernel/secrets/ids.ts'
import { DAY, HOUR, MINUTE } from '../../../../src/kernel/time/clock.ts'
import { forgetSignInsTask } from '../../../../src/tasks/forget-sign-ins.ts'
import { refusal } from '../../../refusal.ts'
import { callerOf, START, type World, world } from '../../../world.ts'

const FROM = { ip: '192.0.2.7', user_agent: 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0' }

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const open = (user_id = 'usr_ada') => openSession(w.app, user_id, FROM)
const visit = (token: string, tenant_id?: string) => callerOfSession(w.app, token, tenant_id)
const run = (sql: string) => w.db.write((tx) => tx.run(sql))

describe('a session', () => {
  test('speaks for its user in their first workspace', async () => {
    const { token, session_id } = await open()
    expect((await visit(token))?.caller).toMatchObject({
      via: 'session',
      user_id: 'usr_ada',
      label: 'ada@northwind.example',
      tenant_id: 'ten_northwind',
      role: 'owner',
      platform: false,
      approved: true,
      session_id,
    })
  })

  test('a made-up, misspelt or foreign token is nobody', async () => {
    const { token } = await open()
    for (const wrong of ['', 'x', newSecret('sps'), newSecret('ipk'), `${token.slice(0, -1)}!`, token.toUpperCase()])
      expect(await visit(wrong)).toBeNull()
  })

  test('ends after seven days without a visit, to the second', async () => {
    const { token } = await open()
    w.clock.turn(7 * DAY - 5000)
    const other = await open()
    w.clock.turn(10_000)
    expect(await visit(token)).toBeNull()
    expect(await visit(other.token)).not.toBeNull()
  })

  test('visits keep it alive, and the browser is told once it was extended', async () => {
    const { token } = await open()
    w.clock.turn(3 * DAY)
    expect((await visit(token))?.cookie).toBeNull()
    w.clock.turn(3 * DAY)
    const { cookie } = (await visit(token))!
    expect(cookie).toContain(`sid=${token}`)
    w.clock.turn(6 * DAY)
    expect(await visit(token)).not.toBeNull()
  })

  test('ends after thirty days however busy it is', async () => {
    const { token } = await open()
    for (let day = 1; day < 30; day++) {
      w.clock.turn(DAY)
      expect(await visit(token)).not.toBeNull()
    }
    w.clock.turn(DAY)
    expect(await visit(token)).toBeNull()
  })

  test('each sign-in gets its own token, and the database knows none of them', async () => {
    const tokens = [(await open()).token, (await open()).token]
    expect(tokens[0]).not.toBe(tokens[1])
    const rows = JSON.stringify(w.db.read((tx) => tx.rows('select * from sessions')))
    for (const token of tokens) expect(rows).not.toContain(token.slice(8))
  })

  test('the cookie is closed to scripts and other sites; under TLS it carries the __Host- prefix', async () => {
    expect((await open()).cookie).toMatch(/^sid=sps_\w+; HttpOnly; Max-Age=604800; Path=\/; SameSite=Lax$/)
    const safe = world({ env: { SIGNALPOST_SITE_URL: 'https://signalpost.example' } })
    const { cookie } = await openSession(safe.app, 'usr_ada', FROM)
    expect(cookie).toMatch(/^__Host-sid=sps_\w+; HttpOnly; Max-Age=604800; Path=\/; SameSite=Lax; Secure$/)
    expect(sessionCookieName(safe.app.config)).toBe('__Host-sid')
    safe.close()
  })

  test('closing it ends it and clears the cookie', async () => {
    const { token } = await open()
    expect(await closeSession(w.app, token)).toMatch(/^sid=; .*Max-Age=0/)
    expect(await visit(token)).toBeNull()
  })

  test('notes when it was last seen, not more often than every five minutes', async () => {
    const { token } = await open()
    const seen = () => w.db.read((tx) => tx.row<{ at: string }>('select last_seen_at as at from sessions'))!.at
    const first = seen()
    w.clock.turn(4 * MINUTE)
    await visit(token)
    expect(seen()).toBe(first)
    w.clock.turn(MINUTE)
    await visit(token)
    expect(seen()).toBe(w.clock.now())
  })

  test('sessions that are over leave the database', async () => {
    await open()
    w.clock.turn(7 * DAY)
    const { token } = await open()
    await w.run(forgetSignInsTask)
    expect(w.db.read((tx) => tx.count('select count(*) from sessions'))).toBe(1)
    expect(await visit(token)).not.toBeNull()
  })
})

describe('where it acts', () => {
  test('in any workspace that its user reaches, with the highest role on the way down', async () => {
    const { token } = await open()
    expect((await visit(token, 'ten_bakery'))?.caller).toMatchObject({
      tenant_id: 'ten_bakery',
      path: '/ten_northwind/ten_bakery/',
      role: 'owner',
    })
    run("insert into members (tenant_id, user_id, role, created_at) values ('ten_bakery', 'usr_ben', 'admin', 'x')")
    const ben = await open('usr_ben')
    expect((await visit(ben.token, 'ten_bakery'))?.caller?.role).toBe('admin')
    expect((await visit(ben.token, 'ten_northwind'))?.caller?.role).toBe('member')
  })

  test('not in a foreign, unknown or upper workspace', async () => {
    const { token } = await open('usr_vera')
    for (const tenant_id of ['ten_northwind', 'ten_rival', 'ten_nobody', ''])
      expect(await visit(token, tenant_id)).toMatchObject({ user: { id: 'usr_vera' }, caller: null })
  })

  test('not in an archived workspace, nor below one', async () => {
    const { token } = await open()
    run("update tenants set archived_at = created_at where id = 'ten_northwind'")
    expect((await visit(token, 'ten_bakery'))?.caller).toBeNull()
    expect((await visit(token))?.caller).toBeNull()
  })

  test('the platform admin acts anywhere, as an owner', async () => {
    const { token } = await open('usr_pat')
    expect((await visit(token))?.caller).toMatchObject({ tenant_id: 'ten_platform', platform: true })
    expect((await visit(token, 'ten_bakery'))?.caller).toMatchObject({ role: 'owner', platform: true })
    run("delete from members where user_id = 'usr_pat'")
    expect((await visit(token))?.caller?.platform).toBe(true)
  })

  test('a lowered role counts at the next request', async () => {
    const { token } = await open()
    run("update members set role = 'member' where user_id = 'usr_ada'")
    expect((await visit(token))?.caller?.role).toBe('member')
  })

  test('a suspended or declined account is shut out at once, a pending one may look around', async () => {
    const { token } = await open()
    for (const status of ['suspended', 'declined']) {
      run(`update users set status = '${status}' where id = 'usr_ada'`)
      expect(await visit(token)).toBeNull()
    }
    run("update users set status = 'pending' where id = 'usr_ada'")
    expect((await visit(token))?.caller?.approved).toBe(false)
  })
})

describe('own sessions', () => {
  test('are listed with the current one marked, newest first, and can be signed out', async () => {
    const old = await open()
    w.clock.turn(HOUR)
    const current = await open()
    await open('usr_ben')
    const caller = { ...callerOf('ada'), session_id: current.session_id }
    const list = await w.call<{ items: unknown[]; total: number }>(caller, 'list_sessions')
    expect(list).toMatchObject({
      total: 2,
      items: [
        { id: current.session_id, current: true, ip: '192.0.2.7', expires_at: '2026-11-09T10:00:00.000Z' },
        { id: old.session_id, current: false, device: 'Firefox on Windows', last_seen_at: START },
      ],
    })
    await w.call(caller, 'delete_session', { sid: old.session_id })
    expect(await visit(old.token)).toBeNull()
    expect(await visit(current.token)).not.toBeNull()
  })

  test("another person's session is unknown", async () => {
    const { session_id, token } = await open('usr_ben')
    expect(await refusal(w.call('ada', 'delete_session', { sid: session_id }))).toMatchObject({ code: 'not_found' })
    expect(await visit(token)).not.toBeNull()
  })

  test('all of a person can be ended but one', async () => {
    const [kept, gone] = [await open(), await open()]
    w.db.write((tx) => closeSessionsOf(tx, 'usr_ada', kept.session_id))
    expect(await visit(kept.token)).not.toBeNull()
    expect(await visit(gone.token)).toBeNull()
  })
})
