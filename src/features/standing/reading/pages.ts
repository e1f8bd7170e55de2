import { type Entry, hostOf, siteOf } from '../../../domains/preflight/index.ts'
import { pacer } from '../../../kernel/scheduling/pause.ts'
import type { Counts } from './counts.ts'
import type { EntryCollector, EntryList } from './entry-list.ts'
import { changeOf, isWanted, judgeEntry, type SourceEntry } from './rules.ts'
import type { EntryChanges, SourceStore, SourceToRead } from './source-store.ts'

/** Entries looked up and written together. */
const SLICE = 250

/** The pages of one file on their way into the store, in slices. */
export class Pages {
  is_overfull = false
  private readonly waiting: Entry[] = []
  /** Hosts without their `www.`, which is the same site. */
  private readonly hosts: ReadonlySet<string>
  private readonly breathe = pacer()

  constructor(
    private readonly source: SourceToRead,
    private readonly store: SourceStore,
    private readonly counts: Counts,
    private readonly before: () => EntryList | null,
    readonly listed: EntryCollector,
  ) {
    listed.clear()
    this.hosts = new Set([hostOf(source.address), ...source.rules.hosts].map(siteOf))
  }

  async add(entries: readonly Entry[]): Promise<void> {
    this.waiting.push(...entries)
    while (this.waiting.length >= SLICE) await this.judge(this.waiting.splice(0, SLICE))
  }

  async finish(): Promise<void> {
    if (this.waiting.length) await this.judge(this.waiting.splice(0))
  }

  private async judge(entries: readonly Entry[]): Promise<void> {
    const { source, store, counts, hosts } = this
    const before = this.before()
    const found = new Map<bigint, SourceEntry>()
    for (const entry of entries) {
      await this.breathe()
      counts.seen++
      const one = judgeEntry(entry, { rules: source.rules, hosts, now: source.now })
      if ('reason' in one) {
        counts.skip(one.reason, 1, entry.url)
        continue
      }
      store.saw?.(one)
      if (entry.lastmod && one.lastmod === null && counts.bad_dates.n++ === 0) counts.bad_dates.example = entry.lastmod
      this.listed.add(one.hash, one.lastmod)
      if (store.learnAll) {
        store.learnAll(one)
        counts.skip('baseline')
      } else if (before?.has(one.hash, one.lastmod)) counts.skip('unchanged', 1, entry.url)
      else if (found.has(one.hash)) counts.skip('unchanged')
      else found.set(one.hash, one)
    }
    if (found.size) this.compare([...found.values()])
    await this.breathe()
  }

  private compare(found: readonly SourceEntry[]): void {
    const { store, counts, source } = this
    const known = store.lookUp(found)
    const slice: EntryChanges = { learn: [], take: [], redate: [], added: 0 }
    for (const [i, one] of found.entries()) {
      const before = known.get(i)
      const change = changeOf(one, before)
      if (change === 'unchanged') counts.skip('unchanged', 1, one.url)
      else if (change === 'dated') {
        slice.learn.push(one)
        counts.skip('unchanged')
      } else if (before?.is_queued) {
        slice.learn.push(one)
        slice.redate.push(one)
        counts.skip('waiting')
      } else if (!isWanted(change, source.rules)) {
        slice.learn.push(one)
        slice.added += Number(change === 'new')
        counts.skip('not_wanted', 1, one.url)
      } else if (store.room <= slice.take.length) {
        this.is_overfull = true
        counts.skip('no_room')
      } else {
        const is_new = change === 'new'
        slice.learn.push(one)
        slice.take.push({ ...one, is_new, before: before?.lastmod ?? null })
        slice.added += Number(is_new)
        if (is_new) counts.new_urls++
        else counts.changed_urls++
      }
    }
    store.room -= slice.take.length
    if (slice.learn.length) store.write(slice)
  }
}
