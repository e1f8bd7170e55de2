/**
 * `bun run test:long [PART …] [--count N] [--seed N]`: what takes too long for every change. Each part can be run alone,
 * with a count and a seed of its own; what it says goes to `dist/long/PART.log`. Ends with what was done, and with 1
 * when a promise was broken.
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { operations } from '../../src/operations/index.ts'

type Run = { file: string; env?: Record<string, string | number> }
type Part = {
  name: string
  what: string
  /** How often, unless `--count` says something else. */
  count: number
  runs(count: number, seed: number): Run[]
  /** What must be true of all runs together, by what they said that they did. */
  holds?(sums: Sums): boolean
}
type Sums = Record<string, number>

/** A life more makes every later look at the pushes longer, so many kills are many installs. */
const LIVES = 20

const ROOT = resolve(import.meta.dir, '../..')

/** The files of which a change is judged by a part. */
const partly = (): string[] => [
  ...[...new Bun.Glob('test/**/*.test.{ts,tsx}').scanSync(ROOT)].filter(
    (file) => !file.includes('node_modules') && /long\/whole\.ts/.test(readFileSync(join(ROOT, file), 'utf8')),
  ),
  ...[...new Bun.Glob('test/**/*.long.ts').scanSync(ROOT)].map((file) => `./${file}`),
]

const PARTS: Part[] = [
  {
    name: 'kills',
    what: 'kill -9 of the executable under load, every push and every credit compared after each',
    count: 200,
    runs: (count, seed) => [
      ...Array.from({ length: Math.ceil(count / LIVES) }, (_, i) => ({
        file: 'test/e2e/process/crash.test.ts',
        env: { E2E_SEED: seed + i, E2E_LIVES: Math.min(LIVES, count - i * LIVES) },
      })),
      { file: 'test/e2e/process/large-order.test.ts', env: { E2E_SEED: seed, E2E_LIVES: count } },
    ],
    // Few kills may all miss the slices of a large order.
    holds: ({ large_kills = 0, cut_off = 0 }) => large_kills < 100 || cut_off > 0,
  },
  {
    name: 'mischief',
    what: 'lives of acts that mean no good, at once, each ended by kill -9',
    count: 60,
    runs: (count, seed) => [{ file: 'test/e2e/mischief.test.ts', env: { MISCHIEF_SEED: seed, MISCHIEF_LIVES: count } }],
  },
  {
    name: 'standing',
    what: 'a source of 25 million entries, a change among 10 million known links, and runs killed at any write',
    count: 200,
    runs: (count): Run[] => [
      {
        file: 'test/features/standing/scale.test.ts',
        env: { STANDING_FILES: 500, STANDING_ENTRIES: 50_000, STANDING_KNOWN: 10_000_000 },
      },
      { file: './test/e2e/outside/standing.long.ts', env: { STANDING_FILES: 500, STANDING_ENTRIES: 50_000 } },
      { file: 'test/features/standing/kills.test.ts', env: { STANDING_KILLS: count } },
    ],
  },
  {
    name: 'webhooks',
    what: 'kill -9 of the executable while it sends events to a receiver that fails; before, one that hangs for 10,000',
    count: 200,
    runs: (count, seed) => [
      { file: './test/long/webhooks.ts' },
      ...Array.from({ length: Math.ceil(count / LIVES) }, (_, i) => ({
        file: 'test/e2e/outside/webhooks.test.ts',
        env: { WEBHOOK_SEED: seed + i, WEBHOOK_KILLS: Math.min(LIVES, count - i * LIVES) },
      })),
    ],
    // Few kills may be unlucky.
    holds: ({ kills = 0, events = 0, twice = 0 }) => kills < 100 || twice <= events / 100,
  },
  {
    name: 'reports',
    what: 'kill -9 of the executable while the reports of twice as many clients go to three recipients each',
    count: 100,
    runs: (count, seed) => [{ file: './test/long/reports.ts', env: { REPORT_SEED: seed, REPORT_KILLS: count } }],
  },
  {
    name: 'soak',
    what: 'runs of twelve days over suppliers that fail, until their bills agree with ours',
    count: 2,
    runs: (count, seed) =>
      Array.from({ length: count }, (_, i) => ({ file: './test/long/soak.ts', env: { SOAK_SEED: seed + i } })),
  },
  {
    name: 'fuzz',
    what: 'requests made of every operation, one in four broken, a tenth of them to the executable',
    count: 100_000,
    runs: (count, seed) => {
      const fuzz = (share: number, env: Run['env']): Run => ({
        file: 'test/contract/fuzz.test.ts',
        env: { FUZZ_RUNS: Math.max(1, Math.ceil((count * share) / operations.length)), ...env },
      })
      return [fuzz(0.9, { FUZZ_SEED: seed }), fuzz(0.1, { FUZZ_SEED: seed + 1, FUZZ_AGAINST: 'binary' })]
    },
  },
  {
    name: 'power',
    what: 'power cuts over a disk that tears writes, and over one whose syncs fail; half each',
    count: 200,
    runs: (count, seed) => [
      { file: './test/long/power.ts', env: { POWER_SEED: seed, POWER_CUTS: Math.ceil(count / 2) } },
    ],
  },
  {
    name: 'upgrade',
    what: 'acts that move credits, half on the release before and half after the upgrade, books after each',
    count: 600,
    runs: (count, seed) => [
      { file: './test/long/upgrade.ts', env: { MISCHIEF_SEED: seed, ACTS: Math.ceil(count / 2) } },
    ],
  },
  {
    name: 'release',
    what: 'kills of an update by a release that is built twice, packaged, run as an image and updated to',
    count: 50,
    runs: (count) => [{ file: './test/long/releases.ts', env: { RELEASE_KILLS: count } }],
  },
  {
    name: 'pages',
    what: 'round of all pages of everybody in Chromium, in both themes at three widths, each form and part tried',
    count: 1,
    runs: () =>
      ['./test/browser/pages.long.ts', 'test/browser/gallery.test.ts', 'test/views/crawl.test.ts'].map((file) => ({
        file,
        env: { PAGES: 'all' },
      })),
  },
  {
    name: 'hostile',
    what: 'answers of a hostile web server to the HTTP client, each bounded in time, memory and connections',
    count: 5000,
    runs: (count, seed) => [{ file: './test/long/hostile.ts', env: { HOSTILE_SEED: seed, HOSTILE_ANSWERS: count } }],
  },
  {
    name: 'whole',
    what: 'whole round of the tests of which a change is judged by a part',
    count: 1,
    runs: () => partly().map((file) => ({ file, env: { WHOLE: 'yes' } })),
  },
  {
    name: 'cells',
    what: 'run of three cells behind Caddy, replicated by Litestream',
    count: 1,
    runs: () => [{ file: './test/long/cells.ts' }],
  },
]

const LOGS = join(ROOT, 'dist/long')

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' } },
})
const unknown = positionals.filter((name) => !PARTS.some((part) => part.name === name))
if (unknown.length || Number.isNaN(Number(values.count ?? 1)) || Number.isNaN(Number(values.seed ?? 1))) {
  console.error(`Parts: ${PARTS.map(({ name, count }) => `${name} (${count})`).join(', ')}; --count N, --seed N`)
  process.exit(2)
}
const seed = Number(values.seed ?? crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1)
const chosen = PARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name))

mkdirSync(LOGS, { recursive: true })
const lines: Record<string, string | number>[] = []
for (const part of chosen) lines.push(await run(part))
console.table(lines)
process.exit(lines.every(({ result }) => result !== 'FAILED') ? 0 : 1)

async function run(part: Part): Promise<Record<string, string | number>> {
  const began = performance.now()
  const log = join(LOGS, `${part.name}.log`)
  const tally = join(LOGS, `${part.name}.tally`)
  for (const file of [log, tally]) rmSync(file, { force: true })
  const count = Number(values.count ?? part.count)
  console.log(`${part.name}: ${count} ${part.what} (seed ${seed})`)
  let [failed, skipped] = [0, 0]
  for (const { file, env } of part.runs(count, seed)) {
    const given = Object.fromEntries(Object.entries(env ?? {}).map(([name, value]) => [name, String(value)]))
    const test = Bun.spawn([process.execPath, 'test', '--timeout', '3600000', file], {
      cwd: ROOT,
      env: { ...process.env, ...given, TALLY: tally },
      stdout: 'pipe',
      stderr: 'pipe',
    })
    const texts = await Promise.all([test.stdout, test.stderr].map((stream) => new Response(stream).text()))
    // At once: the end of this program waits for no stream.
    appendFileSync(log, `${JSON.stringify({ file, ...given })}\n${texts.join('')}\n`)
    if ((await test.exited) !== 0) failed += 1
    if (/^ *[1-9]\d* skip$/m.test(texts.join(''))) skipped += 1
    if (failed > 0) break
  }
  const sums = added(tally)
  if (failed === 0 && part.holds?.(sums) === false) failed += 1
  const result = failed ? 'FAILED' : skipped ? 'some skipped' : 'held'
  if (result !== 'held') console.log(`${part.name}: ${result}, see ${log}`)
  const minutes = ((performance.now() - began) / 60_000).toFixed(1)
  return { part: part.name, result, done: inWords(sums), seed, minutes }
}

/** What all runs of a part said that they did. */
function added(file: string): Sums {
  const sums: Sums = {}
  try {
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean))
      for (const [what, n] of Object.entries(JSON.parse(line) as Record<string, number>))
        sums[what] = (sums[what] ?? 0) + n
  } catch {
    return {}
  }
  return sums
}

function inWords(sums: Sums): string {
  return Object.entries(sums)
    .map(([what, n]) => `${n.toLocaleString('en')} ${what.replaceAll('_', ' ')}`)
    .join(', ')
}
