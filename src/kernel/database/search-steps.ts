/**
 * Searches, which look at every row that they might find. Each steps through its rows on a connection of its own and lets
 * others have their turn meanwhile: however many rows there are, nobody is held up.
 *
 * A search sees one moment of the database for a second at most. Then, or as soon as the log waits to be written back, it
 * ends its statement and goes on from a newer moment: a long read would make the log grow with each commit.
 */
import type { Database, SQLQueryBindings } from 'bun:sqlite'
import { enterLine } from '../scheduling/busy-line.ts'
import { Gate, OWN_WORK, type Party } from '../scheduling/fair-pool.ts'
import { pacer, pause } from '../scheduling/pause.ts'
import { SECOND, stopwatch } from '../time/clock.ts'

type Params = readonly (string | number | null)[]

/** Reads of a search. */
export type SearchReader = {
  /**
   * Steps through rows until `each` returns true. The statement must return one of every few hundred rows it reads, and be
   * a short one: only between two statements is a newer moment begun. `walkInOrder` takes any.
   */
  walk<T>(sql: string, params: Params, each: (row: T) => boolean): Promise<void>
  rows<T>(sql: string, params: Params): T[]
  /** Between two statements: others have their turn when it is due, and an old moment is let go. */
  breathe(): Promise<void> | undefined
  /** Whether the moment is to be let go: a long statement ends then. */
  isOld(): boolean
}

/** A result that takes more than one turn of the event loop: a read returns it, and the caller waits for it. */
export class Searched<T> {
  /** Whether it takes the longer, the more rows there are. Such searches have a line of their own. */
  readonly long: boolean

  constructor(
    readonly run: (look: SearchReader) => Promise<T>,
    { long = false } = {},
  ) {
    this.long = long
  }
}

/** Where a search is answered, and until when: the signal of a caller who left ends it. */
export type SearchTurn = { party?: Party; signal?: AbortSignal | undefined }

type SearchRunner = {
  run<T>(searched: Searched<T>, turn?: SearchTurn): Promise<T>
  /** Asks all to let go of the log; false when none holds it. `freed` is called once the last did, then they go on. */
  press(): boolean
  /** How many hold a moment of the database. */
  readonly holding: number
  close(): void
}

/** Searches at once in each line; agencies take turns. */
const AT_ONCE = 4
/** Places in the line of long searches; an agency has half of them. */
const LINE = 32
/** In about as many seconds, a line of searches in ten million links has moved. */
const FULL = { words: 'Many searches are under way.', again_s: 5 }

export function createSearching(connect: () => Database, freed: () => void): SearchRunner {
  const gates = {
    short: new Gate({ total: AT_ONCE, per_host: Infinity }),
    long: new Gate({ total: AT_ONCE, per_host: Infinity, queue: LINE }),
  }
  const idle: Database[] = []
  const moments = new Moments(freed)
  return {
    async run(searched, { party = OWN_WORK, signal } = {}) {
      const gate = gates[searched.long ? 'long' : 'short']
      await enterLine(gate, { party, signal }, FULL)
      const connection = idle.pop() ?? connect()
      const search = new Search(connection, moments, signal)
      try {
        await search.begin()
        return await searched.run(search)
      } finally {
        gate.leave('', party)
        search.end()
        if (moments.closed) connection.close(false)
        else idle.push(connection)
      }
    },
    press: () => moments.press(),
    get holding() {
      return moments.holding
    },
    close() {
      moments.close()
      for (const connection of idle) connection.close(false)
    },
  }
}

/** Which searches hold a moment of the database. */
class Moments {
  holding = 0
  closed = false
  /** While the log waits for the last search to let go, none takes hold of it. */
  private pressed: PromiseWithResolvers<void> | null = null

  constructor(private readonly freed: () => void) {}

  get isPressed(): boolean {
    return this.pressed !== null
  }

  press(): boolean {
    if (this.holding > 0) this.pressed ??= Promise.withResolvers()
    return this.holding > 0
  }

  async take(connection: Database): Promise<void> {
    while (this.pressed) await this.pressed.promise
    this.assertOpen()
    connection.run('BEGIN')
    this.holding++
  }

  letGo(connection: Database): void {
    connection.run('COMMIT')
    this.holding--
    if (this.holding > 0) return
    this.freed()
    this.pressed?.resolve()
    this.pressed = null
  }

  assertOpen(): void {
    if (this.closed) throw new Error('the database was closed')
  }

  close(): void {
    this.closed = true
    this.pressed?.resolve()
    this.pressed = null
  }
}

/** One search on its connection, which holds a moment from `begin` to `end`. */
class Search implements SearchReader {
  private holds = false
  private since = stopwatch()
  private rest = pacer()

  constructor(
    private readonly connection: Database,
    private readonly moments: Moments,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async begin(): Promise<void> {
    await this.moments.take(this.connection)
    this.holds = true
    this.since = stopwatch()
    this.rest = pacer()
  }

  end(): void {
    if (this.holds && !this.moments.closed) this.moments.letGo(this.connection)
    this.holds = false
  }

  walk = async <T>(sql: string, params: Params, each: (row: T) => boolean): Promise<void> => {
    if (this.isOld()) await this.renew()
    for (const row of this.connection.query(sql).iterate(...(params as SQLQueryBindings[]))) {
      if (each(row as never)) break
      const resting = this.rest()
      if (!resting) continue
      await resting
      this.goOn()
    }
  }

  rows = <T>(sql: string, params: Params): T[] =>
    this.connection.query(sql).all(...(params as SQLQueryBindings[])) as never[]

  breathe = (): Promise<void> | undefined => (this.isOld() ? this.renew() : this.rest()?.then(() => this.goOn()))

  isOld = (): boolean => this.moments.isPressed || this.since() >= SECOND

  private async renew(): Promise<void> {
    await pause()
    this.goOn()
    this.end()
    await this.begin()
  }

  private goOn(): void {
    this.moments.assertOpen()
    this.signal?.throwIfAborted()
  }
}
