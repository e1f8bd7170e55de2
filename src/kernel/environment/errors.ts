/**
 * Failures that nobody foresaw, grouped by what they have in common. Each is written in a transaction of its own, after
 * the one that failed; of a flood the first are, and the rest is counted in memory and written together.
 */
import { createHash } from 'node:crypto'
import type { Db, ReadTx, Tx } from '../database/database.ts'
import type { Install } from '../operation/app.ts'
import { newId } from '../secrets/ids.ts'
import { dayOf, stopwatch, type Time } from '../time/clock.ts'
import { maskText, withoutQueries } from './log.ts'

/** Where it happened, and to whom. No address and no input: either may hold a secret. */
export type ErrorContext = {
  where: string
  request_id: string | null
  sample?: { method: string | null; route: string | null; actor: string | null; tenant_id: string | null }
}

type Occurrence = ErrorContext & {
  fingerprint: string
  text: string
  stack: string
  version: string
  n: number
  at: Time
}

/** Transactions that failures may cost in a second. */
const MOST_A_SECOND = 20
/** Kinds that are counted in memory at a time, and kept in all. */
const MOST_WAITING = 100
const MOST_KEPT = 1000
const MOST_VERSIONS = 10

type Book = { waiting: Map<string, Occurrence>; since: () => number; written: number }
const books = new WeakMap<Db, Book>()

/** Records a failure: at once, or with the next `saveErrors` when very many come. */
export function trackError(
  app: Pick<Install, 'version'> & { db: Db },
  error: unknown,
  seen: ErrorContext,
  now: Time,
): void {
  const book = books.get(app.db) ?? { waiting: new Map(), since: stopwatch(), written: 0 }
  books.set(app.db, book)
  if (book.since() > 1000) Object.assign(book, { since: stopwatch(), written: 0 })
  const met = occurrence(error, seen, app.version, now)
  const before = book.waiting.get(met.fingerprint)
  if (before || book.written >= MOST_A_SECOND) {
    if (before || book.waiting.size < MOST_WAITING)
      book.waiting.set(met.fingerprint, { ...met, n: met.n + (before?.n ?? 0) })
    return
  }
  book.written++
  app.db.write((tx) => record(tx, met) as undefined)
}

/** Writes the failures that a flood left in memory. */
export function saveErrors(db: Db): void {
  const { waiting } = books.get(db) ?? {}
  if (!waiting?.size) return
  const met = [...waiting.values()]
  waiting.clear()
  db.write((tx) => {
    for (const one of met) record(tx, one)
  })
}

/**
 * Failures are one kind when place, error class and message without numbers agree. The trace does not count: its first
 * function differs for one and the same failure, for example when the SQL statement is already compiled.
 */
function occurrence(thrown: unknown, seen: ErrorContext, version: string, at: Time): Occurrence {
  const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown))
  const text = masked(`${name}: ${message}`).slice(0, 2000)
  const common = `${seen.where}\n${text.replace(/[0-9a-f-]{36}|\d+/g, '#')}`
  const fingerprint = createHash('sha256').update(common).digest('hex')
  return { ...seen, fingerprint, text, stack: masked(stack ?? '').slice(0, 8000), version, n: 1, at }
}

const masked = (text: string): string => withoutQueries(maskText(text))

function record(tx: Tx, met: Occurrence): void {
  const known = tx.row<{ id: string; versions: string }>(
    'select id, versions from tracked_errors where fingerprint = ?',
    met.fingerprint,
  )
  const id = known?.id ?? insert(tx, met)
  const versions = (JSON.parse(known?.versions ?? '[]') as string[]).filter((one) => one !== met.version)
  tx.run(
    `update tracked_errors set count = count + ?2, last_seen_at = ?3, request_id = ?4, sample = ?5, versions = ?6, stack = ?7,
       reopened_at = iif(resolved, ?3, reopened_at), resolved = 0 where id = ?1`,
    id,
    known ? met.n : met.n - 1,
    met.at,
    met.request_id,
    met.sample ? JSON.stringify(met.sample) : null,
    JSON.stringify([...versions, met.version].slice(-MOST_VERSIONS)),
    met.stack,
  )
  tx.run(
    'insert into tracked_error_days (error_id, day, n) values (?, ?, ?) on conflict do update set n = n + excluded.n',
    id,
    dayOf(met.at),
    met.n,
  )
}

/** At the limit it deletes a resolved kind first, else the kind that was not seen for longest. */
function insert(tx: Tx, met: Occurrence): string {
  const id = newId()
  if (tx.number('select count(*) from tracked_errors') >= MOST_KEPT)
    tx.run(
      'delete from tracked_errors where id = (select id from tracked_errors order by resolved desc, last_seen_at limit 1)',
    )
  tx.run(
    `insert into tracked_errors (id, fingerprint, message, place, stack, count, first_seen_at, last_seen_at, resolved)
     values (?, ?, ?, ?, '', 1, ?, ?, 0)`,
    id,
    met.fingerprint,
    met.text,
    met.where,
    met.at,
    met.at,
  )
  return id
}

export const openErrors = (tx: ReadTx): number => tx.count('select count(*) from tracked_errors where resolved = 0')

/** Marks an error as resolved, or as open again. It opens automatically when it occurs again. */
export const resolveError = (tx: Tx, id: string, resolved: boolean): number =>
  tx.run('update tracked_errors set resolved = ?2 where id = ?1 and resolved <> ?2', id, resolved ? 1 : 0)

export const deleteError = (tx: Tx, id: string): number => tx.run('delete from tracked_errors where id = ?', id)

/** Forgets on which days before `day` there were any. */
export const forgetErrorDays = (tx: Tx, day: string): number =>
  tx.run('delete from tracked_error_days where day < ?', day)
