/** When a month is counted, and for whom: it may have a hundred thousand links, and its report is open to anybody. */
import type { App } from '../../kernel/app.ts'
import { dayOf, MINUTE, plus, type Time } from '../../kernel/clock.ts'
import type { Db } from '../../kernel/database.ts'
import { countMonth, countPush, type MonthFigures, type PushFigures } from './month-figures.ts'

type Counting = Pick<App, 'db' | 'clock'>
/** The count that is under way, and the one that begins after it for all who asked meanwhile. */
type Line = { running: Promise<MonthFigures>; next: Promise<MonthFigures> | null }
type Shown = { at: Time; figures: Promise<unknown> }
type Counts = { lines: Map<string, Line>; shown: Map<string, Shown> }

const counts = new WeakMap<Db, Counts>()

function countsOf({ db }: Counting): Counts {
  const known = counts.get(db) ?? { lines: new Map(), shown: new Map() }
  counts.set(db, known)
  return known
}

/**
 * The figures of a month as they are now. They are remembered until links or jobs change, or the day does; who asks while
 * they are counted gets the same.
 */
export function monthFigures(app: Counting, tenant_id: string, month: string): Promise<MonthFigures> {
  const kept = app.db.read((tx) =>
    tx.remember(`month ${month} of ${tenant_id} on ${dayOf(app.clock.now())}`, () => {
      tx.row('select 1 from links l join jobs j on j.id = l.job_id join tenants t on t.id = j.tenant_id limit 1')
      return { figures: null as Promise<MonthFigures> | null }
    }),
  )
  kept.figures ??= oneAtATime(app, `${tenant_id} ${month}`, () => countMonth(app, tenant_id, month))
  // What failed is tried again by whoever asks next.
  kept.figures.catch(() => {
    kept.figures = null
  })
  return kept.figures
}

/** One count of a month at a time. Whoever asks after a change waits for the next, which begins once this one is over. */
function oneAtATime(app: Counting, name: string, count: () => Promise<MonthFigures>): Promise<MonthFigures> {
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

/** What is shown to anybody that is kept at once. */
const MOST_SHOWN = 500

/** What anybody may have who has the address of a report: counted once a minute, however often it is asked for. */
function shownToAnybody<Figures>(app: Counting, name: string, count: () => Promise<Figures>): Promise<Figures> {
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

/** The figures of a month, a minute old at most. */
export const shownMonthFigures = (app: Counting, tenant_id: string, month: string): Promise<MonthFigures> =>
  shownToAnybody(app, `${tenant_id} ${month}`, () => monthFigures(app, tenant_id, month))

/** The sections and causes of one push, a minute old at most. */
export const shownPushFigures = (app: Counting, job_id: string): Promise<PushFigures> =>
  shownToAnybody(app, job_id, () => countPush(app, job_id))
