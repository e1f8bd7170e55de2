import { afterEach, beforeEach, expect, test } from 'bun:test'
import { nextInQueue, type RowQueue } from '../../../src/kernel/scheduling/fair-queue.ts'
import { type World, world } from '../../world.ts'

let w: World
beforeEach(() => {
  w = world()
  w.clock.set('2030-01-01T00:00:00.000Z')
})
afterEach(() => w.close())

const LINE: RowQueue = {
  table: 'mails',
  workspace: "coalesce(tenant_id, '')",
  in_line: 'next_attempt_at is not null',
  params: [],
  due: 'next_attempt_at <= ?',
  order: 'next_attempt_at',
}

/** So many letters of a workspace, the first one first in its line. */
const wait = (tenant_id: string | null, n: number, at = '2026-11-02') =>
  w.db.write((tx) =>
    tx.run(
      `insert into mails (id, ref, tenant_id, template, to_address, subject, brand, facts, link_sealed, status, next_attempt_at, created_at)
       select ?1 || value, ?1 || value, ?2, 'test', 'a@b.example', '', '{}', '{}', '', 'queued', ?3 || printf('T%05d', value), ?3
       from json_each(?4)`,
      `${tenant_id ?? 'install'} `,
      tenant_id,
      at,
      JSON.stringify(Array.from({ length: n }, (_, i) => i)),
    ),
  )
const taken = (most: number) => w.db.read((tx) => nextInQueue<string>(tx, LINE, most))

test('agencies get as many each, in one its workspaces as many each, in each the first in line', () => {
  wait('ten_northwind', 100, '2026-01-01')
  wait('ten_bakery', 2)
  wait('ten_rival', 100)
  const { ids, more } = taken(8)
  expect(ids.filter((id) => id.startsWith('ten_rival'))).toEqual([0, 1, 2, 3].map((i) => `ten_rival ${i}`))
  expect(ids.filter((id) => id.startsWith('ten_bakery'))).toEqual(['ten_bakery 0', 'ten_bakery 1'])
  expect(ids.filter((id) => id.startsWith('ten_northwind'))).toEqual(['ten_northwind 0', 'ten_northwind 1'])
  expect(more).toBe(true)
})

test('what the others leave one may have, the install has its turn, and what is not due stays', () => {
  wait('ten_northwind', 30)
  wait(null, 2)
  wait('ten_rival', 50, '2031-01-01')
  expect(taken(30)).toMatchObject({ ids: { length: 30 }, more: true })
  const { ids, more } = taken(40)
  expect(ids.toSorted()).toEqual(
    [...Array.from({ length: 30 }, (_, i) => `ten_northwind ${i}`), 'install 0', 'install 1'].toSorted(),
  )
  expect(ids.slice(0, 4)).toContain('install 1')
  expect(more).toBe(false)
})

test('nothing waits: nothing is found', () => {
  expect(taken(5)).toEqual({ ids: [], more: false })
})

test('the lines are read from the indexes that are made for them', () => {
  const plans = [
    ['looks', 'tenant_id', "engine = 'scan_live' and state = 'queued' and property is null", 'looks_turns'],
    ['batches', 'tenant_id', 'next_attempt_at is not null', 'batches_turns'],
    ['mails', "coalesce(tenant_id, '')", 'next_attempt_at is not null', 'mails_turns'],
  ].map(([table, workspace, line, index]) => {
    const sql = [
      `select min(${workspace}) from ${table} where ${line} and ${workspace} > 'a'`,
      `select id from ${table} where ${line} and ${workspace} = 'a' and next_attempt_at <= 'b' order by next_attempt_at`,
    ]
    return sql.map(
      (one) => [index, w.db.read((tx) => tx.rows<{ detail: string }>(`explain query plan ${one}`))] as const,
    )
  })
  for (const [index, plan] of plans.flat())
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining(`INDEX ${index} `)])
})
