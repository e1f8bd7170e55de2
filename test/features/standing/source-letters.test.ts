/** The letter about a source that could not be read for some days. */
import { afterEach, expect, spyOn, test } from 'bun:test'
import { warnOfSource } from '../../../src/features/standing/runs/source-letters.ts'
import { DAY, HOUR, plus } from '../../../src/kernel/time/clock.ts'
import { pages, urlset, type Watching, watching } from './watching.ts'

let w: Watching
afterEach(() => w?.stop())

const letters = () =>
  w.db.read((tx) =>
    tx.rows<{ subject: string; to_address: string }>(
      "select subject, to_address from mails where template = 'source_failing' order by id",
    ),
  )
/** Lets days pass by the hour, as the task runs. */
async function go(days: number) {
  for (let hour = 0; hour < days * 24; hour += 3) {
    w.clock.turn(3 * HOUR)
    await w.run()
  }
}
const readable = () => w.web.put('/sitemap.xml', urlset(w.web.origin, pages(3)))
const SUBJECT = 'Standing push “Shop” cannot read its source'

test('a source that fails for the days of its workspace is written about once, and again when it fails again', async () => {
  w = await watching()
  readable()
  const push = w.create()
  await w.run()
  w.web.put('/sitemap.xml', null)
  await go(2)
  expect(w.row(push).failing_since).not.toBeNull()
  expect(letters()).toEqual([])
  await go(0.5)
  expect(letters()).toEqual([{ subject: SUBJECT, to_address: 'ada@northwind.example' }])
  await go(3)
  expect(letters()).toHaveLength(1)
  readable()
  await w.turn(push)
  expect(w.row(push).failing_since).toBeNull()
  w.web.put('/sitemap.xml', null)
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', source_days: 1 })
  await w.turn(push)
  await go(1)
  expect(letters()).toHaveLength(2)
})

test('a source of a client follows the days of the agency, and nobody is written to where it is switched off', async () => {
  w = await watching()
  readable()
  const push = w.create({}, { tenant_id: 'ten_bakery' })
  await w.run()
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', source_days: 4 })
  w.web.put('/sitemap.xml', null)
  await go(4)
  expect(letters()).toEqual([])
  await w.call('ada', 'update_notifications', { id: 'ten_northwind', events: ['low_credits'] })
  await go(1)
  expect(w.row(push).warned_since).not.toBeNull()
  expect(letters()).toEqual([])
})

test('one row is read of all sources that fail, whether their days have passed or not', async () => {
  w = await watching()
  const push = w.create()
  for (let i = 0; i < 50; i++) w.create({}, { address: `${w.web.origin}/${i}.xml` })
  const left = () => {
    const read: number[] = []
    const found = w.db.write((tx) => {
      const all = spyOn(tx, 'rows')
      try {
        return warnOfSource(tx, w.app)
      } finally {
        for (const [i, [sql]] of all.mock.calls.entries())
          if (sql.includes('standing_pushes')) read.push((all.mock.results[i]!.value as unknown[]).length)
        all.mockRestore()
      }
    })
    return [found, Math.max(0, ...read)]
  }
  const fail = (days: number) =>
    w.db.write((tx) => void tx.run('update standing_pushes set failing_since = ?', plus(tx.now, -days * DAY)))
  fail(1.5)
  expect(left()).toEqual([false, 0])
  fail(2)
  expect(left()).toEqual([true, 0])
  expect(letters()).toHaveLength(1)
  expect(w.row(push).failing_since).not.toBeNull()
})
