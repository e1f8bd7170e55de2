/**
 * Searches over all links by parts of addresses as people type them, by an agency that has a third of them, by a client
 * with ten, and by a stranger with the rest; before there is an index and with it. `SEARCH_LINKS` says how many.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../../migrations/index.ts'
import { outcomeOf } from '../../src/domains/jobs/outcome.ts'
import { allLinks, indexLinks } from '../../src/domains/links/index.ts'
import { type Db, openDatabase } from '../../src/kernel/database/database.ts'
import { migrate } from '../../src/kernel/database/migrate.ts'
import { Searched } from '../../src/kernel/database/search-steps.ts'
import type { Caller } from '../../src/kernel/operation/caller.ts'
import { pause } from '../../src/kernel/scheduling/pause.ts'
import { systemClock } from '../../src/kernel/time/clock.ts'
import { callerOf } from '../world.ts'

const LINKS = Number(process.env.SEARCH_LINKS ?? 1_000_000)
const OF_A_JOB = 1000
const ROUNDS = 300
const UNINDEXED_ROUNDS = 5

export type SearchBench = {
  who: string
  cpu_ms: number
  p50_ms: number
  p99_ms: number
  max_ms: number
  /** For how long a search let nobody else have a turn. */
  held_p99_ms: number
  before_ms: number
}

/** What it costs to index a link, and how long searches take. */
export async function searches(): Promise<{ bytes: number; us: number; step_ms: number; found: SearchBench[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'signalpost-searches-'))
  const file = join(folder, 'signalpost.db')
  migrate(file, migrations, systemClock)
  const db = openDatabase(file, systemClock)
  try {
    fill(db)
    const before = await rounds(db, UNINDEXED_ROUNDS)
    const bytes = sizeOf(db)
    const began = process.cpuUsage()
    const step_ms = await stalls(() => indexLinks({ db }, new AbortController().signal))
    const { user, system } = process.cpuUsage(began)

    const found = await rounds(db, ROUNDS)
    return {
      bytes: (sizeOf(db) - bytes) / LINKS,
      us: (user + system) / LINKS,
      step_ms,
      found: found.map((one, i) => ({ ...one, before_ms: before[i]!.cpu_ms })),
    }
  } finally {
    db.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

const sizeOf = (db: Db): number =>
  db.read((tx) =>
    tx.number('select (select page_count from pragma_page_count) * (select page_size from pragma_page_size)'),
  )

const WORDS =
  'winter summer spring outdoor garden kitchen leather cotton running hiking trail shoes boots jacket shirt dress summary review guide best cheap offer vintage modern classic family school office travel coffee orange forest mountain river harbour market village people history museum gallery concert festival recipe dinner health doctor insurance mortgage loan credit computer laptop camera printer battery charger bicycle engine tyre helmet gloves blanket pillow mattress curtain carpet lamp table chair cabinet shelf mirror frame paint brush hammer screw drill ladder fence gate window door roof brick stone marble copper silver golden crystal diamond ring necklace bracelet watch strap wallet handbag backpack suitcase umbrella'.split(
    ' ',
  )

/** As chance has it, but the same each time. */
function mixed(a: number, b: number): number {
  let x = Math.imul(a ^ 0x9e3779b9, 2_654_435_761) ^ Math.imul(b + 1, 40_503)
  x = Math.imul(x ^ (x >>> 15), 2_246_822_519)
  x = Math.imul(x ^ (x >>> 13), 3_266_489_917)
  return (x ^ (x >>> 16)) >>> 0
}
const word = (i: number, k: number): string => {
  const one = WORDS[mixed(i, k) % WORDS.length]!
  return mixed(i, k + 50) % 3 ? one : one.slice(0, 4) + WORDS[mixed(i, k + 99) % WORDS.length]!.slice(-3)
}

function addressOf(i: number): string {
  const site = mixed(Math.floor(i / OF_A_JOB), 1) % 4000
  const path = `${word(i % 200, 2)}/${word(i, 3)}-${word(i, 4)}-${word(i, 5)}`
  return `https://www.${word(site, 6)}-${word(site, 7)}${site % 7 ? '' : site}.example/${path}${i % 2 ? `-${mixed(i, 8) % 1_000_000}` : ''}`
}

function fill(db: Db): void {
  const [ada, vera] = [callerOf('ada'), callerOf('vera')]
  db.write((tx) =>
    tx.run(
      `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at) values
         (?1, null, ?2, 'agency', 'Northwind', '', ''), (?3, ?1, ?4, 'client', 'Bakery', '', ''), ('ten_rival', null, '/ten_rival/', 'agency', 'Rival', '', '')`,
      ada.tenant_id!,
      ada.path,
      vera.tenant_id!,
      vera.path,
    ),
  )
  const jobs = LINKS / OF_A_JOB
  for (let job = 0; job < jobs; job++)
    db.write((tx) => {
      const first = job * OF_A_JOB + 1
      const links = job === 7 ? 10 : OF_A_JOB
      const id = `job_${String(job).padStart(8, '0')}`
      tx.run(
        `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
         values (?, ?, 'index', ?, 'done', ?, ?, ?, ?, '{}', 'ada@northwind.example', ?, ?)`,
        id,
        job === 7 ? vera.tenant_id! : job % 3 ? 'ten_rival' : ada.tenant_id!,
        `Push ${job}`,
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
      return tx.run(
        `insert into links (id, job_id, url, state, indexed, credit) select ? + key, ?, value, 'sent', 'unknown', 'reserved' from json_each(?)`,
        first,
        id,
        JSON.stringify(Array.from({ length: links }, (_, i) => addressOf(first + i))),
      )
    })
}

/** A part of an address, from the beginning of a word: some whole words, some of their beginnings. */
function typed(i: number): string {
  const url = addressOf(1 + (mixed(i, 11) % LINKS)).slice('https://'.length)
  const words = [...url.matchAll(/\b[a-z0-9]/g)].map(({ index }) => index).filter((at) => at + 3 <= url.length)
  const from = words[mixed(i, 12) % words.length]!
  return url.slice(from, from + 3 + (mixed(i, 13) % 14))
}

async function rounds(db: Db, times: number): Promise<Omit<SearchBench, 'before_ms'>[]> {
  const rival: Caller = { ...callerOf('ada'), tenant_id: 'ten_rival', path: '/ten_rival/' }
  const callers = { agency: callerOf('ada'), 'client with ten': callerOf('vera'), rival }
  const out = []
  for (const [who, caller] of Object.entries(callers)) {
    const took: number[] = []
    const used = process.cpuUsage()
    const held: number[] = []
    for (let i = 0; i < times; i++) {
      const asked = i % 5 ? { q: typed(i) } : { host: typed(i) }
      await pause()
      const began = performance.now()
      const stall = await stalls(async () => {
        const sought = db.read((tx) => allLinks(tx, caller, asked))
        if (sought instanceof Searched) await db.search(sought)
      })
      took.push(performance.now() - began)
      held.push(stall)
    }
    const { user, system } = process.cpuUsage(used)
    const at = (times: number[], share: number) =>
      times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
    out.push({
      who,
      cpu_ms: (user + system) / 1000 / times,
      p50_ms: at(took, 0.5),
      p99_ms: at(took, 0.99),
      max_ms: at(took, 1),
      held_p99_ms: at(held, 0.99),
    })
  }
  return out
}

/** The longest time for which nothing else had its turn. */
async function stalls(work: () => Promise<unknown>): Promise<number> {
  let [last, longest, over] = [performance.now(), 0, false]
  const watch = () => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
    if (!over) setImmediate(watch)
  }
  setImmediate(watch)
  await work()
  over = true
  return longest
}

if (import.meta.main) console.log(await searches())
