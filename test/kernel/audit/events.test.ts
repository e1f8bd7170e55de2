/** What strangers can cause without end leaves rows, but few of them. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { signIn } from '../../../src/domains/accounts/index.ts'
import { noteRefusal } from '../../../src/doors/refusals.ts'
import type { Visit } from '../../../src/doors/visit.ts'
import { Fault } from '../../../src/kernel/operation/fault.ts'
import { HOUR, MINUTE } from '../../../src/kernel/time/clock.ts'
import { countRefusalsTask } from '../../../src/tasks/count-refusals.ts'
import { callerOf, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Row = { action: string; actor: string; user_id: string | null; target: string | null; after: string; ip: string }
const rows = () =>
  w.db
    .read((tx) => tx.rows<Row>('select action, actor, user_id, target, after, ip from audit order by seq'))
    .map((row) => ({ ...row, after: JSON.parse(row.after) }))
const counted = (action: string) =>
  rows()
    .filter((row) => row.action === action)
    .reduce((sum, { after }) => sum + (after.count ?? 1), 0)

const guess = (email: string, ip = '192.0.2.9') =>
  signIn(w.app, email, 'wrong horse battery staple', { ip, user_agent: null, domain_of: null }).catch(() => null)

test('a failed sign-in is a row with its reason, without what was typed where no such account is', async () => {
  await guess('ada@northwind.example')
  await guess('hunter2-not-an-address')
  expect(rows()).toMatchObject([
    {
      action: 'sign_in_failed',
      actor: 'ada@northwind.example',
      user_id: 'usr_ada',
      after: { reason: 'password' },
      ip: '192.0.2.9',
    },
    { action: 'sign_in_failed', actor: 'unknown', user_id: null, after: { reason: 'unknown' } },
  ])
  expect(JSON.stringify(rows())).not.toContain('hunter2')
})

test('10,000 wrong passwords in a minute write at most 60 rows, which count all of them', () => {
  for (let n = 0; n < 10_000; n++)
    w.app.events.note({
      kind: 'sign_in_failed',
      group: `account ${n % 3000}`,
      caller: null,
      after: { reason: 'unknown' },
      ip: `2001:db8::${n.toString(16)}`,
      request_id: null,
    })
  expect(rows().length).toBeLessThanOrEqual(60)
  w.clock.turn(MINUTE)
  w.app.events.flush()
  expect(rows().length).toBeLessThanOrEqual(60)
  w.clock.turn(HOUR)
  w.app.events.flush()
  expect(rows().length).toBeLessThanOrEqual(60)
  expect(counted('sign_in_failed')).toBe(10_000)
})

test('one account from one network: five rows an hour, then one with the count', async () => {
  for (let n = 0; n < 12; n++) {
    await guess('ada@northwind.example')
    w.clock.turn(MINUTE)
    await w.run(countRefusalsTask)
  }
  const before = rows().filter(({ after }) => after.reason === 'password').length
  expect(before).toBeLessThanOrEqual(5)
  w.clock.turn(HOUR)
  await w.run(countRefusalsTask)
  expect(counted('sign_in_failed')).toBe(12)
})

describe('a refusal', () => {
  const visit = { id: 'req_1', ip: '198.51.100.4' } as Visit
  const refuse = (code: 'not_found' | 'forbidden' | 'rate_limited' | 'validation_failed', operation = 'get_job') =>
    noteRefusal(w.app, new Fault(code, 'No.'), { caller: callerOf('ben'), operation, visit, door: 'api' })

  test('is one row a minute for a caller and an operation, then the count', async () => {
    for (let n = 0; n < 40; n++) refuse('not_found')
    refuse('forbidden', 'delete_tenant')
    expect(rows()).toMatchObject([
      { action: 'refused', actor: 'ben@northwind.example', after: { operation: 'get_job', fault: 'not_found' } },
      { action: 'refused', after: { operation: 'delete_tenant', fault: 'forbidden' } },
    ])
    w.clock.turn(MINUTE)
    await w.run(countRefusalsTask)
    expect(counted('refused')).toBe(41)
    expect(rows()).toHaveLength(3)
  })

  test('of input is a row only as a flood, and too many requests are one row', async () => {
    for (let n = 0; n < 49; n++) refuse('validation_failed')
    for (let n = 0; n < 30; n++) refuse('rate_limited')
    w.clock.turn(MINUTE)
    await w.run(countRefusalsTask)
    expect(rows()).toMatchObject([{ action: 'throttled', after: { count: 30 } }])
    for (let n = 0; n < 50; n++) refuse('validation_failed')
    w.clock.turn(MINUTE)
    await w.run(countRefusalsTask)
    expect(rows()[1]).toMatchObject({ action: 'invalid_flood', after: { count: 50 } })
  })
})

test('reading the trail and taking a file are rows by the name of the operation', async () => {
  await w.call('pat', 'list_audit_log')
  await w.call('pat', 'export_audit_csv')
  await w.call('pat', 'get_user', { id: 'usr_ben' })
  expect(rows()).toMatchObject([
    { action: 'list_audit_log', actor: 'pat@platform.example', after: { read: true } },
    { action: 'export_audit_csv' },
    { action: 'get_user', target: 'usr_ben' },
  ])
})
