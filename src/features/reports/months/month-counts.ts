/** Schedules the counting of months: a month may have a hundred thousand links, and its report is public. */

import type { Db } from '../../../kernel/database/database.ts'
import type { App } from '../../../kernel/operation/app.ts'
import { dayOf, MINUTE, plus, type Time } from '../../../kernel/time/clock.ts'
import { type CountingApp, countMonth, countPush, type MonthFigures, type PushFigures } from './month-figures.ts'

/** The running count, and the next one, which everyone who asks meanwhile shares. */
type Line = { running: Promise<MonthFigures>; next: Promise<MonthFigures> | null }
type CachedFigures = { at: Time; figures: Promise<unknown> }
type Counts = { lines: Map<string, Line>; shown: Map<string, CachedFigures> }

const counts = new WeakMap<Db, Counts>()

function countsOf({ db }: CountingApp): Counts {
  const known = counts.get(db) ?? { lines: new Map(), shown: new Map() }
  counts.set(db, known)
  return known
}

/** The present figures of a month. Cached until links, jobs or the day change; concurrent callers share one count. */
export function monthFigures(app: CountingApp, tenant_id: string, month: string): Promise<MonthFigures> {
  const kept = app.db.read((tx) =>
    tx.remember(`month ${month} of ${tenant_id} on ${dayOf(app.clock.now())}`, () => {
      tx.row(
        'select 1 from links l join jobs j on j.id = l.job_id join tenants t on t.id = j.tenant_id join foreign_hosts limit 1',
      )
      return { figures: null as Promise<MonthFigures> | null }
    }),
  )
  kept.figures ??= oneAtATime(app, `${tenant_id} ${month}`, () => countMonth(app, tenant_id, month))
  // A failed count is not cached, so the next caller tries again.
  kept.figures.catch(() => {
    kept.figures = null
  })
  return kept.figures
}

/** One count of a month at a time. Callers after a change wait for the next count, which starts when this one ends. */
function oneAtATime(app: CountingApp, name: string, count: () => Promise<MonthFigures>): Promise<MonthFigures> {
  const { lines } = countsOf(app)
  const begin = () => {
    const line: Line = { running: count(), next: null }
    lines.set(name, line)
    const over = () => {
      if (!line.next) lines.delete(name)
    }
    line.running.then(over, over)
    return line.running
  }
  const line = lines.get(name)
  if (!line) return begin()
  line.next ??= line.running.then(begin, begin)
  return line.next
}

/** Most public figures cached at once. */
const MOST_SHOWN = 500

/** Figures for public reports: counted at most once a minute, however often they are read. */
function shownToAnybody<Figures>(app: CountingApp, name: string, count: () => Promise<Figures>): Promise<Figures> {
  const { shown } = countsOf(app)
  const at = app.clock.now()
  const before = shown.get(name)
  if (before && at < plus(before.at, MINUTE)) return before.figures as Promise<Figures>
  const one = { at, figures: count() }
  shown.delete(name)
  shown.set(name, one)
  if (shown.size > MOST_SHOWN) shown.delete(shown.keys().next().value!)
  one.figures.catch(() => {
    if (shown.get(name) === one) shown.delete(name)
  })
  return one.figures
}

/** The figures of a month, at most a minute old. */
export const shownMonthFigures = (app: CountingApp, tenant_id: string, month: string): Promise<MonthFigures> =>
  shownToAnybody(app, `${tenant_id} ${month}`, () => monthFigures(app, tenant_id, month))

/** Sections and causes of one push, at most a minute old. */
export const shownPushFigures = (app: CountingApp, job_id: string): Promise<PushFigures> =>
  shownToAnybody(app, job_id, () => countPush(app, job_id))

/** How long an answer waits for numbers. */
const WAITS_MS = 800

/** The current count of each person: only one page at a time is counted for. */
const counting = new Map<string, object>()

/**
 * Figures of several months for one page: those counted in time, while the others are counted on behind it.
 * @param who a later call of theirs ends the counting of this one
 */
export async function figuresInTime(
  app: Pick<App, 'db' | 'clock' | 'log'>,
  who: string,
  ids: readonly string[],
  month: string,
): Promise<Map<string, MonthFigures>> {
  const counted = new Map<string, MonthFigures>()
  const mine = {}
  counting.set(who, mine)
  const stillMine = () => counting.get(who) === mine
  const all = (async () => {
    try {
      for (const id of ids) if (stillMine()) counted.set(id, await shownMonthFigures(app, id, month))
    } finally {
      if (stillMine()) counting.delete(who)
    }
  })()
  await Promise.race([all, Bun.sleep(WAITS_MS)])
  all.catch((error) => app.log.error('a month could not be counted', { error }))
  return new Map(counted)
}
