/** The owner of work: the agency at the root of a tree, and the workspace in it. */
export type Party = { agency: string; workspace: string }

/** The owner of the install's own work, which may use every place. */
export const OWN_WORK: Party = { agency: '', workspace: '' }

/** The owner of free checks for visitors: served when no other work waits, on at most a quarter of the places. */
export const FREE_WORK: Party = { agency: 'strangers', workspace: 'strangers' }

/** Places held, when the last one was given, and how many items wait. */
type Share = { held: number; turn: number; waiting: number }
type Space<Item> = Omit<Share, 'waiting'> & { party: Party; agency: Share; line: Set<Item> }

/** Keeps as many places free as an agency holds. */
export const HALF = 'half'

/**
 * Places that parties share. The agency with the fewest places is next, in it the workspace with the fewest, then first
 * come, first served. The last eighth of the places is for agencies that hold less than that, and the eighth before it
 * for workspaces that do: a newcomer starts at once, whatever the others' work waits for.
 */
export class FairPool<Item> {
  private readonly spaces = new Map<string, Space<Item>>()
  private readonly agencies = new Map<string, Share>()
  private readonly most_free: number
  private turns = 0
  /** How many items wait. */
  waiting = 0

  constructor(
    private free: number,
    private readonly kept: number | typeof HALF = Math.ceil(free / 8),
  ) {
    this.most_free = Math.max(1, Math.floor(free / 4))
  }

  /** No party has a place or waits for one. */
  get isIdle(): boolean {
    return this.spaces.size === 0
  }

  /** Whether the line is longer than it may be, or more than half of it waits for this agency. */
  isFull({ agency }: Party, most: number): boolean {
    if (this.waiting > most) return true
    return agency !== OWN_WORK.agency && this.agencies.get(agency)!.waiting > most / 2
  }

  /** Puts an item in line. */
  add(party: Party, item: Item): void {
    const agency = found(this.agencies, party.agency, () => ({ held: 0, turn: 0, waiting: 0 }))
    const empty = () => ({ party, agency, held: 0, turn: 0, line: new Set<Item>() })
    found(this.spaces, party.workspace, empty).line.add(item)
    agency.waiting++
    this.waiting++
  }

  /** Takes an item out of the line. */
  drop({ workspace }: Party, item: Item): void {
    const space = this.spaces.get(workspace)!
    this.take(space, item)
    this.forget(space)
  }

  /** Gives a place to the item whose turn it is; undefined when no item in line may have one. */
  next(): { party: Party; item: Item } | undefined {
    if (this.waiting === 0 || this.free === 0) return undefined
    const space = this.first((space) => this.mayHave(space))
    if (!space) return undefined
    const item = space.line.values().next().value!
    this.take(space, item)
    this.free--
    space.held++
    space.agency.held++
    space.turn = space.agency.turn = ++this.turns
    return { party: space.party, item }
  }

  /** Gives a place back. */
  leave({ workspace }: Party): void {
    const space = this.spaces.get(workspace)!
    this.free++
    space.held--
    space.agency.held--
    this.forget(space)
  }

  /** The party that must free a place: it, or its agency, has at least two more than the party that waits longest. */
  debtor(): Party | undefined {
    const needy = this.first(() => true)
    if (!needy) return undefined
    let most: Space<Item> | undefined
    for (const space of this.spaces.values()) {
      const isSame = space.agency === needy.agency
      const more = isSame ? space.held - needy.held : space.agency.held - needy.agency.held
      if (more > 1 && space.held > (most?.held ?? 0)) most = space
    }
    return most?.party
  }

  private mayHave({ party, agency, held }: Space<Item>): boolean {
    const { free, kept } = this
    if (kept === HALF) return agency.held < free
    if (party.agency === OWN_WORK.agency) return true
    if (party.agency === FREE_WORK.agency) return free > 2 * kept && held < this.most_free
    const for_agencies = agency.held >= kept ? kept : 0
    const for_workspaces = held >= kept ? kept : 0
    return free > for_agencies + for_workspaces
  }

  private take({ line, agency }: Space<Item>, item: Item): void {
    line.delete(item)
    agency.waiting--
    this.waiting--
  }

  private first(fits: (space: Space<Item>) => boolean): Space<Item> | undefined {
    let best: Space<Item> | undefined
    for (const space of this.spaces.values())
      if (space.line.size > 0 && fits(space) && (!best || isBefore(space, best))) best = space
    return best
  }

  private forget({ held, line, party }: Space<Item>): void {
    if (held === 0 && line.size === 0) this.spaces.delete(party.workspace)
  }
}

const isFree = ({ party }: Space<unknown>): number => Number(party.agency === FREE_WORK.agency)

const isBefore = (a: Space<unknown>, b: Space<unknown>): boolean =>
  (isFree(a) - isFree(b) ||
    a.agency.held - b.agency.held ||
    a.agency.turn - b.agency.turn ||
    a.held - b.held ||
    a.turn - b.turn) < 0

/** The entry of that name, which is made when there is none. */
function found<Entry>(entries: Map<string, Entry>, name: string, make: () => Entry): Entry {
  const known = entries.get(name)
  if (known) return known
  const made = make()
  entries.set(name, made)
  return made
}

export class GateFull extends Error {}

/** Limits concurrent work in total and per host. An agency gets at most half of the `queue` places in each line. */
export class Gate {
  private readonly all: FairPool<() => void>
  private readonly hosts = new Map<string, FairPool<() => void>>()
  private readonly per_host: number
  private readonly queue: number

  /** One machine easily reads 128 pages at once, even if many hang. */
  constructor({ total = 128, per_host = 4, queue = 20_000 } = {}) {
    this.all = new FairPool(total)
    this.per_host = per_host
    this.queue = queue
  }

  /** Waits for a place; `leave` gives it back. Throws `GateFull`, or the signal's reason when it fires while waiting. */
  async enter(host: string, signal?: AbortSignal, party = OWN_WORK): Promise<void> {
    signal?.throwIfAborted()
    const pool = found(this.hosts, host, () => new FairPool<() => void>(this.per_host, 0))
    await this.turnIn(pool, party, signal)
    try {
      await this.turnIn(this.all, party, signal)
    } catch (error) {
      this.leaveHost(host, party)
      throw error
    }
  }

  leave(host: string, party = OWN_WORK): void {
    this.all.leave(party)
    startNext(this.all)
    this.leaveHost(host, party)
  }

  private turnIn(pool: FairPool<() => void>, party: Party, signal?: AbortSignal): Promise<void> | undefined {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let isIn = false
    const start = () => {
      isIn = true
      signal?.removeEventListener('abort', giveUp)
      resolve()
    }
    const giveUp = () => {
      pool.drop(party, start)
      reject(signal?.reason)
    }
    pool.add(party, start)
    startNext(pool)
    if (isIn) return undefined
    if (pool.isFull(party, this.queue)) {
      pool.drop(party, start)
      throw new GateFull('too many requests are waiting')
    }
    signal?.addEventListener('abort', giveUp, { once: true })
    return promise
  }

  private leaveHost(host: string, party: Party): void {
    const pool = this.hosts.get(host)!
    pool.leave(party)
    startNext(pool)
    if (pool.isIdle) this.hosts.delete(host)
  }
}

function startNext(pool: FairPool<() => void>): void {
  for (let next = pool.next(); next; next = pool.next()) next.item()
}
