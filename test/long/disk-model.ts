/**
 * A disk that loses its power. What was synced is there. Of what was not, each write is there, or not, or half of its
 * sectors are, whatever came before or after it. What a sync that failed was to write never arrives, though the system's
 * cache goes on showing it: a later sync has nothing to write any more.
 */
import type { Chance } from '../upstreams/misfortune.ts'
import type { Step } from './disk-trace.ts'

const SECTOR = 512

type Change = Extract<Step, { call: 'write' | 'cut' }>
type OnDisk = { bytes: Buffer; pending: Change[] }

export class Disk {
  readonly #files = new Map<string, OnDisk>()

  /** `forgets` names files whose syncs are lies: for showing that the model finds what is lost then. */
  constructor(
    before: Map<string, Buffer>,
    private readonly forgets: (file: string) => boolean = () => false,
  ) {
    for (const [name, bytes] of before) this.#files.set(name, { bytes, pending: [] })
  }

  take(step: Step): void {
    const { file, call } = step
    // Names are on the disk at once: the model is of data alone.
    if (call === 'unlink') return void this.#files.delete(file)
    const on = this.#files.get(file) ?? { bytes: Buffer.alloc(0), pending: [] }
    this.#files.set(file, on)
    if (call !== 'sync') return void on.pending.push(step)
    if (this.forgets(file)) return
    if (step.done) for (const change of on.pending) apply(on, change)
    on.pending = []
  }

  /** What is found when the power is back. */
  cut({ draw, upTo }: Chance): Map<string, Buffer> {
    const found = new Map<string, Buffer>()
    for (const [name, { bytes, pending }] of this.#files) {
      const copy: OnDisk = { bytes: Buffer.from(bytes), pending: [] }
      for (const change of pending) {
        const fate = upTo(3)
        if (fate === 1) apply(copy, change)
        if (fate === 2) for (const part of sectorsOf(change)) if (draw() < 0.5) apply(copy, part)
      }
      found.set(name, copy.bytes)
    }
    return found
  }
}

function apply(on: OnDisk, change: Change): void {
  if (change.call === 'cut') {
    on.bytes = change.size <= on.bytes.length ? on.bytes.subarray(0, change.size) : grown(on.bytes, change.size)
    return
  }
  const end = change.offset + change.bytes.length
  if (end > on.bytes.length) on.bytes = grown(on.bytes, end)
  change.bytes.copy(on.bytes, change.offset)
}

function grown(bytes: Buffer, size: number): Buffer {
  const larger = Buffer.alloc(size)
  bytes.copy(larger)
  return larger
}

/** A write as the disk takes it: in parts that end at its sectors. */
function sectorsOf(change: Change): Change[] {
  if (change.call === 'cut') return [change]
  const parts: Change[] = []
  for (let from = 0; from < change.bytes.length; ) {
    const to = Math.min(change.bytes.length, from + SECTOR - ((change.offset + from) % SECTOR))
    parts.push({ ...change, offset: change.offset + from, bytes: change.bytes.subarray(from, to) })
    from = to
  }
  return parts
}
