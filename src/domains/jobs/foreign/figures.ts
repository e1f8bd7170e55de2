/** Figures for a client to read: without links on foreign hosts. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { ZoneDays } from '../../../kernel/time/zone-days.ts'
import type { LocalDay } from '../../../kernel/time/zones.ts'
import { type SentDay, sentDaysOf } from '../figures/sent-days.ts'
import { type Tally, tallyOfEach } from '../tally.ts'

/** The links of each workspace on foreign hosts by quarter of an hour, as the counters have them. */
const QUARTERS = `select f.tenant_id, d.quarter, sum(d.sent) as sent, sum(d.came) as came, sum(d.missed) as missed,
    sum(d.indexed) as indexed, sum(d.returned) as returned
  from json_each(?1) i cross join foreign_hosts f on f.tenant_id = i.value
  cross join foreign_quarters d on d.job_id = f.job_id and d.host = f.host and d.quarter >= ?2 group by 1, 2`

type ForeignQuarter = Pick<SentDay, 'came' | 'missed'> & Tally & { tenant_id: string; quarter: Time }

const foreignOf = (tx: ReadTx, tenant_ids: readonly string[], since: Time): Map<string, ForeignQuarter[]> =>
  Map.groupBy(tx.rows<ForeignQuarter>(QUARTERS, JSON.stringify(tenant_ids), since), ({ tenant_id }) => tenant_id)

/** `sentDaysOf` for a client to read: without links on foreign hosts. */
export function reportedDaysOf(
  tx: ReadTx,
  tenant_ids: readonly string[],
  days: ZoneDays,
  since: LocalDay,
): Map<string, SentDay[]> {
  const sent = sentDaysOf(tx, tenant_ids, days, since)
  for (const [id, foreign] of foreignOf(tx, tenant_ids, days.startOf(since))) {
    const out = Map.groupBy(foreign, ({ quarter }) => days.dayOf(quarter))
    const left = (sent.get(id) ?? []).map((one) => without(one, out.get(one.day) ?? []))
    sent.set(
      id,
      left.filter(({ sent }) => sent > 0),
    )
  }
  return sent
}

function without(all: SentDay, out: readonly ForeignQuarter[]): SentDay {
  const left = { ...all }
  for (const one of out) for (const what of ['sent', 'came', 'missed'] as const) left[what] -= one[what]
  return { ...left, waiting: Math.max(0, left.sent - left.came - left.missed) }
}

/** `tallyOfEach` for a client to read: without links on foreign hosts. */
export function reportedTallyOfEach(tx: ReadTx, tenant_ids: readonly string[], since: Time): Map<string, Tally> {
  const tallies = tallyOfEach(tx, tenant_ids, since)
  for (const [id, foreign] of foreignOf(tx, tenant_ids, since)) {
    const all = { ...tallies.get(id)! }
    for (const one of foreign) {
      all.sent -= one.sent
      all.indexed -= one.indexed
      all.returned -= one.returned
    }
    tallies.set(id, all)
  }
  return tallies
}
