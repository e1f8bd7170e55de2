import { close, openSync, readSync, unlinkSync, writeSync } from 'node:fs'

/** A hash and a date in seconds. */
const RECORD = 12
const PER_CHUNK = 341
const CHUNK = PER_CHUNK * RECORD
/** By the ten bits of the hash below the unused highest one, so that each part read back stays small. */
const BUCKETS = 1024
const bucketOf = (hash: bigint): number => Number(hash >> 53n)
/** The bits of the first word of a hash that follow those of its bucket. */
const REST = 2 ** 21

type Bucket = { octets: Uint8Array<ArrayBuffer>; n: number; chunks: number[] }

/**
 * Hashes on their way into the table, sorted by bucket: a small source stays in memory, a large one goes through a file
 * without a name, so that the table is written from front to back.
 */
export class Spool {
  private readonly buckets: (Bucket | undefined)[] = new Array(BUCKETS)
  private file: number | null = null
  private end = 0

  constructor(private readonly path: string) {}

  add(hash: bigint, lastmod: number | null): void {
    const at = bucketOf(hash)
    const bucket = this.buckets[at] ?? { octets: new Uint8Array(CHUNK), n: 0, chunks: [] }
    this.buckets[at] = bucket
    const view = new DataView(bucket.octets.buffer, bucket.n * RECORD)
    view.setBigUint64(0, hash)
    view.setUint32(8, lastmod ?? 0)
    if (++bucket.n === PER_CHUNK) this.flush(bucket)
  }

  /** Rows in the order of their hashes, in groups of about `size`, each as JSON; each step is short. */
  *groups(size: number): Generator<string | null> {
    for (const bucket of this.buckets) {
      if (!bucket) continue
      const view = this.load(bucket)
      yield null
      const n = view.byteLength / RECORD
      const parts = Math.max(1, Math.ceil(n / size))
      const partOf = (at: number) => Math.floor(((view.getUint32(at * RECORD) & (REST - 1)) * parts) / REST)
      const begins = new Uint32Array(parts + 1)
      for (let at = 0; at < n; at++) begins[partOf(at) + 1]!++
      for (let part = 0; part < parts; part++) begins[part + 1]! += begins[part]!
      yield null
      const next = begins.slice()
      const order = new Uint32Array(n)
      for (let at = 0; at < n; at++) order[next[partOf(at)]!++] = at
      for (let part = 0; part < parts; part++) {
        const rows = [...order.subarray(begins[part], begins[part + 1])].map((at) => rowAt(view, at * RECORD))
        if (rows.length) yield `[${rows.join()}]`
      }
    }
  }

  close(): void {
    // The system frees hundreds of megabytes then, which takes up to 100 ms: not in the event loop.
    if (this.file !== null) close(this.file, () => {})
    this.file = null
  }

  private flush(bucket: Bucket): void {
    if (this.file === null) {
      this.file = openSync(this.path, 'w+', 0o600)
      // Without a name, nothing of it stays behind when the process ends.
      unlinkSync(this.path)
    }
    writeSync(this.file, bucket.octets, 0, CHUNK, this.end)
    bucket.chunks.push(this.end)
    this.end += CHUNK
    bucket.n = 0
  }

  private load({ octets, n, chunks }: Bucket): DataView {
    const all = new Uint8Array(chunks.length * CHUNK + n * RECORD)
    for (const [i, from] of chunks.entries()) readSync(this.file!, all, i * CHUNK, CHUNK, from)
    all.set(octets.subarray(0, n * RECORD), chunks.length * CHUNK)
    return new DataView(all.buffer)
  }
}

const rowAt = (view: DataView, at: number): string => `[${view.getBigUint64(at)},${view.getUint32(at + 8) || 'null'}]`
