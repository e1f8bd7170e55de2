/** Whose work it is: the agency at the root of a tree, and the workspace in it. */
export type Party = { agency: string; workspace: string }

/** The install's own work, and what nobody in particular asked for. */
export const OWN_WORK: Party = { agency: '', workspace: '' }

/** What strangers ask for who pay nothing: served when nobody else waits, on a quarter of the places at most. */
export const FREE_WORK: Party = { agency: 'strangers', workspace: 'strangers' }

/**
 * Places that agencies share. Of those who wait the agency with the fewest places is next, in it the workspace with the
 * fewest, then first come, first served: with one other in line nobody gets beyond half. The last eighth of the places
 * is for agencies that hold less than that, so that a newcomer need not wait for others' work to end.
 * The install's own work may have them too; that of strangers comes last.
 */
export type FairPool<Item> = {
  /** Puts an item in line. */
  add(party: Party, item: Item): void
  /** The item whose turn it is, with its place; undefined when nobody in line may have one. */
  next(): { party: Party; item: Item } | undefined
  /** Takes a place at once, when nobody waits and this party may have one. */
  enter(party: Party): boolean
  /** Gives a place back. */
  leave(party: Party): void
  /** Whether something of this party that is added now starts at once. */
  isOpenTo(party: Party): boolean
  /** How many wait. */
  inLine(): number
  /** Nobody has a place or waits for one. */
  isIdle(): boolean
}

/** Places and items of one party; `turn` says when it was last served. */
type Share = { held: number; turn: number }
type Workspace<Item> = Share & { line: Fifo<Item> }
type Agency<Item> = Share & { workspaces: Map<string, Workspace<Item>>; waiting: number }

/** `kept` places are for newcomers. */
export function createFairPool<Item>(places: number, kept = Math.ceil(places / 8)): FairPool<Item> {
  const agencies = new Map<string, Agency<Item>>()
  let free = places
  let turns = 0
  let waiting = 0
  const workspaceOf = (party: Party): [Agency<Item>, Workspace<Item>] => {
    const agency = found(agencies, party.agency, () => ({ held: 0, turn: 0, workspaces: new Map(), waiting: 0 }))
    return [agency, found(agency.workspaces, party.workspace, () => ({ held: 0, turn: 0, line: new Fifo<Item>() }))]
  }
  const give = (agency: Agency<Item>, workspace: Workspace<Item>) => {
    free--
    agency.held++
    workspace.held++
    agency.turn = workspace.turn = ++turns
  }
  const most_free = Math.max(1, Math.floor(places / 4))
  const mayHave = (name: string) => {
    const held = agencies.get(name)?.held ?? 0
    if (name === FREE_WORK.agency) return free > kept && held < most_free
    return free > 0 && (free > kept || name === OWN_WORK.agency || held < kept)
  }

  return {
    add(party, item) {
      const [agency, workspace] = workspaceOf(party)
      workspace.line.push(item)
      agency.waiting++
      waiting++
    },

    next() {
      if (waiting === 0) return undefined
      const waits = (agency: Agency<Item>, name: string) => agency.waiting > 0 && mayHave(name)
      const chosen =
        first(agencies, (agency, name) => name !== FREE_WORK.agency && waits(agency, name)) ?? first(agencies, waits)
      if (!chosen) return undefined
      const [name, agency] = chosen
      const [inside, workspace] = first(agency.workspaces, ({ line }) => line.length > 0)!
      agency.waiting--
      waiting--
      give(agency, workspace)
      return { party: { agency: name, workspace: inside }, item: workspace.line.shift()! }
    },

    enter(party) {
      if (waiting > 0 || !mayHave(party.agency)) return false
      give(...workspaceOf(party))
      return true
    },

    leave(party) {
      const agency = agencies.get(party.agency)!
      const workspace = agency.workspaces.get(party.workspace)!
      free++
      if (--workspace.held === 0 && workspace.line.length === 0) agency.workspaces.delete(party.workspace)
      if (--agency.held === 0 && agency.waiting === 0) agencies.delete(party.agency)
    },

    isOpenTo: ({ agency }) => mayHave(agency),
    inLine: () => waiting,
    isIdle: () => agencies.size === 0,
  }
}

/** The entry of that name, which is made when there is none. */
function found<Entry>(entries: Map<string, Entry>, name: string, make: () => Entry): Entry {
  const known = entries.get(name)
  if (known) return known
  const made = make()
  entries.set(name, made)
  return made
}

/** Of those that fit, the one with the fewest places; of several the one that waits longest for its turn. */
function first<S extends Share>(
  shares: Map<string, S>,
  fits: (share: S, name: string) => boolean,
): [string, S] | undefined {
  let best: [string, S] | undefined
  for (const entry of shares) {
    const [name, share] = entry
    if (!fits(share, name)) continue
    if (!best || share.held < best[1].held || (share.held === best[1].held && share.turn < best[1].turn)) best = entry
  }
  return best
}

/** A queue whose `shift` does not move the rest. */
class Fifo<Item> {
  private items: Item[] = []
  private first = 0

  get length(): number {
    return this.items.length - this.first
  }

  push(item: Item): void {
    this.items.push(item)
  }

  shift(): Item | undefined {
    if (this.length === 0) return undefined
    const item = this.items[this.first++]
    if (this.length === 0) {
      this.items = []
      this.first = 0
    }
    return item
  }
}
