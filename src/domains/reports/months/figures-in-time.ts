/** Figures of several months for one page: those that are counted in time, while the others are counted on behind it. */
import type { App } from '../../../kernel/operation/app.ts'
import { shownMonthFigures } from './month-counts.ts'
import type { MonthFigures } from './month-figures.ts'

/** How long an answer waits for numbers. */
const WAITS_MS = 800

/** Whose numbers are being counted: one page at a time. */
const counting = new Map<string, object>()

/** @param who a later call of theirs ends the counting of this one */
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
