/** Searches end with their callers, stand in a short line, and let go of the log, whoever writes meanwhile. */
import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Db, openDatabase } from '../../../src/kernel/database/database.ts'
import { searchList } from '../../../src/kernel/database/search.ts'
import { walkInOrder } from '../../../src/kernel/database/search-order.ts'
import { createSearching, Searched, type SearchReader } from '../../../src/kernel/database/search-steps.ts'
import { handClock } from '../../world.ts'

const ROWS = 60_000
let folder: string
let db: Db
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-search-'))
  db = openDatabase(join(folder, 'test.db'), handClock())
  db.write((tx) => {
    tx.run('create table things (id integer primary key, kind text, name text) strict')
    tx.run('create index things_kind on things (kind, id)')
    tx.run('create table letters (id integer primary key, text text) strict')
    return tx.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${ROWS})
       insert into things select i, iif(i % 3, 'kind ' || (i % 3), null), 'thing ' || i from n`,
    )
  })
})
afterEach(() => {
  db.close()
  rmSync(folder, { recursive: true, force: true })
})

const party = (agency: string) => ({ agency, workspace: agency })
/** Commits so many times 100 KB at once. */
const write = (times: number) =>
  db.write((tx) =>
    tx.run(
      'insert into letters (text) select ? from json_each(?)',
      'x'.repeat(100_000),
      JSON.stringify(Array(times).fill(0)),
    ),
  )
const logSize = (): number => statSync(`${db.file}-wal`).size

/** A search that goes on until it is told to end. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const seen = { begun: 0 }
  const search = new Searched(
    async () => {
      seen.begun++
      await promise
    },
    { long: true },
  )
  return { search, seen, end: resolve }
}

const things = (q: string) =>
  db.read((tx) => {
    const sought = { q, columns: ['name'] }
    return searchList<object>(tx, { select: '*', from: 'things', where: [], sorts: { id: 'id' }, sought }, {}) as never
  }) as Searched<{ total: number }>

/** Other work has its turn. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)))

describe('the log', () => {
  test('stays short while searches follow upon each other and every turn commits', async () => {
    let over = false
    const searching = Array.from({ length: 4 }, async () => {
      let searches = 0
      for (; !over; searches++) expect((await db.search(things('thing'))).total).toBe(ROWS)
      return searches
    })
    let longest = 0
    try {
      for (let i = 0; i < 400; i++) {
        write(1)
        longest = Math.max(longest, logSize())
        await turn()
      }
    } finally {
      over = true
    }
    const searches = await Promise.all(searching)
    expect(longest).toBeLessThan(8 << 20)
    expect(Math.min(...searches)).toBeGreaterThan(0)
  }, 60_000)

  test('is written back at once when the last search lets go of it, not a second later', async () => {
    const { search, end } = endless()
    const under_way = db.search(
      new Searched(async (look) => {
        look.rows('select count(*) from things', [])
        await search.run(look)
      }),
    )
    await turn()
    for (let i = 0; i < 40; i++) {
      write(1)
      await turn()
    }
    const before = statSync(db.file).size
    end()
    await under_way
    expect(statSync(db.file).size).toBeGreaterThan(before + 2_000_000)
    expect(db.storage.state.state).toBe('sound')
  })

  test('that a search holds beyond 64 MB is said to be held by a search, and a backup by the backup', async () => {
    const { search, end } = endless()
    const under_way = db.search(
      new Searched(async (look) => {
        look.rows('select count(*) from things', [])
        await search.run(look)
      }),
    )
    await turn()
    write(700)
    db.writeBack()
    expect(db.storage.state).toEqual({
      state: 'held',
      why: 'a search holds the log of the database, which grows beyond 64 MB: it lets go by itself',
    })
    const ended = db.storage.reading('a backup')
    db.writeBack()
    expect(db.storage.state.why).toBe(
      'a backup holds the log of the database, which grows beyond 64 MB: it ends by itself',
    )
    ended()
    end()
    await under_way
    expect(db.storage.state).toEqual({ state: 'sound', why: null })
  })
})

describe('a caller who left', () => {
  test('ends the search: no more of its rows are read', async () => {
    const caller = new AbortController()
    let seen = 0
    const walking = db.search(
      new Searched((look) =>
        look.walk('select a.id from things a, things b', [], () => {
          if (++seen === 20_000) caller.abort()
          return false
        }),
      ),
      { signal: caller.signal },
    )
    await expect(walking).rejects.toHaveProperty('name', 'AbortError')
    expect(seen).toBeLessThan(2_000_000)
    expect((await db.search(things('thing 77'))).total).toBeGreaterThan(0)
  })

  test('leaves the line: the next one waits for those who are still there', async () => {
    const { search, seen, end } = endless()
    const running = Array.from({ length: 2 }, () => db.search(search, { party: party('a') }))
    const caller = new AbortController()
    const left = Array.from({ length: 10 }, () => db.search(search, { party: party('a'), signal: caller.signal }))
    const outcomes = Promise.allSettled(left)
    await turn()
    caller.abort()
    expect((await outcomes).map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
    end()
    await Promise.all(running)
    expect(seen.begun).toBe(2)
  })
})

describe('the line of long searches', () => {
  test('is short for an agency: the next is refused with the seconds to wait, another agency begins at once', async () => {
    const { search, seen, end } = endless()
    const line = Array.from({ length: 18 }, () => db.search(search, { party: party('a') }))
    await turn()
    expect(seen.begun).toBe(2)
    await expect(db.search(search, { party: party('a') })).rejects.toMatchObject({
      code: 'busy',
      status: 503,
      retry_after: 5,
    })
    const other = db.search(search, { party: party('b') })
    await turn()
    expect(seen.begun).toBe(3)
    end()
    await Promise.all([...line, other])
    await db.search(search, { party: party('a') })
  })

  test('holds up no list', async () => {
    const { search, end } = endless()
    const line = Array.from({ length: 18 }, () => db.search(search, { party: party('a') }))
    await turn()
    const lists = Array.from({ length: 60 }, () =>
      db.search(new Searched(async (look) => look.rows('select id from things limit 20', []).length), {
        party: party('a'),
      }),
    )
    expect(await Promise.all(lists)).toEqual(Array(60).fill(20))
    end()
    await Promise.all(line)
  })
})

describe('a walk in order', () => {
  const ORDERS = [['id'], ['kind', 'id'], ['name'], ['nullif(id % 5, 0)', 'kind', 'id']]
  const cases = ORDERS.flatMap((by) => (['asc', 'desc'] as const).map((dir) => ({ by, dir })))

  test.each(cases)('$by $dir meets each row once, wherever it goes on from', async ({ by, dir }) => {
    db.write((tx) => tx.run('delete from things where id > 60'))
    const order = by.map((column) => `${column} ${dir}`).join(', ')
    const whole = db.read((tx) =>
      tx.rows<{ id: number }>(`select id from things order by ${order}`).map(({ id }) => id),
    )
    const seen: number[] = []
    await db.search(
      new Searched((look) =>
        walkInOrder<{ id: number }>(
          // Old at each row: the statement ends there every time.
          { ...look, isOld: () => true },
          { select: 'id', from: 'things', where: 'id <> ?', params: [-1], by, dir },
          ({ id }) => {
            seen.push(id)
            return false
          },
        ),
      ),
    )
    expect(seen).toEqual(whole)
  })

  test('goes on from a newer moment once it is asked to let go', async () => {
    let freed = 0
    const runner = createSearching(
      () => new Database(db.file, { readonly: true }),
      () => void freed++,
    )
    const namesOf = (look: SearchReader, each: (name: string) => void) =>
      walkInOrder<{ name: string }>(
        look,
        { select: 'name', from: 'things', where: 'true', params: [], by: ['id'], dir: 'asc' },
        ({ name }) => {
          each(name)
          return false
        },
      )
    const seen = new Set<string>()
    await runner.run(
      new Searched((look) =>
        namesOf(look, (name) => {
          if (seen.size === 100) {
            db.write((tx) => tx.run(`update things set name = 'newer' where id = ${ROWS}`))
            expect(runner.press()).toBe(true)
          }
          seen.add(name)
        }),
      ),
    )
    expect([seen.size, seen.has('newer'), freed]).toEqual([ROWS, true, 2])
    expect([runner.holding, runner.press()]).toEqual([0, false])
    runner.close()
  })
})
