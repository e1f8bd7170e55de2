/** Takes the answers about watched links, in the transaction that stores them. */
import type { FinishedLook } from '../../../domains/checks/index.ts'
import type { Tx } from '../../../kernel/database/database.ts'
import { noesNeeded } from '../noise.ts'
import { countWatched, FIRST, membersOf, rootAt, settingsFor } from '../settings.ts'
import type { WatchRow } from '../tables.ts'
import { giveBack } from './budget.ts'
import { noiseNow, settleCanaries } from './canaries.ts'
import { type Answer, judge } from './judge.ts'
import { type Change, enterWatches } from './watch-states.ts'

type Look = {
  id: number
  link_id: number
  tenant_id: string
  adapter: string | null
  property: string | null
  place: string | null
  method: string | null
  credits: number
  created_at: string
  cause: WatchRow['google_cause']
  google_canonical: string | null
  crawled_at: string | null
}

export function settleWatches(tx: Tx, finished: readonly FinishedLook[]): void {
  const { canary = [], retention = [] } = Object.groupBy(finished, ({ purpose }) =>
    purpose === 'canary' ? 'canary' : 'retention',
  )
  if (canary.length > 0) settleCanaries(tx, canary)
  if (retention.length === 0) return
  const looks = tx.rows<Look>(
    `select id, link_id, tenant_id, adapter, property, place, method, credits, created_at, cause, google_canonical, crawled_at
     from looks where id in (select value from json_each(?))`,
    JSON.stringify(retention.map(({ id }) => id)),
  )
  const watches = tx.rows<WatchRow>(
    'select * from watches where link_id in (select value from json_each(?))',
    JSON.stringify(looks.map(({ link_id }) => link_id)),
  )
  const given = new Map(retention.map((look) => [look.id, look]))
  const known = new Map(watches.map((watch) => [watch.link_id, watch]))
  const needed = new Map<string, number>()
  const changes: Change[] = []
  for (const look of looks) {
    const { indexed: seen, credits } = given.get(look.id)!
    // Without an answer, or where Search Console gave it, the credit is refunded.
    if (credits > 0 && (seen === 'unknown' || look.credits === 0)) {
      const root_id = settingsFor(tx, look.tenant_id)?.tenant_id ?? null
      giveBack(tx, look.tenant_id, root_id, look.created_at, credits)
    }
    const before = known.get(look.link_id)
    if (!before || before.state === 'ended') continue
    const { tenant_id } = before
    if (!needed.has(tenant_id)) needed.set(tenant_id, needIn(tx, tenant_id))
    const answer: Answer = {
      indexed: seen,
      is_inspection: look.method === 'inspection',
      vantage: vantageOf(look),
      at: tx.now,
    }
    const { watch, flips, is_new_vantage } = judge(before, answer, needed.get(tenant_id)!)
    const google =
      look.method === 'inspection'
        ? { google_cause: look.cause, google_canonical: look.google_canonical, crawled_at: look.crawled_at }
        : {}
    changes.push({
      before,
      after: { ...watch, ...google },
      flips,
      adapter: look.adapter ?? '',
      seen,
      is_new_vantage,
      vantage: answer.vantage,
    })
  }
  enterWatches(tx, changes)
}

/** Engine, method and country: an answer of another one is no answer to the same question. */
const vantageOf = ({ adapter, method, place }: Look): string =>
  [adapter, method, method === 'search_result' ? place?.replace('/mobile', '') : null].filter(Boolean).join(' ')

function needIn(tx: Tx, tenant_id: string): number {
  const settings = settingsFor(tx, tenant_id)
  const members = settings ? membersOf(tx, rootAt(tx, settings)) : [tenant_id]
  return noesNeeded(noiseNow(tx), countWatched(tx, members), settings ?? FIRST)
}
