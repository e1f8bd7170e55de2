import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import { newSecret } from '../../../src/kernel/secrets/ids.ts'
import { callerOf, type Person, type World, world } from '../../world.ts'

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

describe('an act leaves', () => {
  type Line = { action: string; before: string | null; after: string | null }
  const told = (action: string) =>
    (lines() as Line[])
      .filter((line) => line.action === action)
      .map(({ before, after }) => [JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')])

  test('the fields that it changed, true and false in their own words, and none of the others', async () => {
    await w.call('ada', 'update_tenant', { id: 'ten_bakery', archived: true })
    const key = await w.call('ada', 'create_api_key', { name: 'Script', role: 'member' })
    await w.call('ada', 'update_api_key', { id: key.id, rate_per_min: 7, name: 'Script' })
    await w.call('pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_scale', interval: 'year' })
    expect([...told('update_tenant'), ...told('update_api_key'), ...told('set_tenant_plan')]).toEqual([
      [
        { archived: false, archived_at: null },
        { archived: true, archived_at: w.clock.now() },
      ],
      [{ rate_per_min: null }, { rate_per_min: 7 }],
      [{ interval: 'month' }, { interval: 'year' }],
    ])
  })

  test('no line when it changed nothing', async () => {
    const key = await w.call('ada', 'create_api_key', { name: 'Script' })
    const acts: [Person, string, Record<string, unknown>][] = [
      ['ada', 'update_tenant', { id: 'ten_bakery', archived: true }],
      ['ada', 'delete_tenant', { id: 'ten_bakery' }],
      ['ada', 'update_member_role', { id: 'ten_northwind', uid: 'usr_ben', role: 'admin' }],
      ['ada', 'revoke_api_key', { id: key.id }],
      ['pat', 'set_tenant_plan', { id: 'ten_northwind', plan: 'agency_pro' }],
      ['pat', 'update_email_settings', { from_name: 'Northwind' }],
      ['pat', 'update_job_sync', { tz: 'Europe/Vienna' }],
      ['pat', 'update_provider_balance', { credits: 5, as_of: '2026-11-01T00:00:00.000Z' }],
    ]
    for (const [who, name, input] of acts) await w.call(who, name, input)
    const once = lines().length
    for (const [who, name, input] of acts) await w.call(who, name, input)
    for (const name of ['update_tenant', 'update_profile'])
      await w.call('ada', name, name === 'update_tenant' ? { id: 'ten_bakery' } : {})
    expect(lines().length).toBe(once)
  })

  test('a line that names each secret it set, and no secret', async () => {
    const engines = { scan_standard: { adapter: 'serper', api_key: 'hunter2-hunter2' } }
    for (let times = 0; times < 2; times++) await w.call('pat', 'update_integrations', { engines })
    expect(told('update_integrations')).toHaveLength(2)
    expect(told('update_integrations')[1]).toEqual([{}, { renewed: ['scan_standard.api_key'] }])
    expect(JSON.stringify(lines())).not.toContain('hunter2')
  })
})
