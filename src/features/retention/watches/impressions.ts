/** Pages that Google has just shown to people are there: such a link needs no check. A page that was not shown may be there too. */
import { hashOf } from '../../../domains/pushes/index.ts'
import type { ReadTx, Tx } from '../../../kernel/database/database.ts'
import { DAY, dayOf, plus } from '../../../kernel/time/clock.ts'
import type { WatchRow } from '../tables.ts'
import { judge } from './judge.ts'
import { enterWatches } from './watch-states.ts'

/** Google counts a day after two or three. */
const DAYS = 4

type DueLink = { link_id: number; tenant_id: string; url: string }

/** The last day on which each of these links was shown, if that is at most some days ago. */
function shownLately(tx: ReadTx, due: readonly DueLink[]): Map<number, string> {
  const rows = tx.rows<{ i: number; day: string }>(
    `select e.key as i, max(s.day) as day from json_each(?) e cross join impressions s
       on s.tenant_id = e.value ->> 0 and s.url_hash = e.value ->> 1 and s.day >= ? group by e.key`,
    `[${due.map(({ tenant_id, url }) => `["${tenant_id}",${hashOf(url)}]`).join()}]`,
    dayOf(plus(tx.now, -DAYS * DAY)),
  )
  return new Map(rows.map(({ i, day }) => [due[i]!.link_id, day]))
}

/** Answers due links by what was shown since their last answer; returns those that still need a check. */
export function settleShown<L extends DueLink>(tx: Tx, due: readonly L[]): L[] {
  const shown = shownLately(tx, due)
  if (shown.size === 0) return [...due]
  const watches = tx.rows<WatchRow>(
    'select * from watches where link_id in (select value from json_each(?))',
    JSON.stringify([...shown.keys()]),
  )
  const changes = watches.flatMap((before) => {
    const seen_at = `${shown.get(before.link_id)}T23:59:59.000Z`
    if (seen_at <= before.last_yes_at || (before.last_no_at && seen_at <= before.last_no_at)) return []
    const vantage = before.vantage ?? 'impression'
    const { watch } = judge(before, { indexed: 'yes', is_inspection: true, vantage, at: tx.now }, 2)
    const last_yes_at = seen_at < tx.now ? seen_at : tx.now
    const after = { ...watch, last_yes_at, vantage: before.vantage }
    return [{ before, after, flips: 0, adapter: 'impression', seen: 'yes' as const, is_new_vantage: false, vantage }]
  })
  enterWatches(tx, changes)
  const settled = new Set(changes.map(({ before }) => before.link_id))
  return due.filter(({ link_id }) => !settled.has(link_id))
}
