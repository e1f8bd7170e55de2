import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { forgetAudit } from '../../../src/kernel/audit/upkeep.ts'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import type { Caller } from '../../../src/kernel/operation/caller.ts'
import type { CsvAnswer } from '../../../src/kernel/operation/operation.ts'
import { DAY, MINUTE } from '../../../src/kernel/time/clock.ts'
import { callerOf, START, type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
})
afterEach(() => w.close())

type Line = { actor: string; action: string; target: string; created_at: string; tenant_name: string | null }
type Page = { items: Line[]; total: number }
const asked = (input: Record<string, unknown> = {}) => w.call<Page>('pat', 'list_audit_log', input)

type Written = { who?: Caller; action?: string; tenant_id?: string; target?: string; ip?: string; request_id?: string }
function wrote({ who = callerOf('ada'), action = 'update_tenant', tenant_id = 'ten_bakery', ...rest }: Written = {}) {
  const { target = 'x', ip = '192.0.2.7', request_id = 'r1' } = rest
  w.db.write((tx) => writeAudit(tx, who, { action, tenant_id, target, ip, request_id, door: 'api' }) as undefined)
  w.clock.turn(MINUTE)
}

describe('the trail', () => {
  test('holds the changes of all trees, with who, through what, and what changed', async () => {
    await w.call('rita', 'update_tenant', { id: 'ten_rival', name: 'Rivals' }, { door: 'tool', request_id: 'r9' })
    const { items, total } = await asked()
    expect(total).toBe(1)
    expect(items).toEqual([
      expect.objectContaining({
        action: 'update_tenant',
        actor: 'rita@rival.example',
        via: 'session',
        door: 'tool',
        as_platform: false,
        tenant_name: 'Rivals',
        before: { name: 'Rival' },
        after: { name: 'Rivals' },
        ip: '127.0.0.1',
        request_id: 'r9',
      }),
    ])
  })

  test('is found by parts of an actor, and by the whole of a target, an address or a request id', async () => {
    wrote()
    wrote({ who: callerOf('ben'), target: 'job_7', ip: '198.51.100.1', request_id: 'r2' })
    wrote({ who: callerOf('rita'), action: 'delete_tenant', tenant_id: 'ten_rival', target: 'ben@northwind.example' })
    const actions = async (q: string, more = {}) => (await asked({ q, ...more })).items.map(({ actor }) => actor)
    expect(await actions('NORTHWIND')).toEqual(['ben@northwind.example', 'ada@northwind.example'])
    expect(await actions('job_7')).toEqual(['ben@northwind.example'])
    expect(await actions('job_')).toEqual([])
    expect(await actions('198.51.100.1')).toEqual(['ben@northwind.example'])
    expect(await actions('r1')).toEqual(['rita@rival.example', 'ada@northwind.example'])
    // Who acted and what was acted on: each line once.
    expect(await actions('ben@northwind.example')).toEqual(['rita@rival.example', 'ben@northwind.example'])
    expect(await actions('northwind', { action: 'delete_tenant' })).toEqual([])
    expect(await actions('r1', { tenant_id: 'ten_rival' })).toEqual(['rita@rival.example'])
  })

  test('refuses a text that fits too many names, and says what would do', async () => {
    for (let i = 0; i < 101; i++) wrote({ who: { ...callerOf('ada'), label: `person-${i}@many.example` } })
    expect(asked({ q: 'many.example' })).rejects.toThrow('q: fits 101 names of those who acted; give more of one')
    expect((await asked({ q: 'person-100@' })).total).toBe(1)
  })

  test('is counted right as it grows, whatever is asked, and when its beginning is forgotten', async () => {
    const questions = [
      {},
      { action: 'update_tenant' },
      { tenant_id: 'ten_rival' },
      { q: 'ada' },
      { q: 'x', action: 'a' },
    ]
    const sum = async (question: Record<string, unknown>) => {
      const { items, total } = await asked({ ...question, page_size: 200 })
      expect(items.length).toBe(total)
      return total
    }
    // Reading the trail is a line of it, once: that the counts start with it leaves the rest to what is written.
    await asked()
    for (let round = 1; round <= 3; round++) {
      wrote()
      wrote({ who: callerOf('rita'), action: 'a', tenant_id: 'ten_rival' })
      for (const question of questions)
        expect(await sum(question)).toBe(question.action || question.tenant_id || question.q ? round : 2 * round + 1)
    }
    w.db.write((tx) => forgetAudit(tx, tx.now, new Date(Date.parse(START) + 2.5 * MINUTE).toISOString(), 'rule', 100))
    const left = []
    for (const question of questions) left.push(await sum(question))
    expect(left).toEqual([3, 1, 2, 1, 2])
  })

  test('may be asked from a day to the end of another', async () => {
    for (let day = 0; day < 4; day++) {
      w.clock.set(new Date(Date.parse(START) + day * DAY).toISOString())
      wrote({ target: `day ${day}` })
    }
    const targets = async (span: Record<string, unknown>) => (await asked(span)).items.map(({ target }) => target)
    expect(await targets({ from: '2026-11-03', to: '2026-11-04' })).toEqual(['day 2', 'day 1'])
    expect(await targets({ from: '2026-11-03', to: '2026-11-04', action: 'update_tenant' })).toEqual(['day 2', 'day 1'])
    expect(await targets({ to: '2026-11-01' })).toEqual([])
    expect(await targets({ from: '2027-01-01' })).toEqual([])
    expect((await asked({ from: '2026-11-03', dir: 'asc' })).items[0]!.target).toBe('day 1')
  })

  test('pages follow each other without a gap, searched or not', async () => {
    for (let i = 0; i < 25; i++) wrote({ target: `t${i}`, who: callerOf(i % 2 ? 'ada' : 'ben') })
    // The first look is a line itself, of nobody at Northwind, and lies on top of the pages that are looked at next.
    await asked()
    for (const q of [undefined, 'northwind']) {
      const pages = await Promise.all([1, 2, 3].map((page) => asked({ q, page, page_size: 10 })))
      const written = Array.from({ length: 25 }, (_, i) => `t${24 - i}`)
      expect(pages.flatMap(({ items }) => items.map(({ target }) => target as string | null))).toEqual(
        q ? written : [null, ...written],
      )
    }
  })

  test('is exported as CSV with the filters of the list', async () => {
    for (let i = 0; i < 3; i++) wrote({ target: `t${i}`, action: i === 1 ? '=evil' : 'update_tenant' })
    const { lines } = await w.call<CsvAnswer>('pat', 'export_audit_csv', { q: 'ada' })
    const text: string[] = []
    for await (const line of lines) text.push(line)
    const [head, ...rows] = text.join('').trim().split('\r\n')
    expect(head).toStartWith('id,created_at,action,actor')
    expect(rows.map((row) => /,(t\d),/.exec(row)?.[1])).toEqual(['t2', 't1', 't0'])
    expect(rows[1]).toContain("'=evil")
  })
})

test('lines beyond SIGNALPOST_AUDIT_DAYS are forgotten by the housekeeping; without it none ever is', async () => {
  const { housekeepingTask } = await import('../../../src/tasks/install/housekeeping.ts')
  wrote({ target: 'old' })
  w.clock.turn(31 * DAY)
  wrote({ target: 'new' })
  await w.run(housekeepingTask)
  expect((await asked()).total).toBe(2)
  Object.assign(w.app.config, { audit_days: 30 })
  await w.run(housekeepingTask)
  expect((await asked()).items).toMatchObject([
    { action: 'forget_audit', after: { rows: 1, rule: 'SIGNALPOST_AUDIT_DAYS=30' } },
    // The look at the trail above.
    { action: 'list_audit_log', after: { read: true } },
    { target: 'new' },
  ])
})
