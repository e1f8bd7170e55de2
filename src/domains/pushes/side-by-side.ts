import type { App } from '../../kernel/app.ts'
import { SECOND, stopwatch } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { createFairPool, type Party } from '../../kernel/fair-pool.ts'
import { pause } from '../../kernel/pause.ts'
import type { JobRow } from '../jobs/index.ts'
import { ARCHIVED, partyOf } from '../tenants/index.ts'

/** Pushes worked on side by side: one with slow pages must not hold up the others. */
const AT_ONCE = 8
const LOOK_AROUND = SECOND / 2
/** What a push may take of others' time: after it, while others wait, it goes to the end of the line. */
const TURN = 30 * SECOND

/** Brings one push on until it has to wait for something, or is told to stop. */
type Work = (job: JobRow, stop: AbortSignal) => Promise<void>
type Turn = { stop: AbortController; elapsed: () => number; over: boolean; end: Promise<void> }

/**
 * Gives every push that is not yet being watched its turn, agency by agency and workspace by workspace. Pushes that
 * arrive meanwhile join the run; one that is cancelled stops at once. Returns how many had a turn.
 */
export async function takeTurns(app: App, signal: AbortSignal, work: Work, turn_ms = TURN): Promise<number> {
  const pool = createFairPool<string>(AT_ONCE)
  const known = new Set<string>()
  const active = new Map<string, Turn>()
  const failures: unknown[] = []
  const begin = (party: Party, job: JobRow) => {
    const stop = new AbortController()
    const turn: Turn = { stop, elapsed: stopwatch(), over: false, end: Promise.resolve() }
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
    stopThose(app.db, active, pool.inLine() > 0 ? turn_ms : Number.POSITIVE_INFINITY)
    for (let next = signal.aborted ? undefined : pool.next(); next; next = signal.aborted ? undefined : pool.next()) {
      const { party, item } = next
      const job = stillWaiting(app.db, [item])[0]
      if (job) begin(party, job)
      else pool.leave(party)
      // A push without pages to screen goes a whole stage at once: others are answered before the next one begins.
      await pause()
    }
    if (active.size === 0 && (signal.aborted || pool.inLine() === 0)) break
    await Promise.race([...[...active.values()].map(({ end }) => end), Bun.sleep(LOOK_AROUND)])
  }
  // A run fails by its first failure; the others are told as well.
  for (const error of failures.slice(1)) app.log.error('another push of the same run failed', { error: String(error) })
  if (failures.length) throw failures[0]
  return known.size
}

/** Tells those to stop that were cancelled, deleted or archived, or have had their time. */
function stopThose(db: Db, active: Map<string, Turn>, most: number): void {
  const going = new Set(stillWaiting(db, [...active.keys()]).map(({ id }) => id))
  for (const [id, turn] of active) {
    turn.over ||= turn.elapsed() > most
    if (turn.over || !going.has(id)) turn.stop.abort()
  }
}

/** Read at a time: the others are seen the next time. */
const ARRIVALS = 1000
/** Those that can still be undone wait for that. ?2 is now. */
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
      .map(({ id, path }) => ({ id, party: partyOf(path) })),
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
