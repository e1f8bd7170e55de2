/** The dry run of a run: the same reading, the same rules, the same choice. */

import { readingFor, rememberSent } from '../../../domains/pushes/index.ts'
import type { Db } from '../../../kernel/database/database.ts'
import { type Said, said } from '../../../kernel/language/say.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { pause } from '../../../kernel/scheduling/pause.ts'
import { DAY, millis, plus, SECOND } from '../../../kernel/time/clock.ts'
import { Counts } from '../reading/counts.ts'
import { pauseHost, SOURCE_GAP } from '../reading/host-turns.ts'
import { readSource } from '../reading/read-source.ts'
import { floodReason } from '../reading/rules.ts'
import type { EntryChanges, KnownEntry, SourceReading, SourceStore, TakenEntry } from '../reading/source-store.ts'
import type { Rules } from '../shapes.ts'
import type { PushRow } from '../tables.ts'
import { choose } from './choose.ts'
import { fileOf, filesUnder, listOf } from './files.ts'
import { judgePages, type PageReads, readsPages } from './judge-pages.ts'
import { marksOf } from './order.ts'
import { type Candidate, countQueue, countReady, lookUp, MOST_WAITING, readyPages } from './queue.ts'
import { allowanceNow } from './run-budget.ts'
import { runsBefore } from './runs-before.ts'

/** Days that an average month is worked out from. */
export const LATELY = 90
const MOST_FILES = 20
const MOST_URLS = 100_000

export type RunPreview = {
  reading: SourceReading
  counts: Counts
  carried: number
  take: string[]
  held: string[]
  why_held: Said | null
  /** `lately`: links whose date is within the last 90 days. */
  dates: { dated: number; newest: number | null; lately: number }
}

type PreviewRequest = {
  authorization?: string | null | undefined
  tenant_id: string
  address: string
  rules: Rules
  row: PushRow | null
  signal: AbortSignal
  /** Reads no further than the first file with links. */
  is_brief?: boolean
}

export async function previewRun(app: App, asked: PreviewRequest): Promise<RunPreview> {
  const { tenant_id, row, signal } = asked
  const { db } = app
  const counts = new Counts(true)
  const found: TakenEntry[] = []
  const met = new Map<bigint, KnownEntry>()
  const dates = { dated: 0, newest: null as number | null, lately: 0 }
  const { fetch: get, now } = readingFor(app, tenant_id, signal)
  const since = millis(plus(now, -LATELY * DAY)) / SECOND
  const redated = new Map<string, number>()
  const store = storeOf(db, row, met, ({ take, redate }) => {
    found.push(...take)
    for (const { hash, lastmod } of redate) redated.set(String(hash), lastmod ?? -1)
  })
  const noted: SourceStore = {
    ...store,
    saw({ lastmod }) {
      if (lastmod === null) return
      dates.dated++
      if (lastmod >= since) dates.lately++
      dates.newest = Math.max(dates.newest ?? 0, lastmod)
    },
  }
  const limits = { most_files: MOST_FILES, most_urls: asked.is_brief ? 1 : MOST_URLS }
  const reading = await readSource({ ...asked, ...limits, get, now, gap: app.source_gap ?? SOURCE_GAP }, noted, counts)
  return {
    reading,
    counts,
    dates,
    ...(asked.is_brief ? NOTHING : await chosen(app, { ...asked, found, redated, counts, reading })),
  }
}

const NOTHING: Chosen = { carried: 0, take: [], held: [], why_held: null }

/** Knows the push's URLs and those of this reading; writes nothing. */
function storeOf(
  db: Db,
  row: PushRow | null,
  met: Map<bigint, KnownEntry>,
  keep: (slice: EntryChanges) => void,
): SourceStore {
  return {
    room: row ? db.read((tx) => MOST_WAITING - countQueue(tx, row.watch_id)) : MOST_WAITING,
    file: (address) => row && db.read((tx) => fileOf(tx, row.id, address)),
    filesUnder: (address) => (row ? db.read((tx) => filesUnder(tx, row.id, address)) : []),
    listOf: (address, digest) => row && db.read((tx) => listOf(tx, row.watch_id, address, digest)),
    keepList: async () => {},
    lookUp(found) {
      const hashes = found.map(({ hash }) => hash)
      const known = row ? db.read((tx) => lookUp(tx, row.watch_id, hashes)) : new Map<number, KnownEntry>()
      for (const [i, hash] of hashes.entries()) {
        const again = met.get(hash)
        if (again) known.set(i, again)
      }
      return known
    },
    write(slice) {
      const { learn, take } = slice
      const queued = new Set(take.map(({ hash }) => hash))
      for (const { hash, lastmod } of learn)
        met.set(hash, { lastmod, is_queued: queued.has(hash) || met.get(hash)?.is_queued === true })
      keep(slice)
    },
    leaveAlone: (host, ms) => db.write((tx) => pauseHost(tx, host, ms) as undefined),
    done: () => {},
    ...(row && row.learned_at === null && { learnAll: () => {} }),
  }
}

type Chosen = Pick<RunPreview, 'carried' | 'take' | 'held' | 'why_held'>
type SourceRead = Pick<PreviewRequest, 'tenant_id' | 'rules' | 'row' | 'signal'> &
  Pick<RunPreview, 'counts' | 'reading'> & { found: TakenEntry[]; redated: Map<string, number> }

async function chosen(app: App, read: SourceRead): Promise<Chosen> {
  const { tenant_id, rules, row, signal, found, redated, counts, reading } = read
  const { db } = app
  const why_held = row && db.read((tx) => floodReason(runsBefore(tx, row), tallyOf(row, found)))
  const candidates = why_held ? [] : found.map(asCandidate)
  const carried = row ? db.read((tx) => countReady(tx, row.watch_id)) : 0
  if (row) for await (const page of readyPages(db, row.watch_id)) candidates.push(...page)
  // A later date of a link that waits already moves it to the front, as a run does.
  for (const one of candidates) one.lastmod = redated.get(one.hash) ?? one.lastmod
  candidates.sort(inOrder)
  const room = db.read((tx) => allowanceNow(tx, row ?? { ...UNSPENT, tenant_id }, rules))
  const marks = (page: readonly Candidate[]) => db.read((tx) => marksOf(tx, tenant_id, rules, page))
  const push = { tenant_id, watch_id: row?.watch_id ?? null, rules }
  const out = new Set<string>()
  const reads: PageReads = new Map()
  const chooseNow = async () => {
    await rememberSent(db, signal)
    return choose(pagesOf(candidates.filter(({ hash }) => !out.has(hash))), marks, room.links)
  }
  let choice = await chooseNow()
  // A page may exclude its own link, which makes room for the next.
  for (;;) {
    const unread = choice.take.filter((one) => !reads.has(one.hash) && mustRead(one, rules))
    const some = unread.slice(0, MOST_PAGES - reads.size)
    if (some.length < unread.length && some.length === 0)
      reading.notes.push(said('Only {n} pages were read.', { n: MOST_PAGES }))
    if (some.length === 0) break
    const judged = await judgePages(app, push, some, reads, signal)
    for (const [reason, links] of judged.out) {
      counts.skip(reason, links.length)
      for (const { hash } of links) out.add(hash)
    }
    choice = await chooseNow()
  }
  const left = candidates.length - out.size - choice.take.length - choice.indexed.length
  const sent = room.links - choice.take.length <= 0 ? 0 : choice.sent_lately
  counts.skip('indexed', choice.indexed.length)
  counts.skip('pushed_lately', sent)
  counts.skip(room.why, left - sent)
  const take = choice.take.map(({ url }) => url)
  return { carried, take, held: why_held ? found.map(({ url }) => url) : [], why_held }
}

/** Pages that a preview reads. */
const MOST_PAGES = 100

/** A new link goes out whatever it says, but IndexNow alone takes no flagged one. */
const mustRead = ({ is_new }: Candidate, rules: Rules): boolean =>
  readsPages(rules) && (rules.routes === 'indexnow' || is_new === 0)

const UNSPENT = { day: '', day_pushed: 0, month: '', month_pushed: 0 }

const asCandidate = ({ url, hash, lastmod, is_new }: TakenEntry): Candidate => ({
  url,
  hash: String(hash),
  lastmod: lastmod ?? -1,
  is_new: Number(is_new),
})

const inOrder = (a: Candidate, b: Candidate): number =>
  b.lastmod - a.lastmod || (BigInt(a.hash) < BigInt(b.hash) ? -1 : 1)

const PAGE = 1000

async function* pagesOf(candidates: readonly Candidate[]): AsyncGenerator<Candidate[]> {
  for (let at = 0; at < candidates.length; at += PAGE) {
    yield candidates.slice(at, at + PAGE)
    await pause()
  }
}

/** The counts of a run with these links. */
function tallyOf(row: PushRow, found: readonly TakenEntry[]) {
  const hours = new Map<number, number>()
  for (const { is_new, lastmod } of found)
    if (!is_new && lastmod !== null) hours.set(hourOf(lastmod), (hours.get(hourOf(lastmod)) ?? 0) + 1)
  return {
    found: found.length,
    known: row.known + found.filter(({ is_new }) => is_new).length,
    by_hour: [...hours].map(([hour, n]) => ({ hour, n })),
  }
}

const hourOf = (seconds: number): number => Math.floor(seconds / 3600)
