/** Criteria 1, 2 and 3: small here; `bun run test:long standing` reads 25 million entries and knows 10 million links. */
import { afterEach, expect, setDefaultTimeout, test } from 'bun:test'
import { noteStatements } from '../../statements.ts'
import { longTurns } from '../../turns.ts'
import { largeSitemap } from './large-sitemap.ts'
import { type Page, urlset, type Watching, watching } from './watching.ts'

setDefaultTimeout(6 * 3_600_000)

const FILES = Number(process.env.STANDING_FILES ?? 8)
const ENTRIES = Number(process.env.STANDING_ENTRIES ?? 5000)
const KNOWN = Number(process.env.STANDING_KNOWN ?? 20_000)
const IS_LONG = process.env.STANDING_FILES !== undefined

let w: Watching
afterEach(() => w.stop())

const MB = 2 ** 20
/** The size of the database file once its log is written back. */
const diskOf = (): number =>
  w.db.read((tx) => tx.number('select page_count * page_size from pragma_page_count(), pragma_page_size()'))

test('criteria 1 and 2: a first run learns every link in little memory and at most 50 bytes of disk each; a quiet one writes none', async () => {
  w = await watching()
  await using sender = await largeSitemap(FILES, ENTRIES)
  const push = w.create({}, { address: sender.address })
  const before = diskOf()
  const start = process.memoryUsage.rss()
  let peak = start
  const turns = longTurns()
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 20)
  const cpu = process.cpuUsage()
  await w.run()
  clearInterval(watch)
  const { longest, over } = turns.end()
  const links = FILES * ENTRIES
  expect([w.row(push).known, w.row(push).learned_at === null, w.pushed()]).toEqual([links, false, []])
  expect(w.lastRun(push)).toMatchObject({ state: 'done', seen: links, skipped: { baseline: links } })
  const per_link = (diskOf() - before) / links
  const { user, system } = process.cpuUsage(cpu)
  console.info(
    `${links} links: ${per_link.toFixed(1)} bytes each, ${Math.round(peak / MB)} MB resident at most, ${Math.round((peak - start) / MB)} MB more than before, ${Math.round((user + system) / 1e6)} s of processor; ${over} turns above 20 ms, the longest ${Math.round(longest)} ms`,
  )
  expect(per_link).toBeLessThanOrEqual(50)
  // The memory of a long run is promised of the executable (`test/e2e/outside/standing.long.ts`), not of a runner of tests.
  if (!IS_LONG) expect(peak - start).toBeLessThanOrEqual(150 * MB)

  // Criterion 2: nothing has changed.
  const statements = noteStatements(w.app.db)
  const again = process.cpuUsage()
  await w.turn(push)
  const quiet = process.cpuUsage(again)
  expect(w.lastRun(push)).toMatchObject({
    state: 'done',
    files: FILES + 1,
    unchanged_files: FILES + 1,
    seen: 0,
    gone: 0,
  })
  expect(statements.noted.filter(({ sql }) => /(insert|update|delete)[^(]*\bwatched_urls\b/.test(sql))).toEqual([])
  expect(statements.noted.filter(({ sql }) => sql.includes('entries from standing_lists'))).toEqual([])
  const quiet_ms = (quiet.user + quiet.system) / 1000
  console.info(`${FILES} files without a change: ${Math.round(quiet_ms)} ms of processor`)
  if (IS_LONG) expect(quiet_ms).toBeLessThanOrEqual(1000)
})

/** Makes the source know so many more links, as their hashes. */
function seedKnown(watch_id: number, n: number): void {
  const step = Math.floor(2 ** 53 / n)
  for (let from = 0; from < n; from += 5000) {
    const rows = Array.from({ length: Math.min(5000, n - from) }, (_, i) => `[${(from + i) * step},1790812800]`)
    w.db.write((tx) =>
      tx.run(
        `insert or ignore into watched_urls (push, url_hash, lastmod)
         select ?1, (value ->> 0) * 1024, value ->> 1 from json_each(?2)`,
        watch_id,
        `[${rows.join()}]`,
      ),
    )
  }
}

const ROUNDS = 9

/** A source of so many known links, read some times with ten new and five changed ones; `noted` is what the last run asked. */
async function changesAmong(known: number) {
  w = await watching(500)
  const list: Page[] = Array.from({ length: 2000 }, (_, i) => [`/p${i}`, '2026-10-01'])
  w.web.put('/sitemap.xml', urlset(w.web.origin, list))
  const push = w.create({ again_after_days: 1 })
  await w.run()
  seedKnown(w.row(push).watch_id, known)
  const statements = noteStatements(w.app.db)
  const costs: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < 5; i++) list[round * 5 + i]![1] = '2026-11-02'
    for (let i = 0; i < 10; i++) list.push([`/new${round}-${i}`, '2026-11-02'])
    w.web.put('/sitemap.xml', urlset(w.web.origin, list))
    statements.noted.length = 0
    const cpu = process.cpuUsage()
    await w.turn(push)
    const { user, system } = process.cpuUsage(cpu)
    costs.push((user + system) / 1000)
    const { pushed, job_ids } = w.lastRun(push)
    expect([pushed, job_ids.length, w.pushed().length]).toEqual([15, 1, 15 * (round + 1)])
  }
  const plans = statements.plans(/\b(watched_urls|standing_queue)\b/)
  w.stop()
  // A lane without work looks for some each second.
  const noted = statements.noted
    .map(({ sql }) => sql)
    .filter((sql) => !sql.includes('where paused = 0 and next_run_at'))
  return { ms: Math.min(...costs), noted, plans }
}

test('criterion 3: 15 changes among many known links take the statements that they take among few, by index, in one job', async () => {
  const few = await changesAmong(IS_LONG ? 10_000 : KNOWN / 20)
  const many = await changesAmong(KNOWN)
  expect(many.noted).toEqual(few.noted)
  expect(many.noted.filter((sql) => sql.includes('watched_urls')).length).toBeGreaterThan(3)
  const { plans } = many
  // Runs under way are few; a slice of hashes is a virtual table.
  expect(plans.filter((plan) => /^SCAN (?!r$|.* VIRTUAL TABLE)/.test(plan))).toEqual([])
  expect(plans).toContain('SEARCH w USING PRIMARY KEY (push=? AND url_hash=?)')
  if (!IS_LONG) return
  console.info(
    `15 changes: ${few.ms.toFixed(0)} ms of processor among 10,000 known links, ${many.ms.toFixed(0)} ms among ${KNOWN}`,
  )
  expect(many.ms).toBeLessThanOrEqual(few.ms * 1.2 + 5)
})
