/** The line of files that are made as they are sent, such as all links as CSV: a large one takes as long as its reader. */
import { enterLine } from '../scheduling/busy-line.ts'
import { Gate, type Party } from '../scheduling/fair-pool.ts'
import { MINUTE } from '../time/clock.ts'
import type { App } from './app.ts'
import type { CsvAnswer, FileAnswer } from './operation.ts'

/** Files at once, in all and of one agency, whose line is half of this. */
const AT_ONCE = { total: 8, per_host: 2, queue: 8 }
/** A reader who takes nothing of the file for this long leaves the place to others. */
const PATIENCE = MINUTE
const FULL = { words: 'Several files are on their way to you already.', again_s: 30 }

const gates = new WeakMap<App['db'], Gate>()

/** Makes a file in its turn. It holds its place until its last line is read, or it is let go. */
export async function fileInTurn<File extends CsvAnswer | FileAnswer>(
  { db }: Pick<App, 'db'>,
  party: Party,
  signal: AbortSignal,
  make: () => Promise<File>,
): Promise<File> {
  const gate = gates.get(db) ?? new Gate(AT_ONCE)
  gates.set(db, gate)
  await enterLine(gate, { host: party.agency, party, signal }, FULL)
  const place = new Place(() => gate.leave(party.agency, party))
  try {
    const file = await make()
    if ('lines' in file) return { ...file, lines: place.whileRead(file.lines) }
    place.leave()
    return file
  } catch (error) {
    place.leave()
    throw error
  }
}

class Place {
  private timer: Timer | undefined
  private left = false

  constructor(private readonly free: () => void) {}

  leave(): void {
    clearTimeout(this.timer)
    if (this.left) return
    this.left = true
    this.free()
  }

  /** An iterator by hand: one that is never asked has to leave too, and a generator would not. */
  whileRead(lines: CsvAnswer['lines']): AsyncIterable<string> {
    const source = Symbol.asyncIterator in lines ? lines[Symbol.asyncIterator]() : lines[Symbol.iterator]()
    const wait = () => {
      if (!this.left) this.timer = setTimeout(() => this.leave(), PATIENCE)
    }
    const next = async () => {
      clearTimeout(this.timer)
      try {
        const step = await source.next()
        if (step.done) this.leave()
        else wait()
        return step
      } catch (error) {
        this.leave()
        throw error
      }
    }
    const end = async () => {
      this.leave()
      await source.return?.()
      return { done: true, value: undefined } as const
    }
    wait()
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) }
  }
}
