import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type Db, openDatabase } from '../../../src/kernel/database/database.ts'
import { handClock } from '../../world.ts'

let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-db-'))
  const file = join(folder, 'test.db')
  const made = new Database(file, { create: true })
  made.run('create table things (id integer primary key, name text not null, n integer not null check (n >= 0)) strict')
  made.run('create table notes (thing_id integer not null, text text not null) strict')
  made.run('create index things_n on things (n)')
  made.run('create table kids (thing_id integer not null references things (id) on delete cascade) strict')
  made.run('create table tally (n integer not null) strict')
  made.run('create trigger counted after insert on things begin insert into tally values (1); end')
  made.close()
  db = openDatabase(file, handClock())
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (name: string, n = 0) => db.write((tx) => tx.run('insert into things (name, n) values (?, ?)', name, n))
const names = () =>
  db.read((tx) => tx.rows<{ name: string }>('select name from things order by id')).map(({ name }) => name)

describe('writing', () => {
  test('all of a transaction is kept, or nothing of it', () => {
    expect(() =>
      db.write((tx) => {
        tx.run("insert into things (name, n) values ('half', 0)")
        tx.run("insert into things (name, n) values ('refused', -1)")
      }),
    ).toThrow('CHECK')
    expect(names()).toEqual([])
    add('whole')
    expect(names()).toEqual(['whole'])
  })

  test('a promise is refused, and nothing of its work stays', async () => {
    // @ts-expect-error the compiler says so too
    expect(() => db.write(async (tx) => tx.run("insert into things (name, n) values ('late', 0)"))).toThrow(
      'asynchronous',
    )
    await Bun.sleep(1)
    expect(names()).toEqual([])
  })

  test('a handle is dead once its transaction is over', () => {
    const kept = db.write((tx) => ({ tx }))
    expect(() => kept.tx.run("insert into things (name, n) values ('ghost', 0)")).toThrow('over')
  })

  test('what waits for the commit sees it, and does not run when there is none', () => {
    const seen: string[][] = []
    db.write((tx) => {
      tx.afterCommit(() => seen.push(names()))
      return tx.run("insert into things (name, n) values ('a', 0)")
    })
    expect(() =>
      db.write((tx) => {
        tx.afterCommit(() => seen.push(['never']))
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(seen).toEqual([['a']])
  })
})

describe('reading', () => {
  test('a number is the first column of the first row, and 0 where there is none', () => {
    add('a', 3)
    const number = (sql: string, ...params: number[]) => db.read((tx) => tx.number(sql, ...params))
    expect([
      number('select n, 5 from things'),
      number('select n from things where n > ?', 3),
      number('select max(n) from things where n > 3'),
      db.write((tx) => tx.number("update things set n = n + 1 where name = 'a' returning n")),
    ]).toEqual([3, 0, 0, 4])
  })

  test('every read sees the last commit, one inside a transaction the state before it', () => {
    add('a')
    expect(names()).toEqual(['a'])
    add('b')
    expect(names()).toEqual(['a', 'b'])
    db.write((tx) => {
      tx.run("insert into things (name, n) values ('c', 0)")
      expect(names()).toEqual(['a', 'b'])
      return null
    })
    expect(names()).toEqual(['a', 'b', 'c'])
  })

  test('a read cannot write', () => {
    expect(() => db.read((tx) => (tx as never as { run(sql: string): number }).run('delete from things'))).toThrow(
      'readonly',
    )
  })

  test('reading all the time does not keep the log from being emptied', () => {
    for (let i = 0; i < 500; i++) {
      add(`thing ${i} ${'x'.repeat(40_000)}`)
      db.read((tx) => tx.row('select 1 from things limit 1'))
    }
    // 500 commits write some 24 MB; a log that starts over at its 1,000 pages stays near 4 MB.
    expect(statSync(join(folder, 'test.db-wal')).size).toBeLessThan(8_000_000)
  })

  test('what is remembered is forgotten by a commit that writes what it was read from; null is not remembered', () => {
    let worked = 0
    const first = () =>
      db.read((tx) =>
        tx.remember('first', () => {
          worked++
          return tx.row<{ name: string }>('select name from things order by id limit 1')
        }),
      )
    expect([first(), first(), worked]).toEqual([null, null, 2])
    add('a')
    expect([first(), first(), worked]).toEqual([{ name: 'a' }, { name: 'a' }, 3])
    db.write((tx) => tx.run("insert into notes values (1, 'elsewhere')"))
    expect([first(), worked]).toEqual([{ name: 'a' }, 3])
    db.write((tx) => tx.run("update things set name = 'b'"))
    expect([first(), worked]).toEqual([{ name: 'b' }, 4])
  })

  test('what a cascade, a trigger or Drizzle writes is forgotten like what is written by hand', () => {
    const counts = () =>
      db.read((tx) => ['things', 'kids', 'tally', 'notes'].map((name) => tx.count(`select count(*) from ${name}`)))
    expect(counts()).toEqual([0, 0, 0, 0])
    add('a')
    db.write((tx) => tx.run('insert into kids values (1)'))
    expect(counts()).toEqual([1, 1, 1, 0])
    db.write((tx) => tx.run('delete from things where id = 1'))
    expect(counts()).toEqual([0, 0, 1, 0])
    const notes = sqliteTable('notes', { thing_id: integer().notNull(), text: text().notNull() })
    db.write((tx) => tx.orm.insert(notes).values({ thing_id: 1, text: 'a' }).run())
    expect(counts()).toEqual([0, 0, 1, 1])
    db.write((tx) => tx.run('delete from notes'))
    expect(counts()).toEqual([0, 0, 1, 0])
  })

  test('what stands in a remembered piece of work counts as read by the whole', () => {
    let worked = 0
    const both = () =>
      db.read((tx) =>
        tx.remember('both', () => {
          worked++
          return tx.count('select count(*) from things') + tx.count('select count(*) from notes')
        }),
      )
    db.read((tx) => tx.count('select count(*) from things'))
    expect([both(), both(), worked]).toEqual([0, 0, 1])
    add('a')
    expect([both(), worked]).toEqual([1, 2])
  })

  test('what failed is not taken for what was written, and is not forgotten either', () => {
    const count = () => db.read((tx) => tx.count('select count(*) from things'))
    add('a')
    expect(count()).toBe(1)
    expect(() =>
      db.write((tx) => {
        tx.run("insert into things (name, n) values ('b', 1)")
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(count()).toBe(1)
    add('c')
    expect(count()).toBe(2)
  })

  test('counts are those of the last commit, and of the transaction inside one', () => {
    const count = () => db.read((tx) => tx.count('select count(*) from things where n >= ?', 5))
    expect(count()).toBe(0)
    add('a', 5)
    expect(count()).toBe(1)
    const inside = db.write((tx) => {
      tx.run("insert into things (name, n) values ('b', 7)")
      return tx.count('select count(*) from things where n >= ?', 5)
    })
    expect([inside, count()]).toEqual([2, 2])
  })
})

describe('statements', () => {
  test('parameters keep their values and types, and a question mark in a text is none', () => {
    add('why?', 3)
    const row = db.read((tx) =>
      tx.row(
        `select name, ? as text, ? as whole, ? as real, ? as missing, 'it''s ? "here"' as quoted -- what?
         from things t where t.name = ? and t.n in (?, ?) and name like '%?' order by t.id limit ? offset ?`,
        'a?b',
        5,
        0.5,
        null,
        'why?',
        3,
        4,
        1,
        0,
      ),
    )
    expect(row).toEqual({ name: 'why?', text: 'a?b', whole: 5, real: 0.5, missing: null, quoted: `it's ? "here"` })
  })

  test('joins and lists find by each value they are given', () => {
    for (const name of ['a', 'b', 'c']) add(name)
    db.write((tx) => tx.run("insert into notes select id, 'note ' || name from things"))
    const note = (name: string) =>
      db.read((tx) =>
        tx.row<{ text: string }>(
          'select o.text from things t join notes o on o.thing_id = t.id where t.name = ?',
          name,
        ),
      )
    expect(['a', 'c', 'b', 'x'].map((name) => note(name)?.text)).toEqual(['note a', 'note c', 'note b', undefined])
    const page = (offset: number) =>
      db.read((tx) => tx.rows('select name from things order by id limit ? offset ?', 1, offset))
    expect([page(0), page(2), page(3)]).toEqual([[{ name: 'a' }], [{ name: 'c' }], []])
  })

  test('more different statements than are kept ready all work', () => {
    for (let i = 0; i < 1200; i++) expect(db.read((tx) => tx.row(`select ${i} as n`))).toEqual({ n: i })
    expect(db.read((tx) => tx.row('select 0 as n'))).toEqual({ n: 0 })
  })
})
