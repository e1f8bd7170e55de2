import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { type Page, pages, urlset, type Watching, watching } from './watching.ts'

setDefaultTimeout(600_000)

/** 200 before a release; a few here. */
const KILLS = Number(process.env.STANDING_KILLS ?? 6)
const MANY = KILLS > 6 ? 3000 : 1000

let w: Watching
afterEach(() => w.stop())

test('criterion 5: killed at any write, a run pushes no link twice, loses none, and the books balance', async () => {
  w = await watching(5000)
  const known = pages(40)
  w.web.put('/sitemap.xml', urlset(w.web.origin, known))
  const push = w.create({}, { interval: 60 })
  await w.run()
  const all: Page[] = [...known]
  let killed = 0
  for (let round = 0; killed < KILLS; round++) {
    const fresh = pages(20 + (round % 7), '2026-11-01', 10_000 + round * 100)
    all.push(...fresh)
    w.web.put('/sitemap.xml', urlset(w.web.origin, all))
    const { next_run_at } = w.row(push)
    if (next_run_at! > w.clock.now()) w.clock.set(next_run_at!)
    // Each round is killed at a later write than the one before, once more on the way back, and then ends.
    const at = 1 + ((round * 7) % 23)
    for (const write of [at, 1 + (round % 5)]) if (await w.killedAt(write, w.run)) killed++
    await w.run()
    expect(w.lastRun(push).state).toBe('done')
    const pushed = w.pushed()
    expect(new Set(pushed).size).toBe(pushed.length)
    expect(pushed.length).toBe(all.length - known.length)
  }
  expect(w.runs(push).every(({ state }) => state === 'done')).toBe(true)
})

test('criterion 5: a first run that is killed is read again, and pushes nothing', async () => {
  w = await watching()
  w.web.put('/sitemap.xml', urlset(w.web.origin, pages(MANY)))
  const push = w.create()
  let readings = 0
  for (let write = 1; w.row(push).learned_at === null; write += KILLS > 6 ? 2 : 9) {
    const before = w.web.asked.length
    await w.killedAt(write, w.run)
    readings += w.web.asked.length - before
    const has_ended = w.runs(push).some(({ state }) => state !== 'running')
    expect(has_ended).toBe(w.row(push).learned_at !== null)
  }
  expect(readings).toBeGreaterThan(10)
  await w.run()
  expect([w.row(push).known, w.runs(push).length, w.pushed()]).toEqual([MANY, 1, []])
})
