/** A whole day of a large property, joined with a million links: what it costs, and what is kept of it. */
import { afterEach, expect, test } from 'bun:test'
import { hashOf } from '../../../src/domains/pushes/index.ts'
import { readImpressionsTask } from '../../../src/features/evidence/tasks.ts'
import { type Queued, queued } from './queued.ts'

let one: Queued
afterEach(() => one.end())

const LINKS = 1_000_000
const PAGES = 50_000
const linkAt = (i: number): string => `https://bakery.example/catalogue/page-${i}`

/** Remembers pushes as if there had been a million. */
function push(): void {
  for (let from = 0; from < LINKS; from += 10_000)
    one.db.write((tx) =>
      tx.run(
        `insert into sent_urls (tenant_id, url_hash, sent_at, link_id) select 'ten_bakery', value, ?, 0 from json_each(?)`,
        tx.now,
        `[${Array.from({ length: 10_000 }, (_, i) => hashOf(linkAt(from + i))).join()}]`,
      ),
    )
}

test('50,000 pages find their links among a million by the index, and nothing else is kept', async () => {
  // Each second page was pushed here.
  const day: [string, number][] = Array.from({ length: PAGES }, (_, i) => [
    i % 2 ? linkAt(i * 20) : `https://bakery.example/other/${i}`,
    1 + (i % 9),
  ])
  let asked = ''
  one = await queued({ shown: (_, of) => (of === asked ? day : []) })
  push()
  asked = '2026-10-29'
  await one.run(readImpressionsTask)
  one.db.write((tx) => tx.run('delete from impressions') ?? null)
  one.db.write((tx) => tx.run('update impression_days set due_at = iif(day = ?, ?, null)', asked, tx.now) ?? null)
  Bun.gc(true)
  const memory = process.memoryUsage.rss()
  const before = process.cpuUsage()
  let most = memory
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
  await one.run(readImpressionsTask)
  clearInterval(watch)
  const { user, system } = process.cpuUsage(before)
  const kept = one.db.read((tx) =>
    tx.rows<{ n: number; shown: number }>('select count(*) as n, sum(impressions) as shown from impressions'),
  )
  expect(kept).toEqual([{ n: PAGES / 2, shown: day.filter((_, i) => i % 2).reduce((sum, [, n]) => sum + n, 0) }])
  const [read] = one.db.read((tx) => tx.rows('select pages, ours from impression_days where day = ?', asked))
  expect(read).toEqual({ pages: PAGES, ours: PAGES / 2 })
  const plan = one.db.read((tx) =>
    tx.rows<{ detail: string }>(
      'explain query plan select s.link_id from json_each(?) e cross join sent_urls s on s.url_hash = e.value',
      '[]',
    ),
  )
  expect(plan.map(({ detail }) => detail).join()).toContain('sent_urls_hash (url_hash=?)')
  // With the stand-in, which writes the answers in the same process: 100 MB are the most.
  expect(most - memory).toBeLessThanOrEqual(100e6)
  console.info(
    `joined with ${((user + system) / 1e6).toFixed(1)} s of processor and ${Math.round((most - memory) / 1e6)} MB`,
  )
}, 300_000)
