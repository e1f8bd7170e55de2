/** Links by their text: the same with an index, without one and while it is built, and only the caller's own. */
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { outcomeOf } from '../../../src/domains/jobs/outcome.ts'
import { allLinks, BLOCKS_OF_JOBS, indexLinks } from '../../../src/domains/links/index.ts'
import { textOf } from '../../../src/domains/links/link-text.ts'
import { Searched } from '../../../src/kernel/database/search-steps.ts'
import type { AnswerOf } from '../../../src/kernel/operation/operation.ts'
import type { listLinks } from '../../../src/operations/links.ts'
import { CAST, callerOf, type Person, type World, world } from '../../world.ts'

type Listed = AnswerOf<typeof listLinks>

let w: World
let drawn: () => number
beforeEach(() => {
  w = world()
  let seed = 7
  drawn = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return seed / 2 ** 32
  }
})
afterEach(() => w.close())

const SIZES = { small: 256, large: 1024 }
const never = new AbortController().signal
const index = (signal = never) => indexLinks(w.app, signal, SIZES)

const pick = <T>(some: readonly T[]): T => some[Math.floor(drawn() * some.length)]!
const HOSTS = ['www.shoes.example', 'bakery.example', 'xn--bcher-kva.example', 'orchard-outdoor.example']
const WORDS = [
  'shoes',
  'boots',
  'orchard',
  '%C5%81%C3%B3d%C5%BA',
  'caf%C3%A9',
  'Garden',
  'b%C3%A4r',
  'sale',
  '%E3%81%82',
  '100%25',
]
const address = () => `https://${pick(HOSTS)}/${pick(WORDS)}/${pick(WORDS)}-${Math.floor(drawn() * 5000)}`

type Made = { uid: number; url: string; job: number; who: Person }
/** Jobs of Northwind, its client and a stranger in turn; returns what each link is. */
function make(jobs: number, links: number, urlOf: (i: number) => string = address): Made[] {
  const people = ['ada', 'vera', 'rita'] as const
  return w.app.db.write((tx) => {
    const made: Made[] = []
    for (let job = 0; job < jobs; job++) {
      const [who, first] = [people[job % 3]!, tx.number("select seq from sqlite_sequence where name = 'links'") + 1]
      const urls = Array.from({ length: links }, (_, i) => urlOf(job * links + i))
      tx.run(
        `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
         values (?, ?, 'index', ?, 'done', ?, ?, ?, ?, '{}', 'ada@northwind.example', ?, ?)`,
        jobId(job),
        CAST[who].tenant_id,
        `Push ${(job * 7) % jobs}`,
        links,
        first,
        first + links - 1,
        JSON.stringify(
          outcomeOf([
            {
              state: 'sent',
              indexed: 'unknown',
              credit: 'reserved',
              before_indexed: null,
              next_look_at: null,
              n: links,
            },
          ]),
        ),
        tx.now,
        tx.now,
      )
      tx.run(
        `insert into links (job_id, url, state, indexed, credit) select ?, value, 'sent', 'unknown', 'reserved' from json_each(?)`,
        jobId(job),
        JSON.stringify(urls),
      )
      for (const [i, url] of urls.entries()) made.push({ uid: first + i, url, job, who })
    }
    return made
  })
}
const jobId = (job: number): string => `job_${String(job).padStart(6, '0')}`

const list = (who: Person, input: object) => w.call<Listed>(who, 'list_links', { page_size: 200, ...input })
const blocks = () =>
  w.app.db.read((tx) =>
    tx.rows<{ state: string; n: number }>('select state, count(*) as n from link_blocks group by state'),
  )

/** What a person may see with a text, newest job first. */
function expected(made: readonly Made[], who: Person, q: string): number[] {
  const seen = who === 'ada' ? ['ada', 'vera'] : [who]
  return made
    .filter((link) => seen.includes(link.who) && textOf(link.url).includes(q))
    .toSorted((a, b) => b.job - a.job || a.uid - b.uid)
    .map(({ uid }) => uid)
}

async function compare(made: readonly Made[], times = 3): Promise<void> {
  for (const who of ['ada', 'vera', 'rita'] as const)
    for (let i = 0; i < times; i++) {
      const text = textOf(pick(made).url)
      const from = Math.floor(drawn() * (text.length - 2))
      // A beginning with a scheme is another search.
      const q = text.slice(from, from + 2 + Math.floor(drawn() * 9)).replace(/[\n\s]+/g, '')
      if (!q || /^https?:\/\//.test(q)) continue
      const wanted = expected(made, who, q)
      const found = await list(who, { q })
      expect({ who, q, uids: found.items.map(({ uid }) => uid) }).toEqual({ who, q, uids: wanted.slice(0, 200) })
      expect(found.total).toBe(Math.min(1000, wanted.length))
      expect(found.total_is_exact).toBe(wanted.length <= 1000)
    }
}

test('any part of an address finds the same links, however much of them is indexed', async () => {
  const made = make(30, 90)
  await compare(made)
  await index()
  expect(blocks()).toEqual([{ state: 'ready', n: 4 }])
  await compare(made, 12)
})

test('so it is where jobs are so many that the links lead to them', async () => {
  const made = make(480, 6)
  await compare(made)
  await Promise.all([index(), compare(made)])
  await compare(made, 12)
})

test('a small workspace reads no links of others', async () => {
  make(21, 200, (i) => `https://www.reise.example/page-${i}`)
  await index()
  const read: unknown[] = []
  const caller = callerOf('vera')
  const sought = w.app.db.read((tx) => allLinks(tx, caller, { q: 'page-1' }))
  const found = await w.app.db.search(
    new Searched((look) => {
      const rows = <T>(sql: string, params: Parameters<typeof look.rows>[1]): T[] => {
        const all = look.rows<T>(sql, params)
        if (sql.includes('l.url')) read.push(...all)
        return all
      }
      return sought.run({ ...look, rows, walk: look.walk, breathe: look.breathe, isOld: look.isOld })
    }),
  )
  expect(found.total).toBeGreaterThan(100)
  // Once to find it, and again to show those of the page.
  expect(read.length).toBeLessThan(found.total + 100)
})

test('case, accents and the codes of addresses make no difference', async () => {
  make(1, 300, (i) => `https://www.reise.example/${i === 7 ? '%C5%81%C3%B3d%C5%BA-Stra%C3%9Fe' : `page-${i}`}`)
  await index()
  for (const q of ['lodz', 'Łódź', 'LODZ-strasse', '%c5%81%C3%B3d', 'ódź-straß'])
    expect({ q, total: (await list('ada', { q })).total }).toEqual({ q, total: 1 })
})

test('one sign and two find what any other text finds', async () => {
  make(1, 600, (i) => `https://www.reise.example/${i === 300 ? 'qz' : 'page'}-${i}`)
  await index()
  expect((await list('ada', { q: 'qz' })).total).toBe(1)
  expect((await list('ada', { q: '7' })).total).toBe(
    Array.from({ length: 600 }, (_, i) => `${i}`).filter((n) => n.includes('7')).length,
  )
})

describe('of more than a thousand', () => {
  test('counting ends once the page is full and the rest would take long; the number holds, and the next page comes', async () => {
    const made = make(12, 1300, (i) => `https://www.reise.example/${i % 100 === 0 ? 'blue' : 'page'}-${i}`)
    const wanted = expected(made, 'ada', 'blue')
    const uids: number[] = []
    for (let page = 1, more = true; more; page++) {
      const found = await list('ada', { q: 'blue', page, page_size: 30 })
      uids.push(...found.items.map(({ uid }) => uid))
      if (!found.total_is_exact) expect([found.total >= page * 30, found.total < wanted.length]).toEqual([true, true])
      else expect(found.total).toBe(wanted.length)
      expect(found.total_is_exact).toBe(page > 3)
      more = !found.total_is_exact || page * 30 < found.total
    }
    expect(uids).toEqual(wanted)
  })

  test('a page far behind is there, in every order, and the number is the least that there are', async () => {
    const made = make(12, 900, (i) => `https://www.reise.example/page-${i}`)
    await index()
    for (const sort of ['created_at', 'job_name', 'tenant_name'] as const)
      for (const dir of ['asc', 'desc'] as const) {
        const all = (await list('ada', { sort, dir, page: 8 })).items.map(({ uid }) => uid)
        const found = await list('ada', { sort, dir, page: 8, q: 'page-' })
        expect(found.items.map(({ uid }) => uid)).toEqual(all)
        expect([found.total, found.total_is_exact]).toEqual([1600, false])
      }
    const last = await list('ada', { q: 'reise', page: 36 })
    expect([last.total, last.total_is_exact]).toEqual([made.filter(({ who }) => who !== 'rita').length, true])
  })
})

test('a host finds its links alone, and a URL all of its jobs', async () => {
  const made = make(9, 200)
  await index()
  const of = (who: Person[], fits: (url: string) => boolean) =>
    made.filter((link) => who.includes(link.who) && fits(link.url)).length
  for (const host of ['bakery.example', 'bücher.example', 'akery.example'])
    expect((await list('ada', { host })).total).toBe(
      of(['ada', 'vera'], (url) => url.startsWith(`https://${host.replace('bücher', 'xn--bcher-kva')}/`)),
    )
  const { url } = made.find(({ who }) => who === 'vera')!
  expect((await list('vera', { url })).total).toBe(of(['vera'], (other) => other === url))
})

test('a build that is cut off anywhere leaves nothing behind, and the next one is whole', async () => {
  const made = make(30, 90)
  for (let turns = 0; turns < 12; turns++) {
    const stop = new AbortController()
    let reads = 0
    const cut = {
      db: {
        ...w.app.db,
        read: w.app.db.read,
        write: ((work: never) => {
          if (++reads > turns) stop.abort()
          return w.app.db.write(work)
        }) as typeof w.app.db.write,
      },
    }
    await indexLinks(cut as never, stop.signal, SIZES)
    await compare(made)
  }
  await index()
  expect(blocks()).toEqual([{ state: 'ready', n: 4 }])
  const stray = 'select count(*) from link_grams where id / 65536 not in (select id from link_blocks)'
  expect(w.app.db.read((tx) => tx.number(stray))).toBe(0)
  await compare(made)
})

test('deleted jobs are not found, and leave the index', async () => {
  const made = make(30, 90)
  await index()
  w.app.db.write((tx) => {
    tx.run('update jobs set deleted_at = ? where id = ?', tx.now, jobId(3))
    BLOCKS_OF_JOBS.forget(tx, jobId(3), 100)
    tx.run('delete from links where job_id = ?', jobId(3))
    return tx.run('delete from jobs where id = ?', jobId(3))
  })
  const left = made.filter(({ job }) => job !== 3)
  await compare(left)
  expect(blocks()).toContainEqual({ state: 'stale', n: 1 })
  await index()
  expect(blocks()).toEqual([{ state: 'ready', n: 4 }])
  await compare(left)
})
