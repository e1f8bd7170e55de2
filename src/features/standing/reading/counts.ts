import type { Reason, Skipped } from '../words.ts'

const SAMPLES = 20

/** Counts of a run so far. Each entry is counted once: as taken, or under one reason. */
export class Counts {
  files = 0
  unchanged_files = 0
  seen = 0
  new_urls = 0
  changed_urls = 0
  skipped: Skipped = {}
  /** Some URLs of each reason, where they are asked for. */
  readonly samples: Partial<Record<Reason, string[]>> = {}

  /** Dates of links that cannot be read or are in the future, with the first of them. */
  bad_dates = { n: 0, example: '' }

  constructor(private readonly keeps = false) {}

  skip(reason: Reason, n = 1, url?: string): void {
    if (n > 0) this.skipped[reason] = (this.skipped[reason] ?? 0) + n
    if (!this.keeps || url === undefined) return
    const known = this.samples[reason] ?? []
    this.samples[reason] = known
    if (known.length < SAMPLES) known.push(url)
  }
}
