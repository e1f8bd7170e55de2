/** Criterion 10 of client reports: the desk with 500 clients, and 200 approvals in one act. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { inLongRun, WHOLE } from '../../../long/whole.ts'
import { noteStatements } from '../../../statements.ts'
import { type World, world } from '../../../world.ts'

let w: World
/** Processor time in milliseconds: other work on the machine lengthens the rest. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
const CLIENTS = 500
const MONTHS = ['2026-07', '2026-08', '2026-09', '2026-10']

beforeAll(() => {
  w = world()
  const summary = JSON.stringify({
    pushed: 40,
    visible: 30,
    gained: 20,
    blocked: 2,
    refunded: 3,
    lost: 0,
    open: 0,
    late: 0,
    late_visible: 0,
    before: { pushed: 40, visible: 29, gained: 20, blocked: 2, refunded: 3 },
  })
  const figures = JSON.stringify({ filler: 'x'.repeat(60_000) })
  w.db.write((tx) => {
    for (let i = 0; i < CLIENTS; i++) {
      const id = `ten_c${String(i).padStart(3, '0')}`
      tx.run(
        "insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values (?, 'ten_northwind', ?, 'client', ?, ?, ?)",
        id,
        `/ten_northwind/${id}/`,
        `Client ${(i * 7919) % CLIENTS}`,
        tx.now,
        tx.now,
      )
      tx.run(
        `insert into report_recipients (id, tenant_id, email, name, pdf, status, status_at, created_at, updated_at)
         values (?1, ?1, 'anna@bakery.example', 'Anna', 0, 'active', ?2, ?2, ?2)`,
        id,
        tx.now,
      )
      for (const month of MONTHS)
        tx.run(
          `insert into report_issues (id, tenant_id, period, revision, state, zone, starts_at, ends_at, due_at, expires_at, next_at,
             comment, contact, sections, summary, figures_sha256, frozen_at, created_at, updated_at, figures)
           values (?, ?, ?, 1, 'waiting', 'UTC', ?, ?, '2026-11-04T09:00:00.000Z', '2026-11-14T09:00:00.000Z', '2026-11-14T09:00:00.000Z',
             'All is well.', '', '[]', ?, 'sha', ?, ?, ?, ?)`,
          `iss_${id}_${month}`,
          id,
          month,
          `${month}-01T00:00:00.000Z`,
          `${month}-30T00:00:00.000Z`,
          summary,
          tx.now,
          tx.now,
          tx.now,
          figures,
        )
    }
    return null
  })
})
afterAll(() => w.close())

const firstPage = () =>
  w.call<{ items: { id: string; unremarkable: boolean }[]; total: number }>('ada', 'list_reports', {
    period: '2026-10',
    page_size: 50,
  })

test('criterion 10: the first page of 500 clients takes few statements, and reads the figures of none', async () => {
  const { noted } = noteStatements(w.db)
  const { items, total } = await firstPage()
  expect([items.length, total, items[0]!.unremarkable]).toEqual([50, CLIENTS, true])
  expect(noted.length).toBeLessThan(10)
  expect(noted.filter(({ sql }) => /\bfigures\b|\bi\.\*/.test(sql))).toEqual([])
})

inLongRun('criterion 10: the first page of 500 clients takes at most 100 ms', async () => {
  const took: number[] = []
  for (let i = 0; i < 5; i++) {
    took.push(await processorTime(firstPage))
    w.db.write((tx) => tx.run("update report_issues set updated_at = ? where id = 'iss_ten_c000_2026-10'", tx.now))
  }
  expect(Math.min(...took)).toBeLessThan(100)
})

test('criterion 10: 200 are approved in one act', async () => {
  const { items } = await w.call<{ items: { id: string }[] }>('ada', 'list_reports', {
    period: '2026-10',
    page_size: 200,
  })
  const ids = items.map(({ id }) => id)
  let done = { approved: [] as string[], refused: [] as unknown[] }
  const took = await processorTime(async () => {
    done = await w.call('ada', 'approve_reports', { ids })
  })
  if (WHOLE) expect(took).toBeLessThan(1000)
  expect([done.approved.length, done.refused]).toEqual([200, []])
  const again = await w.call<{ approved: string[]; refused: { message: string }[] }>('ada', 'approve_reports', {
    ids: [...ids.slice(0, 1), 'iss_unknown'],
  })
  expect(again.approved).toEqual([])
  expect(again.refused.map(({ message }) => message)).toEqual([
    expect.stringContaining('is approved'),
    expect.stringContaining('no such report'),
  ])
})

test('a stranger sees and approves none of them', async () => {
  expect((await w.call<{ items: unknown[] }>('rita', 'list_reports')).items).toEqual([])
  const { approved, refused } = await w.call<{ approved: string[]; refused: unknown[] }>('rita', 'approve_reports', {
    ids: ['iss_ten_c000_2026-09'],
  })
  expect([approved, refused.length]).toEqual([[], 1])
})
