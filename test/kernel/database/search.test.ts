import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  type Condition,
  type ListArguments,
  type Listed,
  looseCondition,
  when,
} from '../../../src/kernel/database/list.ts'
import { mapPage, searchList } from '../../../src/kernel/database/search.ts'
import { Searched } from '../../../src/kernel/database/search-steps.ts'
import { type World, world } from '../../world.ts'

const NAMES = ['100%', '100 percent', 'a_b', 'axb', 'back\\slash', "O'Brien", 'ä', 'Z', 'z', 'Bäckerei [Öhler] *']
const MANY = 100_000
let w: World
beforeAll(() => {
  w = world()
  w.db.write((tx) => {
    tx.run('create table things (id integer primary key, name text, note text, weight integer)')
    tx.run('insert into things (name, weight) select value, key % 3 from json_each(?)', JSON.stringify(NAMES))
    tx.run('create table many (id integer primary key, owner integer, name text)')
    tx.run('create index many_name on many (name, id, owner)')
    return tx.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${MANY})
       insert into many select i * 2, i % 2, 'Wörter des Jahres ' || printf('%06d', i * 7919 % ${MANY}) from n`,
    )
  })
})
afterAll(() => w.close())

type Row = { id: number; name: string }
function searched(table: string, q: string, asked: ListArguments = {}, where: Condition[] = []): Promise<Listed<Row>> {
  const found = w.db.read((tx) => {
    const sorts = { name: 'name, id', weight: 'weight' }
    const columns = table === 'things' ? ['name', "coalesce(note, '')"] : ['name']
    return searchList<Row>(tx, { select: '*', from: table, where, sorts, sought: { q, columns } }, asked) as never
  })
  return w.db.search(found as Searched<Listed<Row>>)
}
const names = async (q: string) => (await searched('things', q)).items.map(({ name }) => name).toSorted()

describe('a search', () => {
  test.each([
    ['100%', ['100%']],
    ['a_b', ['a_b']],
    ['\\', ['back\\slash']],
    ["'", ["O'Brien"]],
    ['%', ['100%']],
    ['_', ['a_b']],
    ['nothing', []],
    ['BÄCKEREI', ['Bäckerei [Öhler] *']],
    ['öhler', ['Bäckerei [Öhler] *']],
    ['[öhler] *', ['Bäckerei [Öhler] *']],
    ['ö*', []],
    ['straße', []],
    ['backerei', ['Bäckerei [Öhler] *']],
    ['OHLER', ['Bäckerei [Öhler] *']],
    ['ÄXB', ['axb']],
    ['10', ['100 percent', '100%']],
    ['ERCEN', ['100 percent']],
  ])('for %s takes it literally', async (q, found) => {
    expect(await names(q)).toEqual(found)
  })

  test.each(['Bäckerei', 'ПРИВЕТ мир', 'Ωμέγα', 'İstanbul ß ẞ', 'Dvořák', '日本 café', 'a😀Ä', 'x'])(
    'finds %s in each spelling that a letter has',
    async (text) => {
      w.db.write((tx) => tx.run("update things set note = ? where name = 'Z'", text))
      const found = async (q: string) => (await names(q)).includes('Z')
      for (const letter of text) expect([letter, await found(letter)]).toEqual([letter, true])
      expect([await found(text), await found(`${text}é`), await found(`é${text}`)]).toEqual([true, false, false])
      const cased = [...text].map((c) => ([...c.toUpperCase()].length === 1 ? c.toUpperCase() : c)).join('')
      if (!text.includes('İ')) expect(await found(cased)).toBe(true)
    },
  )

  test('counts what it finds together with the other conditions, and keeps the order of the list', async () => {
    const one = await searched('things', '100', { page_size: 1 }, [when('weight = ?', 1)])
    expect([one.total, one.items.map(({ name }) => name)]).toEqual([1, ['100 percent']])
    const pages = await Promise.all(
      [1, 2, 3].map((page) => searched('many', 'WÖRTER', { page, page_size: 7, dir: 'desc' })),
    )
    expect(pages.flatMap(({ items }) => items.map(({ name }) => name))).toEqual(
      Array.from({ length: 21 }, (_, i) => `Wörter des Jahres ${String(MANY - 1 - i).padStart(6, '0')}`),
    )
    expect(pages[0]!.total).toBe(MANY)
    const rare = await searched('many', 'jahres 00', {}, [looseCondition('owner = ?', 1)])
    expect(rare.total).toBe(
      w.db.read((tx) => tx.number("select count(*) from many where owner = 1 and name like '%jahres 00%'")),
    )
  })

  test('gives way while it goes through many rows, whether they are found or not, and however they are numbered', async () => {
    for (const q of ['ж', 'wörter', 'q', 'jahres']) {
      let turns = 0
      let over = false
      const count = () => {
        turns++
        if (!over) setImmediate(count)
      }
      setImmediate(count)
      await searched('many', q, {}, q === 'q' ? [looseCondition('owner = ?', 7)] : [])
      over = true
      expect([q, turns > 1]).toEqual([q, true])
    }
  })

  test('sees what was written before it began, and one moment of what is written meanwhile', async () => {
    w.db.write((tx) => tx.run("insert into things (name) values ('new today')"))
    expect((await searched('things', 'new today')).total).toBe(1)
    const under_way = searched('many', 'wörter')
    await new Promise(setImmediate)
    w.db.write((tx) => tx.run("delete from many where name like '%000000'"))
    expect((await under_way).total).toBe(MANY)
    expect((await searched('many', 'wörter')).total).toBe(MANY - 1)
  })

  test('without a text is the plain list, told in the same way', () => {
    const plain = w.db.read(
      (tx) =>
        mapPage(
          searchList<Row>(
            tx,
            { select: '*', from: 'things', where: [], sorts: { id: 'id' }, sought: { q: '', columns: ['name'] } },
            {},
          ),
          ({ name }) => name,
        ) as never,
    ) as Listed<string>
    expect(plain).not.toBeInstanceOf(Searched)
    expect(plain.items[0]).toBe('100%')
  })
})
