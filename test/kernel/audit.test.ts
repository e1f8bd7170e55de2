import { afterEach, beforeEach, expect, test } from 'bun:test'
import { writeAudit } from '../../src/kernel/audit.ts'
import { trackError } from '../../src/kernel/errors.ts'
import { newSecret } from '../../src/kernel/ids.ts'
import { callerOf, type World, world } from '../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

const ENTRY = { action: 'put_things', tenant_id: 'ten_bakery', target: 'x', ip: '192.0.2.7', request_id: 'r1' }
const lines = () => w.db.read((tx) => tx.rows<Record<string, string>>('select * from audit order by id'))

test('a line of the audit trail is kept with its change, or neither is', () => {
  expect(() =>
    w.db.write((tx) => {
      writeAudit(tx, callerOf('ada'), ENTRY)
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(lines()).toEqual([])
})

test('it says who did what through what, and that a platform admin was one', () => {
  w.db.write((tx) => {
    writeAudit(tx, callerOf('ada', 'key'), ENTRY)
    writeAudit(tx, callerOf('pat'), ENTRY)
    return null
  })
  expect(lines()).toMatchObject([
    {
      actor: 'ada@northwind.example',
      user_id: 'usr_ada',
      via: 'key',
      as_platform: 0,
      action: 'put_things',
      target: 'x',
    },
    {
      actor: 'pat@platform.example',
      via: 'session',
      as_platform: 1,
      tenant_id: 'ten_bakery',
      ip: '192.0.2.7',
      request_id: 'r1',
    },
  ])
})

test('secrets in it are masked, and ten thousand URLs are told by their number', () => {
  const secret = newSecret('ipk')
  const after = {
    password: 'hunter2',
    deep: { api_key: 'hunter2' },
    note: `is ${secret}`,
    urls: Array(10_000).fill('https://a.example'),
  }
  w.db.write((tx) => writeAudit(tx, callerOf('ada'), { ...ENTRY, before: { name: 'Old' }, after }) as undefined)
  const [line] = lines()
  expect(JSON.stringify(line)).not.toMatch(new RegExp(`hunter2|${secret}`))
  expect(JSON.parse(line!.after!)).toMatchObject({ deep: { api_key: '[masked]' }, urls: { items: 10_000 } })
  expect(JSON.parse(line!.before!)).toEqual({ name: 'Old' })
})

test('what happens by a write operation leaves no secret in the trail', async () => {
  const { secret } = await w.call<{ secret: string }>('ada', 'create_api_key', { name: 'Script' })
  expect(secret).toStartWith('ipk_')
  expect(JSON.stringify(lines())).not.toContain(secret)
})

test('one failure is one tracked error however often it comes back, and opens again when it was resolved', () => {
  const fail = (message: string, request_id: string) => {
    const error = new TypeError(message)
    error.stack = `TypeError: ${message}\n    at look (src/checks/take-looks.ts:10:3)`
    w.db.write((tx) => trackError(tx, error, { where: 'take_looks', request_id }) as undefined)
  }
  fail('row 17 of ten_1 is odd', 'r1')
  w.db.write((tx) => tx.run('update tracked_errors set resolved = 1'))
  w.clock.turn(1000)
  fail('row 18 of ten_1 is odd', 'r2')
  fail(`something else: ${newSecret('sps')}`, 'r3')
  const errors = w.db.read((tx) => tx.rows<Record<string, unknown>>('select * from tracked_errors order by id'))
  expect(errors).toMatchObject([
    { count: 2, request_id: 'r2', resolved: 0, last_seen_at: w.clock.now() },
    { count: 1, request_id: 'r3' },
  ])
  expect(JSON.stringify(errors)).not.toMatch(/sps_\w{10}/)
})
