/**
 * Through the binary: a client is archived and restored while it is being worked for, its people come and go, and a large
 * job is deleted under the eyes of others.
 */
import { Database } from 'bun:sqlite'
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DAY, HOUR, MINUTE, stopwatch } from '../../../src/kernel/time/clock.ts'
import { type Agency, agency, type Credits, expectBooksToBalance } from '../agency.ts'
import { CAN_TURN, type Reply, until } from '../appliance.ts'
import { site } from '../site.ts'

setDefaultTimeout(600_000)

type Headers = Record<string, string>
type Member = { uid: string; role: string; invitation_url: string | null }
type Tenant = { id: string; archived: boolean; archived_at: string | null }

const folder = mkdtempSync(join(tmpdir(), 'signalpost-clients-'))
const catalog = join(folder, 'catalog.json')
/** What the agency's plan holds, from the next start on. */
const allowMembers = (members: number | null) =>
  writeFileSync(catalog, JSON.stringify({ plans: { agency_scale: { members, monthly_index_credits: 20_000 } } }))

const pages = site()
let shown = false
let one: Agency
beforeAll(async () => {
  allowMembers(null)
  one = await agency({ shown: () => shown, env: { SIGNALPOST_CATALOG: catalog } })
})
afterAll(async () => {
  await one.close()
  pages.stop()
  rmSync(folder, { recursive: true, force: true })
})

const workspace = async (name: string, parent_id?: string, kind = 'client'): Promise<string> =>
  (await one.post<Tenant>('/tenants', { name, kind, parent_id })).id
const archive = (id: string, archived: boolean) => one.ask('PATCH', `/tenants/${id}`, { archived })
const keyOf = async (tenant_id: string, role = 'admin'): Promise<Headers> => {
  const { secret } = await one.post<{ secret: string }>('/api-keys', { tenant_id, role, rate_per_min: 600 })
  return { authorization: `Bearer ${secret}` }
}
const statusFor = async (who: Headers, path = '/jobs?page_size=1') =>
  (await one.ask('GET', path, undefined, who)).status
const told = ({ status, error }: Reply) => [status, error?.code]

/** Chooses a password as one who was invited does; the headers of the session. */
async function accepted({ invitation_url }: Member): Promise<Headers> {
  const { pathname, search } = new URL(invitation_url!)
  const response = await fetch(one.address() + pathname + search, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'password=eleven+boats+beside+the+lighthouse',
  })
  expect(response.status).toBe(303)
  const cookie = response.headers.get('set-cookie')!.split(';', 1)[0]!
  return { authorization: '', cookie, 'sec-fetch-site': 'same-origin' }
}

describe('a client that is archived while it is being worked for', () => {
  const CREDITS = 20
  const urls = (n: number) => Array.from({ length: n }, (_, i) => `${pages.url}/drip-${i}`)
  let team: string
  let client: string
  let keys: Headers[]
  let vera: Headers
  let job: string
  const creditsOf = async () => (await one.get<Credits>(`/credits?tenant_id=${client}`)).index
  const sentAfter = async (ms: number) => {
    one.clock.turn(ms)
    await one.tick()
    return one.ordered().length
  }

  beforeAll(async () => {
    team = await workspace('Team', undefined, 'team')
    client = await workspace('Bakery', team)
    await one.post('/credits/allocate', { tenant_id: client, amount: CREDITS, kind: 'index' })
    keys = [await keyOf(team), await keyOf(client), await keyOf(client, 'client_viewer')]
    vera = await accepted(
      await one.post<Member>('/members', { tenant_id: client, email: 'vera@bakery.example', role: 'admin' }),
    )
    job = (await one.push(urls(9), { tenant_id: client, drip_days: 3 })).id
    await one.reaches(job, 'sending')
    await until('the first third', async () => one.ordered().length === 3)
  })

  test.skipIf(!CAN_TURN)('is sent nothing more, keeps its credits set aside, and lets nobody in', async () => {
    expect(await Promise.all([...keys, vera].map((who) => statusFor(who)))).toEqual([200, 200, 200, 200])
    const before = await creditsOf()
    expect(before).toMatchObject({ available: CREDITS - 9, reserved: 9 })
    expect((await archive(team, true)).status).toBe(200)
    expect(await sentAfter(DAY + HOUR)).toBe(3)
    expect(await sentAfter(DAY)).toBe(3)
    expect(await creditsOf()).toEqual(before)
    expect((await one.job(job)).outcome.credits).toMatchObject({ reserved: 9, released: 0 })
    expect(await Promise.all(keys.map((who) => statusFor(who)))).toEqual([401, 401, 401])
    for (const [method, path, body] of [
      ['GET', '/jobs', undefined],
      ['POST', '/jobs', { urls: urls(1) }],
      ['PATCH', `/jobs/${job}`, { name: 'Mine' }],
      ['POST', `/jobs/${job}/cancel`, {}],
    ] as const)
      expect(told(await one.ask(method, path, body, vera))).toEqual([403, 'forbidden'])
    expect(told(await one.ask('POST', '/jobs', { urls: urls(1), tenant_id: client }))).toEqual([409, 'conflict'])
    await expectBooksToBalance(one, client)
  })

  test.skipIf(!CAN_TURN)('goes on where it stopped once it is restored, drip day by drip day', async () => {
    expect((await archive(team, false)).status).toBe(200)
    expect(await sentAfter(0)).toBe(6)
    expect(await sentAfter(DAY - 2 * HOUR)).toBe(6)
    expect(await sentAfter(3 * HOUR)).toBe(9)
    expect(one.ordered()).toEqual(urls(9))
    expect(await Promise.all([...keys, vera].map((who) => statusFor(who)))).toEqual([200, 200, 200, 200])
    expect(await creditsOf()).toMatchObject({ available: CREDITS - 9, reserved: 9 })
  })

  /** Of one state all through: what is said of the workspaces, what the list shows, whom it lets in. */
  async function isArchived(): Promise<boolean> {
    const { archived, archived_at } = await one.get<Tenant>(`/tenants/${team}`)
    const listed = (await one.all<Tenant>('/tenants')).map(({ id }) => id)
    const entered = await Promise.all([...keys, vera].map((who) => statusFor(who)))
    expect([archived_at !== null, listed.includes(team), listed.includes(client), entered]).toEqual(
      archived ? [true, false, false, [401, 401, 401, 403]] : [false, true, true, [200, 200, 200, 200]],
    )
    return archived
  }

  test('is archived or in use, and nothing between, when the process is killed on the way to either', async () => {
    for (const [round, delay] of [1, 4, 6, 8, 10, 12].entries()) {
      const wanted = round % 2 === 0
      if (wanted) await one.push([`${pages.url}/late-${round}`], { tenant_id: client })
      const answer = archive(team, wanted).catch(() => null)
      await Bun.sleep(delay)
      await one.kill()
      await one.start()
      const archived = await isArchived()
      if ((await answer)?.status === 200) expect(archived).toBe(wanted)
      expect((await archive(team, wanted)).status).toBe(200)
      expect(await isArchived()).toBe(wanted)
      const { available, reserved } = await creditsOf()
      expect(available + reserved).toBe(CREDITS)
      await expectBooksToBalance(one, client)
    }
  })

  test.skipIf(!CAN_TURN)('has had each link sent once and used what was shown, when all is over', async () => {
    shown = true
    for (const wait of [10 * MINUTE, 4 * DAY]) await sentAfter(wait)
    for (const { id } of await one.all<{ id: string }>(`/jobs?tenant_id=${client}`)) await one.reaches(id, 'done')
    const late = [0, 2, 4].map((round) => `${pages.url}/late-${round}`)
    expect(one.ordered().toSorted()).toEqual([...urls(9), ...late].toSorted())
    expect(await creditsOf()).toMatchObject({ available: CREDITS - 12, reserved: 0 })
    await expectBooksToBalance(one, client)
  })
})

describe('people', () => {
  const add = (tenant_id: string, email: string, role = 'member') =>
    one.ask('POST', `/tenants/${tenant_id}/members`, { email, role })
  const member = async (...given: Parameters<typeof add>) => (await add(...given)).data as Member
  const path = (tenant_id: string, { uid }: Member) => `/tenants/${tenant_id}/members/${uid}`
  let client: string
  beforeAll(async () => {
    client = await workspace('Optician')
  })

  test('with an account are asked; others get a link, and are let in by it', async () => {
    const known = await member(client, 'vera@bakery.example', 'client_viewer')
    expect(known).toMatchObject({ role: 'client_viewer', invitation_url: null, joined: false })
    const invited = await member(client, 'ivo@optician.example')
    const ivo = await accepted(invited)
    expect((await one.ask('GET', '/me', undefined, ivo)).data).toMatchObject({ tenant_id: client, role: 'member' })
    expect(told(await add(client, 'IVO@optician.example'))).toEqual([409, 'conflict'])
    expect((await one.ask('PATCH', path(client, invited), { role: 'client_viewer' })).data).toMatchObject({
      role: 'client_viewer',
    })
    expect((await one.ask('GET', '/me', undefined, ivo)).data).toMatchObject({ role: 'client_viewer' })
    expect((await one.ask('DELETE', path(client, invited))).status).toBe(200)
    expect((await one.ask('GET', '/me', undefined, ivo)).data).toMatchObject({ tenant_id: null, workspaces: [] })
    expect((await one.ask('GET', '/jobs', undefined, ivo)).status).toBe(403)
  })

  test('never leave a workspace without its last owner', async () => {
    const only = await member(client, 'olga@optician.example', 'owner')
    for (const change of [
      () => one.ask('PATCH', path(client, only), { role: 'admin' }),
      () => one.ask('DELETE', path(client, only)),
    ])
      expect(told(await change())).toEqual([409, 'conflict'])
    const second = await member(client, 'otto@optician.example', 'owner')
    expect((await one.ask('PATCH', path(client, only), { role: 'admin' })).status).toBe(200)
    expect(told(await one.ask('DELETE', path(client, second)))).toEqual([409, 'conflict'])
  })

  test('give no role above their own, nor touch whoever has one', async () => {
    const owner = (await one.all<Member>(`/tenants/${client}/members`)).find(({ role }) => role === 'owner')!
    const admin = await keyOf(client)
    const lower = await member(client, 'lena@optician.example')
    for (const [method, where, body] of [
      ['POST', `/tenants/${client}/members`, { email: 'new@optician.example', role: 'owner' }],
      ['PATCH', path(client, lower), { role: 'owner' }],
      ['PATCH', path(client, owner), { role: 'member' }],
      ['DELETE', path(client, owner), undefined],
    ] as const)
      expect(told(await one.ask(method, where, body, admin))).toEqual([403, 'forbidden'])
    expect((await one.ask('PATCH', path(client, lower), { role: 'admin' }, admin)).status).toBe(200)
  })

  test('count once in a plan: beyond its limit those who belong are still added elsewhere, and nobody new', async () => {
    allowMembers(2)
    await one.stop()
    await one.start()
    const florist = await workspace('Florist')
    expect(await member(florist, 'lena@optician.example')).toMatchObject({ role: 'member' })
    const refused = await add(florist, 'new@florist.example')
    expect([told(refused), refused.error.details]).toMatchObject([
      [429, 'plan_limit'],
      { limit: 'members', allowed: 2 },
    ])
    allowMembers(null)
    await one.stop()
    await one.start()
    expect((await add(florist, 'new@florist.example')).status).toBe(200)
  })
})

describe('a job of 10,000 links that is deleted', () => {
  const LINKS = 10_000
  let id: string
  /** Rows of the job's looks, seen from outside. */
  const rowsLeft = (database: Database): number =>
    database.query<{ n: number }, [string]>('select count(*) as n from looks where job_id = ?').get(id)!.n

  /** A look with its answer at each link, as a job has that was worked for. */
  async function plantLooks(): Promise<void> {
    await one.kill()
    using database = new Database(join(one.data_dir, 'signalpost.db'), { readwrite: true })
    database.run(
      `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, state, indexed, created_at, ordered_at, finished_at)
       select 'sp' || lower(hex(randomblob(12))), j.tenant_id, j.id, l.id, l.url, 'scan_standard', 'recheck', 'done', 'no',
         j.created_at, j.created_at, j.created_at from links l join jobs j on j.id = l.job_id where j.id = ?`,
      [id],
    )
    database.run('insert into look_answers select id, hex(randomblob(500)) from looks where job_id = ?', [id])
    await one.start()
  }

  beforeAll(async () => {
    await one.post('/credits/adjust', { tenant_id: one.tenant_id, amount: LINKS, reason: 'for the test' })
    pages.pause = 500
    id = (await one.push(Array.from({ length: LINKS }, (_, i) => `${pages.url}/slow-${i}`))).id
    await one.post(`/jobs/${id}/cancel`)
    pages.pause = 0
    await plantLooks()
  })

  test('is gone at once, and others are answered while its rows are removed', async () => {
    const read = async (): Promise<number> => {
      const elapsed = stopwatch()
      expect((await one.ask('GET', '/jobs')).status).toBe(200)
      return elapsed()
    }
    await read()
    const quiet: number[] = []
    for (let n = 0; n < 50; n++) quiet.push(await read())
    const meanwhile: number[] = []
    using database = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
    expect((await one.ask('DELETE', `/jobs/${id}`)).status).toBe(200)
    expect((await one.ask('GET', `/jobs/${id}`)).status).toBe(404)
    for (let left = LINKS; left > LINKS / 2; left = rowsLeft(database)) if (left < LINKS) meanwhile.push(await read())
    expect(meanwhile.length).toBeGreaterThan(2)
    const [usual, longest] = [quiet.toSorted((a, b) => a - b)[25]!, (list: number[]) => Math.max(...list)]
    console.info(
      `${meanwhile.length} reads meanwhile, the slowest ${(longest(meanwhile) / usual).toFixed(0)} times a usual one, ` +
        `${(longest(meanwhile) / longest(quiet)).toFixed(1)} times the slowest without`,
    )
  })

  test('is removed to the last row, though the process is killed on the way', async () => {
    await one.kill()
    await one.start()
    using database = new Database(join(one.data_dir, 'signalpost.db'), { readonly: true })
    await until('the last row', async () => database.query('select 1 from jobs where id = ?').get(id) === null)
    expect(rowsLeft(database)).toBe(0)
    expect(database.query('select 1 from links where job_id = ?').get(id)).toBeNull()
    await expectBooksToBalance(one)
  })
})
