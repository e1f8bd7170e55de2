import { FairPool, HALF, type Party } from './fair-pool.ts'

/** One piece of due work. Its `workspace` may be a smaller line, such as an endpoint. */
export type DueWork = { id: string; party: Party }

type Lanes = {
  /** Most pieces at a time. An agency may hold as many lanes as stay free for the others. */
  lanes: number
  /** Work under way for `after` milliseconds gives its lane away and takes one of `places`, which are shared alike. */
  slow?: { after: number; places: number }
  /** Milliseconds until new due work is noticed while other work is under way. */
  poll: number
  /** Finds due work, each line in its order. Work that is under way is not started again. */
  due(active: readonly DueWork[]): readonly DueWork[]
  /** Does one piece and returns its count. */
  work(one: DueWork): Promise<number>
  /** Reads a clock that nobody sets, in milliseconds. */
  clock?(): number
}

type Active = { one: DueWork; since: number; pool: FairPool<DueWork>; end: Promise<void> }

/**
 * Does due work side by side, fairly between agencies, until none is left. Returns the sum of the counts. After a
 * failure, or when the signal fires, nothing new starts, and the run ends after the work that is under way.
 */
export async function runDueWork(
  signal: AbortSignal,
  { lanes, slow, poll, due, work, clock = () => performance.now() }: Lanes,
): Promise<number> {
  const pool = new FairPool<DueWork>(lanes, HALF)
  const slow_pool = new FairPool<DueWork>(slow?.places ?? 0, HALF)
  const active = new Map<string, Active>()
  const failures: unknown[] = []
  let waiting: DueWork[] = []
  let sum = 0
  const begin = (one: DueWork): void => {
    const running = { one, since: clock(), pool, end: Promise.resolve() }
    active.set(one.id, running)
    running.end = work(one)
      .then((n) => {
        sum += n
      })
      .catch((error: unknown) => void failures.push(error))
      .then(() => {
        running.pool.leave(one.party)
        active.delete(one.id)
      })
  }
  const beginDue = (): void => {
    // Added as copies before the last ones are dropped, so that the pool remembers the turns of lines that still wait.
    const known = due([...active.values()].map(({ one }) => one)).filter(({ id }) => !active.has(id))
    const found = known.map((one) => ({ ...one }))
    for (const one of found) pool.add(one.party, one)
    for (const one of waiting) pool.drop(one.party, one)
    for (let next = pool.next(); next; next = pool.next()) begin(next.item)
    waiting = found.filter(({ id }) => !active.has(id))
  }
  const giveLaneAway = (running: Active): void => {
    const { party } = running.one
    slow_pool.add(party, running.one)
    if (slow_pool.next()) {
      running.pool = slow_pool
      pool.leave(party)
    } else slow_pool.drop(party, running.one)
  }
  for (;;) {
    for (const running of active.values())
      if (slow && running.pool === pool && clock() - running.since > slow.after) giveLaneAway(running)
    try {
      if (!signal.aborted && failures.length === 0) beginDue()
    } catch (error) {
      failures.push(error)
    }
    if (active.size === 0) break
    await Promise.race([...[...active.values()].map(({ end }) => end), Bun.sleep(poll)])
  }
  if (failures.length > 0 && !signal.aborted) throw failures[0]
  return sum
}
