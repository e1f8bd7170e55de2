/** The letter about drops: one a day at most. */
import { afterEach, expect, test } from 'bun:test'
import { noteForLetter } from '../../../src/features/retention/drops/drop-letters.ts'
import { watchLinksTask } from '../../../src/features/retention/tasks.ts'
import { HOUR } from '../../../src/kernel/time/clock.ts'
import { pages, radar } from './radar.ts'

let w: Awaited<ReturnType<typeof radar>>
afterEach(() => w?.stop())

type Letter = { subject: string; text: string; to: string; created_at: string }
async function letters(): Promise<Letter[]> {
  const { items } = await w.call<{ items: { id: string }[] }>('pat', 'list_emails', {
    ...{ template: 'links_dropped', dir: 'asc', page_size: 100 },
  })
  return Promise.all(items.map(({ id }) => w.call<Letter>('pat', 'get_email', { id })))
}

/** Links of the agency and of its client, watched by the agency's settings. */
async function watching(n: number) {
  w = await radar()
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.push(pages(n, 'bakery.example'), 'ten_bakery')
  await w.push(pages(n, 'inn.example'))
}

const sum = (found: readonly Letter[], pattern: RegExp) =>
  found.reduce((all, { text }) => all + [...text.matchAll(pattern)].reduce((n, [, links]) => n + Number(links), 0), 0)

test('drops of several clients and days make one letter a day for each reader, each drop once, then those that came back', async () => {
  await watching(8)
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(14, 6)
  const found = await letters()
  const mine = found.filter(({ to }) => to === found[0]!.to)
  const days = mine.map(({ created_at }) => created_at.slice(0, 10))
  expect(days.length).toBeGreaterThan(1)
  expect(new Set(days).size).toBe(days.length)
  expect(sum(mine, /(?:Bakery|Northwind): (\d+) links? of/g)).toBe(16)
  expect(mine[0]!.subject).toMatch(/^Northwind: \d+ links? dropped out of Google$/)
  const [drop] = w.drops()
  expect(mine.map(({ text }) => text).join()).toContain(`/app/w/${drop!.tenant_id}/still-there/${drop!.id}`)
  expect(mine[0]!.text).toMatch(/, between \d+ Nov 2026 and \d+ Nov 2026\. The server does not answer\./)

  w.state.sees = () => 'yes'
  await w.go(40)
  const back = (await letters()).filter(({ to }) => to === found[0]!.to).slice(mine.length)
  expect(sum(back, /(?:Bakery|Northwind): (\d+) links? of/g)).toBe(16)
  expect(back.every(({ subject }) => /^Northwind: \d+ links? came back to Google$/.test(subject))).toBe(true)
  expect(w.rows('select * from drop_news')).toEqual([])
})

test('nobody gets one where it is switched off, and nothing is left to tell', async () => {
  await watching(3)
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', events: ['low_credits'] })
  await w.go(10)
  w.state.sees = () => 'no'
  await w.go(14)
  expect(w.drops()).not.toEqual([])
  expect(await letters()).toEqual([])
  expect(w.rows('select * from drop_news')).toEqual([])
})

test('a stop before the letter is written loses no drop, and one after it writes no second', async () => {
  await watching(3)
  await w.go(10)
  w.state.sees = () => 'no'
  while (w.rows('select 1 from drop_news').length === 0) await w.go(1 / 4, 6)
  expect(await letters()).toEqual([])
  w.clock.turn(24 * HOUR)
  const broken = new Error('stopped')
  const { letters: draw } = w.app
  w.app.letters = () => {
    throw broken
  }
  await w.run(watchLinksTask).catch(() => {})
  w.app.letters = draw
  expect(w.rows('select 1 from drop_news').length).toBeGreaterThan(0)
  await w.run(watchLinksTask)
  const n = (await letters()).length
  expect(n).toBeGreaterThan(0)
  expect(w.rows('select * from drop_news')).toEqual([])
  await w.run(watchLinksTask)
  expect(await letters()).toHaveLength(n)
})

test('a client that went to another agency is in no letter of the one before', async () => {
  await watching(3)
  await w.go(10)
  w.state.sees = () => 'no'
  while (
    w.rows("select 1 from drop_news n join drops d on d.id = n.drop_id where d.tenant_id = 'ten_bakery'").length === 0
  )
    await w.go(1 / 4, 6)
  w.db.write((tx) =>
    tx.run("update tenants set parent_id = 'ten_rival', path = '/ten_rival/ten_bakery/' where id = 'ten_bakery'"),
  )
  w.clock.turn(24 * HOUR)
  await w.run(watchLinksTask)
  expect(w.rows("select * from drop_news where root_id = 'ten_northwind'")).toEqual([])
  expect((await letters()).filter(({ text }) => text.includes('Bakery'))).toEqual([])
})

test('a host is named once enough of its links dropped in seven days, with all of them, and others wait or are let go', async () => {
  w = await radar()
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 1000 })
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', least_dropped: 3 })
  await w.push(pages(3, 'bakery.example'), 'ten_bakery')
  await w.push(pages(2, 'inn.example'))
  await w.go(10)
  const note = async (host: string, n: number) => {
    const [drop] = w.drops().filter((one) => one.host === host)
    const ids = w.rows<{ link_id: number }>('select link_id from watches where host = ? limit ?', host, n)
    const links = ids.map(({ link_id }) => link_id)
    w.db.write((tx) => noteForLetter(tx, drop!, links, 0))
    await w.go(1, 6)
  }
  const said = async () => (await letters()).filter(({ to }) => to === 'ada@northwind.example').map(({ text }) => text)
  w.state.sees = () => 'no'
  while (w.drops().length < 2 || w.rows('select 1 from watches where drop_id is null').length > 0) await w.go(1 / 4, 6)
  w.db.write((tx) => tx.run('delete from drop_news'))
  const before = (await said()).length
  await note('inn.example', 2)
  await note('bakery.example', 2)
  expect(await said()).toHaveLength(before)
  await note('bakery.example', 1)
  await w.go(1, 6)
  const [letter, ...more] = (await said()).slice(before)
  expect(more).toEqual([])
  expect(letter).toMatch(/Bakery: 3 links of bakery\.example/)
  expect(letter).not.toContain('inn.example')
  expect(w.rows('select drop_id from drop_news').length).toBe(1)
  await w.go(7, 6)
  expect(w.rows('select * from drop_news')).toEqual([])
  await note('inn.example', 1)
  expect(await said()).toHaveLength(before + 1)
  // A lower number holds from the next day on.
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', least_dropped: 1 })
  await w.go(1, 6)
  expect((await said()).at(-1)).toMatch(/Northwind: 1 link of inn\.example/)
})

test('drops that a server was off for longer than they count are in its next letter', async () => {
  await watching(3)
  await w.go(10)
  w.state.sees = () => 'no'
  while (w.rows('select 1 from drop_news').length === 0) await w.go(1 / 4, 6)
  const noted = w.rows<{ links: number }>('select links from drop_news').reduce((sum, { links }) => sum + links, 0)
  w.clock.turn(9 * 24 * HOUR)
  w.state.sees = () => 'yes'
  await w.run(watchLinksTask)
  const [letter] = await letters()
  expect(sum(letter ? [letter] : [], /(?:Bakery|Northwind): (\d+) links? of/g)).toBe(noted)
})
