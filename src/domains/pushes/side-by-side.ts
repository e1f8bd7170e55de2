import type { Db } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { FairPool, type Party } from '../../kernel/scheduling/fair-pool.ts'
import { pause } from '../../kernel/scheduling/pause.ts'
import { SECOND, stopwatch } from '../../kernel/time/clock.ts'
import type { JobRow } from '../jobs/index.ts'
import { ARCHIVED, partyAtPath } from '../tenants/index.ts'

/** Pushes that are worked on at the same time, so that one with slow pages does not hold up the others. */
const AT_ONCE = 8
const LOOK_AROUND = SECOND / 2
/** How long a push may run while others wait; then it goes to the end of the queue. */
const TURN = 30 * SECOND
/** The same while its workspace has more than its share. A short turn loses little work. */
const SHORT_TURN = SECOND

/** Moves one push until it has to wait, or until `stop`. */
type Work = (job: JobRow, stop: AbortSignal) => Promise<void>
type Turn = { party: Party; stop: AbortController; elapsed: () => number; over: boolean; end: Promise<void> }

/**
 * Gives every push that is not watched yet a turn, shared fairly between agencies and workspaces. New pushes join the
 * run; a cancelled one stops at once. Returns how many had a turn.
 */
export async function takeTurns(app: App, signal: AbortSignal, work: Work, turn_ms = TURN): Promise<number> {
  const pool = new FairPool<string>(AT_ONCE)
  const known = new Set<string>()
  const active = new Map<string, Turn>()
  const failures: unknown[] = []
  const begin = (party: Party, job: JobRow) => {
    const stop = new AbortController()
    const turn: Turn = { party, stop, elapsed: stopwatch(), over: false, end: Promise.resolve() }
    turn.end = work(job, AbortSignal.any([signal, stop.signal]))
      .catch((error) => failures.push(error))
      .then(() => {
        active.delete(job.id)
        pool.leave(party)
        if (turn.over && !signal.aborted) pool.add(party, job.id)
      })
    active.set(job.id, turn)
  }
  for (;;) {
    for (const { id, party } of arrivals(app.db, known)) {
      known.add(id)
      pool.add(party, id)
    }
    stopThose(app.db, active, pool.waiting > 0 ? turn_ms : Number.POSITIVE_INFINITY)
    for (let next = signal.aborted ? undefined : pool.next(); next; next = signal.aborted ? undefined : pool.next()) {
      const { party, item } = next
      const job = stillWaiting(app.db, [item])[0]
      if (job) begin(party, job)
      else pool.leave(party)
      // A push without pages to screen finishes a whole stage at once, so other requests get a turn first.
      await pause()
    }
    takeBack(active, pool.debtor())
    if (active.size === 0 && (signal.aborted || pool.waiting === 0)) break
    await Promise.race([...[...active.values()].map(({ end }) => end), Bun.sleep(LOOK_AROUND)])
  }
  // The run fails with its first failure; the others are only logged.
  for (const error of failures.slice(1)) app.log.error('another push of the same run failed', { error: String(error) })
  if (failures.length) throw failures[0]
  return known.size
}

/** Stops pushes that were cancelled, deleted or archived, or whose turn is over. */
function stopThose(db: Db, active: Map<string, Turn>, most: number): void {
  const going = new Set(stillWaiting(db, [...active.keys()]).map(({ id }) => id))
  for (const [id, turn] of active) {
    turn.over ||= turn.elapsed() > most
    if (turn.over || !going.has(id)) turn.stop.abort()
  }
}

/** Ends the oldest turn of the workspace with more than its share, for the one with less. */
function takeBack(active: Map<string, Turn>, debtor: Party | undefined): void {
  const turn = debtor && [...active.values()].find(({ party }) => party.workspace === debtor.workspace)
  if (!turn || turn.elapsed() < SHORT_TURN) return
  turn.over = true
  turn.stop.abort()
}

/** Arrivals read at a time; the rest are read next time. */
const ARRIVALS = 1000
/** Pushes that can still be undone wait for that. ?2 is now. */
const WAITING = `type = 'index' and status in ('queued', 'preflight', 'checking') and deleted_at is null
  and (undo_until is null or undo_until <= ?2)
  and tenant_id not in ${ARCHIVED}`

const arrivals = (db: Db, known: Set<string>): { id: string; party: Party }[] =>
  db.read((tx) =>
    tx
      .rows<{ id: string; path: string }>(
        `select j.id, (select path from tenants where id = j.tenant_id) as path from jobs j
         where ${WAITING} and id not in (select value from json_each(?1)) order by id limit ${ARRIVALS}`,
        JSON.stringify([...known]),
        tx.now,
      )
      .map(({ id, path }) => ({ id, party: partyAtPath(path) })),
  )

const stillWaiting = (db: Db, ids: readonly string[]): JobRow[] =>
  ids.length === 0
    ? []
    : db.read((tx) =>
        tx.rows<JobRow>(
          `select * from jobs where id in (select value from json_each(?1)) and ${WAITING}`,
          JSON.stringify(ids),
          tx.now,
        ),
      )
