import { afterEach, beforeEach, expect, test } from 'bun:test'
import { moveLooks } from '../../../src/domains/checks/index.ts'
import { callerOfKey } from '../../../src/domains/keys/index.ts'
import type { CrawlRoute } from '../../../src/domains/providers/route.ts'
import { moveSent, rememberSent } from '../../../src/domains/pushes/index.ts'
import { SECOND } from '../../../src/kernel/time/clock.ts'
import { crawlAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { urls } from '../../pushing.ts'
import { callerOf } from '../../world.ts'
import { expectFiguresToFit, moving } from './setting.ts'

let one: Awaited<ReturnType<typeof moving>>
/** Runs while the supplier is called. */
let meet: () => Promise<void>
/** Days keep the results of links that a test removes. */
let removed = false
beforeEach(async () => {
  const simulated = crawlAdapters.get('simulated')!
  meet = async () => {}
  removed = false
  const supplier = {
    ...simulated,
    create: (...made: Parameters<typeof simulated.create>): CrawlRoute => {
      const route = simulated.create(...made)
      return { ...route, send: (...sent) => meet().then(() => route.send(...sent)) }
    },
  }
  one = await moving({ crawl_adapters: new Map([['simulated', supplier]]) })
})
afterEach(() => {
  if (removed) expectBooksToBalance(one.db)
  else expectFiguresToFit(one)
  one.close()
})

const linesOf = (tenant_id: string) =>
  one.rows<{ kind: string; direction: string; amount: number; job_id: string; note: string }>(
    "select kind, direction, amount, job_id, note from ledger where tenant_id = ? and reason = 'move' order by id",
    tenant_id,
  )

test('a running push moves: one workspace gets its credits back, the other holds them, with a line each', async () => {
  const { id } = await one.push(4, { name: 'Autumn' })
  await one.work()
  const before = [one.has('ten_bakery'), one.has('ten_florist')]
  expect(await one.move(id, 'ten_florist')).toMatchObject({ id, tenant_id: 'ten_florist', tenant_name: 'Flower shop' })
  await one.follow()
  expect(before).toMatchObject([
    { available: 96, reserved: 4 },
    { available: 100, reserved: 0 },
  ])
  expect(one.has('ten_bakery')).toMatchObject({ available: 100, reserved: 0 })
  expect(one.has('ten_florist')).toMatchObject({ available: 96, reserved: 4 })
  const line = { kind: 'index', amount: 4, job_id: id, note: 'Autumn' }
  expect(linesOf('ten_bakery')).toEqual([{ ...line, direction: 'in' }])
  expect(linesOf('ten_florist')).toEqual([{ ...line, direction: 'out' }])
})

test('a finished push moves with its used credits, its days, batches, checks and pings', async () => {
  const { id } = await one.push(12, { smart: true })
  for (const day of [0, 1, 3, 7, 8]) await one.day(day)
  await rememberSent(one.db, new AbortController().signal)
  const [{ used } = { used: 0 }] = one.rows<{ used: number }>(
    "select used from reservations where job_id = ? and kind = 'index'",
    id,
  )
  expect(used).toBeGreaterThan(0)
  const spent = 100 - one.has('ten_bakery').available
  expect(spent).toBe(used)
  one.db.write((tx) =>
    tx.run(
      `insert into indexnow_submissions (id, tenant_id, job_id, host, key, key_location, status, url_count, created_at)
       values ('sub', 'ten_bakery', ?, 'bakery.example', 'k', 'https://bakery.example/k.txt', 'received', 1, ?)`,
      id,
      tx.now,
    ),
  )
  await one.move(id, 'ten_florist')
  await one.follow()
  expect(one.has('ten_bakery').available).toBe(100)
  expect(one.has('ten_florist').available).toBe(100 - used)
  expect(one.rows('select tenant_id from indexnow_submissions')).toEqual([{ tenant_id: 'ten_florist' }])
  // Reports are counted again when the move can no longer be undone.
  one.clock.turn(10 * SECOND)
  await one.follow()
  expect(one.rows('select job_id from job_moves')).toEqual([])
  const results = await one.call<{ items: { id: string }[] }>('ada', 'list_jobs', { tenant_id: 'ten_florist' })
  expect(results.items.map((job) => job.id)).toEqual([id])
})

test('checks and refunds go on for the workspace that has the push now, whatever was under way', async () => {
  const { id } = await one.push(20)
  await one.work()
  await one.day(1)
  await one.move(id, 'ten_florist')
  // Nothing followed yet: the rows of its checks still name the Bakery.
  for (const day of [3, 7, 8, 9]) await one.day(day)
  await one.follow()
  const [held] = one.rows<{ reserved: number; used: number; returned: number }>(
    "select reserved, used, returned from reservations where job_id = ? and kind = 'index'",
    id,
  )
  expect(held!.used + held!.returned).toBe(20)
  expect(one.has('ten_bakery')).toMatchObject({ available: 100, reserved: 0 })
  expect(one.has('ten_florist')).toMatchObject({ available: 100 - held!.used, reserved: 0 })
  expect(one.rows("select distinct tenant_id from ledger where reason = 'release'")).toEqual([
    { tenant_id: 'ten_florist' },
  ])
})

test('a push that moves while its supplier is called is settled for the workspace that has it then', async () => {
  const { id } = await one.push(6)
  meet = async () => void (await one.move(id, 'ten_florist'))
  await one.work()
  meet = async () => {}
  await one.follow()
  expect(one.rows('select state, tenant_id from batches')).toEqual([{ state: 'sent', tenant_id: 'ten_florist' }])
  expect(one.has('ten_bakery')).toMatchObject({ available: 100, reserved: 0 })
  expect(one.has('ten_florist')).toMatchObject({ available: 94, reserved: 6 })
})

test('a large order that is still being written does not move, and moves when it is', async () => {
  const large = await one.call<{ id: string }>('ada', 'submit_index_job', {
    urls: urls(1500),
    preflight: false,
    delay_s: 10,
  })
  one.db.write((tx) =>
    tx.run(
      "insert into order_slices (job_id, kind, index_credits, check_credits, data) values (?, 'retries', 0, 0, '[]')",
      large.id,
    ),
  )
  await expect(one.move(large.id, 'ten_bakery')).rejects.toThrow('still being written')
  one.db.write((tx) => tx.run('delete from order_slices'))
  await one.call('ada', 'allocate_credits', { tenant_id: 'ten_bakery', amount: 1400 })
  await one.move(large.id, 'ten_bakery')
  expect(one.has('ten_bakery')).toMatchObject({ available: 0, reserved: 1500 })
  await one.follow()
})

test('a workspace without the credits is told what to transfer first, and nothing moves', async () => {
  const { id } = await one.push(90)
  await one.call('ada', 'allocate_credits', { tenant_id: 'ten_florist', amount: -60 })
  await expect(one.move(id, 'ten_florist')).rejects.toMatchObject({
    code: 'insufficient_credits',
    message: expect.stringContaining('Transfer 50 index credits'),
    details: { need: 90, have: 40 },
  })
  expect(one.rows('select tenant_id from jobs')).toEqual([{ tenant_id: 'ten_bakery' }])
  await one.call('ada', 'allocate_credits', { tenant_id: 'ten_florist', amount: 50 })
  await one.move(id, 'ten_florist')
  expect(one.has('ten_florist')).toMatchObject({ available: 0, reserved: 90 })
  await one.follow()
})

test('an impossible move names its field', async () => {
  const { id } = await one.push()
  const issue = (message: string) => ({
    code: 'validation_failed',
    details: { issues: [{ path: 'move_to', message: expect.stringContaining(message) }] },
  })
  await expect(one.move(id, 'ten_bakery')).rejects.toMatchObject(issue('is the workspace that the push is in'))
  await expect(one.call('pat', 'update_job', { id, move_to: 'ten_rival' })).rejects.toMatchObject(
    issue('another agency'),
  )
  await expect(one.move(id, 'ten_rival')).rejects.toMatchObject({ code: 'not_found' })
  await expect(one.move(id, 'ten_nobody')).rejects.toMatchObject({ code: 'not_found' })
  one.db.write((tx) => tx.run("update tenants set archived_at = ? where id = 'ten_florist'", tx.now))
  await expect(one.move(id, 'ten_florist')).rejects.toMatchObject(issue('is archived'))
  one.db.write((tx) => tx.run("update tenants set archived_at = null where id = 'ten_florist'"))
  await one.move(id, 'ten_florist')
  await expect(one.move(id, 'ten_northwind')).rejects.toMatchObject(issue('is being moved'))
  await one.follow()
  const check = await one.call<{ id: string }>('ada', 'check_index', { urls: ['https://bakery.example/x'] })
  await expect(one.move(check.id, 'ten_bakery')).rejects.toMatchObject({ code: 'conflict' })
})

test('only an admin of both workspaces moves a push, by any membership of theirs', async () => {
  const { id } = await one.push()
  await expect(one.call('ben', 'update_job', { id, move_to: 'ten_florist' })).rejects.toMatchObject({
    code: 'forbidden',
  })
  const vera = { ...callerOf('vera'), role: 'admin' as const }
  await expect(one.call(vera, 'update_job', { id, move_to: 'ten_florist' })).rejects.toMatchObject({
    code: 'not_found',
  })
  one.db.write((tx) =>
    tx.run(
      "insert into members (tenant_id, user_id, role, created_at) values ('ten_florist', 'usr_vera', 'admin', ?)",
      tx.now,
    ),
  )
  const key = { ...vera, via: 'key' as const }
  await expect(one.call(key, 'update_job', { id, move_to: 'ten_florist' })).rejects.toMatchObject({ code: 'not_found' })
  await one.call(vera, 'update_job', { id, move_to: 'ten_florist' })
  expect(one.rows('select tenant_id from jobs')).toEqual([{ tenant_id: 'ten_florist' }])
  await one.follow()
})

test('a move back in time is an undo: all is as it was, and no report is counted again', async () => {
  const { id } = await one.push(4)
  await one.work()
  await one.move(id, 'ten_florist')
  await one.follow()
  one.clock.turn(9 * SECOND)
  await one.move(id, 'ten_bakery')
  await one.follow()
  expect(one.has('ten_bakery')).toMatchObject({ available: 96, reserved: 4 })
  expect(one.has('ten_florist')).toMatchObject({ available: 100, reserved: 0 })
  expect(one.rows('select job_id from job_moves')).toEqual([])
})

test('credits of links that were removed move without a day that used less than nothing', async () => {
  const { id } = await one.push(12, { smart: true })
  for (const day of [0, 1, 3, 7, 8]) await one.day(day)
  const used = () =>
    one.rows<{ used: number }>(
      "select tenant_id, quarter, used from credit_quarters where kind = 'index' and used <> 0 order by 1, 2",
    )
  const before = used()
  for (const { id: uid } of one.rows<{ id: number }>("select id from links where credit = 'consumed'"))
    await one.call('ada', 'delete_job_url', { id, uid: String(uid) })
  await one.move(id, 'ten_florist')
  await one.follow()
  expect(used().map((day) => ({ ...day, tenant_id: 'ten_bakery' }))).toEqual(before as never)
  await one.move(id, 'ten_bakery')
  await one.follow()
  expect(used()).toEqual(before)
  removed = true
})

test('a move back needs not wait for the rows of the links, wherever each of them is', async () => {
  const { id } = await one.push(40)
  await one.day(0)
  await one.day(1)
  await rememberSent(one.db, new AbortController().signal)
  const [{ first_link }] = one.rows<{ first_link: number }>('select first_link from jobs') as [{ first_link: number }]
  await one.move(id, 'ten_florist')
  one.db.write((tx) => {
    moveLooks(tx, id, 'ten_florist', { from: first_link, until: first_link + 9 })
    moveSent(tx, {
      job_id: id,
      from: 'ten_bakery',
      to: 'ten_florist',
      links: { from: first_link, until: first_link + 9 },
    })
    return tx.run('update job_moves set next_link = ?', first_link + 10)
  })
  await one.move(id, 'ten_bakery')
  await one.follow()
  expect(one.rows('select job_id from job_moves')).toEqual([])
  expect(one.rows('select distinct tenant_id from looks')).toEqual([{ tenant_id: 'ten_bakery' }])
  expect(one.rows('select distinct tenant_id, count(*) as n from sent_urls')).toEqual([
    { tenant_id: 'ten_bakery', n: 40 },
  ])
})

test('both workspaces have a line in the audit trail and an event, and neither event names the other', async () => {
  one.db.write((tx) => {
    for (const tenant_id of ['ten_bakery', 'ten_florist'])
      tx.run(
        `insert into webhook_endpoints (id, tenant_id, url, types, scope, state, secrets_sealed, public_key, created_by, created_at, updated_at)
         values (?1, ?1, 'https://hooks.example/', '["push.*"]', 'own', 'on', '', '', 'ada', ?2, ?2)`,
        tenant_id,
        tx.now,
      )
    return null
  })
  const { id } = await one.push(4, { name: 'Autumn' })
  await one.move(id, 'ten_florist')
  await one.follow()
  const audit = one.rows<{ tenant_id: string; before: string; after: string }>(
    "select tenant_id, before, after from audit where action = 'update_job' order by seq",
  )
  expect(audit.map(({ tenant_id }) => tenant_id)).toEqual(['ten_bakery', 'ten_florist'])
  expect(JSON.parse(audit[0]!.before)).toEqual({ tenant_id: 'ten_bakery' })
  expect(JSON.parse(audit[0]!.after)).toEqual({ tenant_id: 'ten_florist' })
  const events = one.rows<{ tenant_id: string; body: string }>(
    "select tenant_id, body from webhook_events where type = 'push.moved' order by tenant_id",
  )
  const facts = { id, name: 'Autumn', links: 4, credits: { reserved: 4, used: 0 } }
  expect(events.map(({ body }) => JSON.parse(body).data)).toMatchObject([
    { ...facts, tenant_id: 'ten_bakery', direction: 'out', url: null },
    { ...facts, tenant_id: 'ten_florist', direction: 'in' },
  ])
  expect(events[0]!.body).not.toContain('lorist')
  expect(events[1]!.body).not.toContain('akery')
})

test('an order about the push that waits for approval waits where the push is', async () => {
  const { id } = await one.push(4)
  await one.work()
  const { secret } = await one.call<{ secret: string }>('ada', 'create_api_key', { name: 'Bot', approval_above: 1 })
  const bot = one.db.read((tx) => callerOfKey(tx, secret))!.caller
  await expect(one.call(bot, 'recheck_job', { id })).rejects.toMatchObject({ code: 'approval_required' })
  await one.move(id, 'ten_florist')
  await one.follow()
  const [draft] = one.rows<{ id: string; tenant_id: string }>('select id, tenant_id from drafts')
  expect(draft!.tenant_id).toBe('ten_florist')
  await one.call('ada', 'approve_draft', { id: draft!.id, credits: 4 })
  expect(one.rows("select tenant_id, reserved from reservations where kind = 'check'")).toEqual([
    { tenant_id: 'ten_florist', reserved: 4 },
  ])
})

test('links on a host of another client are foreign where the push is, and not where it belongs', async () => {
  await one.call('ada', 'add_indexnow_site', { tenant_id: 'ten_bakery', host: 'bakery.example' })
  const { id } = await one.push(4, { tenant_id: 'ten_florist' })
  await one.work()
  const foreign = () => one.rows('select tenant_id, links from foreign_hosts')
  expect(foreign()).toEqual([{ tenant_id: 'ten_florist', links: 4 }])
  await one.move(id, 'ten_bakery')
  await one.follow()
  expect(foreign()).toEqual([])
  await one.move(id, 'ten_florist')
  expect(foreign()).toEqual([{ tenant_id: 'ten_florist', links: 4 }])
  await one.follow()
})

test('a preview says exactly what moves', async () => {
  const { id } = await one.push(4)
  await one.work()
  const shown = await one.call('ada', 'preview_move', { id, move_to: 'ten_florist' })
  expect(shown).toEqual({
    choices: [
      { id: 'ten_northwind', name: 'Northwind' },
      { id: 'ten_florist', name: 'Flower shop' },
    ],
    suggested: null,
    undo: null,
    effect: {
      links: 4,
      credits: [{ kind: 'index', reserved: 4, used: 0, available: 100, missing: 0 }],
      reports: [],
      shared: false,
    },
  })
})

test('the list of a workspace that a push left tells nothing of what became of it', async () => {
  const { id } = await one.push(4)
  await one.work()
  await one.move(id, 'ten_florist')
  await one.follow()
  const [{ id: line } = { id: '' }] = one.rows<{ id: string }>(
    "select id from ledger where tenant_id = 'ten_bakery' and reason = 'reserve'",
  )
  const entry = await one.call('vera', 'get_ledger_entry', { id: line })
  expect(entry).toMatchObject({ settlement: null, links: [], links_by_credit: null })
  await expect(one.call('vera', 'get_job_status', { id })).rejects.toMatchObject({ code: 'not_found' })
})
