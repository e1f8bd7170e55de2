import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { type ListArguments, list, listInput, pageOf, when } from '../../../src/kernel/database/list.ts'
import { type World, world } from '../../world.ts'

const NAMES = ['100%', '100 percent', 'a_b', 'axb', 'back\\slash', "O'Brien", 'ä', 'Z', 'z', 'Bäckerei [Öhler] *']
let w: World
beforeAll(() => {
  w = world()
  w.db.write((tx) => {
    tx.run('create table things (id integer primary key, name text, weight integer)')
    tx.run('insert into things (name, weight) select value, key % 3 from json_each(?)', JSON.stringify(NAMES))
    return null
  })
})
afterAll(() => w.close())

type Thing = { id: number; name: string; weight: number }
const things = (asked: ListArguments = {}, ...where: ReturnType<typeof when>[]) =>
  w.db.read((tx) =>
    list<Thing>(
      tx,
      {
        select: '*',
        from: 'things',
        where: [null, false, ...where],
        sorts: { weight: 'weight', name: 'name' },
        tie: 'id',
      },
      asked,
    ),
  )

describe('pages', () => {
  test('hold every row once, in any order, however many tie', () => {
    for (const sort of ['weight', 'name'])
      for (const dir of ['asc', 'desc'] as const)
        for (const page_size of [1, 2, 4, 200]) {
          const pages = Array.from({ length: Math.ceil(NAMES.length / page_size) }, (_, i) =>
            things({ page: i + 1, page_size, sort, dir }),
          )
          const ids = pages.flatMap(({ items }) => items.map(({ id }) => id))
          expect(ids.toSorted((a, b) => a - b)).toEqual(NAMES.map((_, i) => i + 1))
          for (const page of pages) expect(page).toMatchObject({ total: NAMES.length, page_size })
        }
  })

  test('turn round with the direction, ties too', () => {
    const ids = (dir: 'asc' | 'desc') => things({ sort: 'weight', dir }).items.map(({ id }) => id)
    expect(ids('desc')).toEqual(ids('asc').reverse())
  })

  test('begin with the newest or the most, and with the first of the alphabet, unless a direction is asked for', () => {
    const first = (sorts: Record<string, string>) =>
      w.db.read((tx) => list<Thing>(tx, { select: '*', from: 'things', where: [], sorts }, {})).items[0]!.id
    expect(first({ created_at: 'id' })).toBe(NAMES.length)
    expect(first({ uid: 'id' })).toBe(1)
    expect(listInput('created_at', 'name').dir).toMatchObject({
      description: 'Unless given: desc by created_at; asc by name',
    })
  })

  test('are the same when only their keys are looked for first', () => {
    const source = {
      select: 't.*',
      from: 'things t',
      where: [when('t.weight < 2')],
      sorts: { name: 't.name' },
      tie: 't.id',
    }
    const both = [source, { ...source, core: { table: 'things t', id: 't.id' } }].map((one) =>
      w.db.read((tx) => list(tx, one, { page: 2, page_size: 2 })),
    )
    expect(both[1]).toEqual(both[0]!)
    expect(both[0]).toMatchObject({ total: 7, items: { length: 2 } })
  })

  test('beyond the end are empty, and still say how many there are', () => {
    expect(things({ page: 100 })).toEqual({ items: [], total: NAMES.length, page: 100, page_size: 50 })
    expect(pageOf([1, 2, 3], { page: 2, page_size: 2 })).toEqual({ items: [3], total: 3, page: 2, page_size: 2 })
    expect(pageOf([], { page: 7 })).toEqual({ items: [], total: 0, page: 7, page_size: 50 })
  })
})

test('more rows than fit the quick way come in the same order', () => {
  w.db.write((tx) => {
    tx.run('create table many (id integer primary key, owner integer)')
    tx.run('create index many_owner on many (owner)')
    return tx.run(
      'with recursive n (i) as (select 1 union all select i + 1 from n where i < 3000) insert into many select i, i % 2 from n',
    )
  })
  const of = (owner: number, in_order?: string) =>
    w.db.read((tx) =>
      list<{ id: number }>(
        tx,
        { select: 'id', from: 'many', where: [{ sql: 'owner = ?', in_order, params: [owner] }], sorts: { id: 'id' } },
        { page: 2, page_size: 100, dir: 'desc' },
      ),
    )
  expect(of(1, '+owner = ?')).toEqual(of(1))
  expect(of(1, '+owner = ?')).toMatchObject({ total: 1500, items: expect.arrayContaining([{ id: 2799 }]) })
})
