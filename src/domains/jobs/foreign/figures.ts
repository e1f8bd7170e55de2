/** Figures for a client to read: without links on foreign hosts. */
import type { ReadTx } from '../../../kernel/database/database.ts'
import { type SentDay, sentDaysOf } from '../figures/sent-days.ts'
import { type Tally, tallyOfEach } from '../tally.ts'

/** The links of each workspace on foreign hosts by day, as the counters of days have them. */
const DAYS = `select f.tenant_id, d.day, sum(d.sent) as sent, sum(d.came) as came, sum(d.missed) as missed,
    sum(d.indexed) as indexed, sum(d.returned) as returned
  from json_each(?1) i cross join foreign_hosts f on f.tenant_id = i.value
  cross join foreign_days d on d.job_id = f.job_id and d.host = f.host and d.day >= ?2 group by 1, 2`

type ForeignDay = Omit<SentDay, 'waiting'> & Tally & { tenant_id: string }

const foreignDaysOf = (tx: ReadTx, tenant_ids: readonly string[], since: string): Map<string, ForeignDay[]> =>
  Map.groupBy(tx.rows<ForeignDay>(DAYS, JSON.stringify(tenant_ids), since), ({ tenant_id }) => tenant_id)

/** `sentDaysOf` for a client to read: without links on foreign hosts. */
export function reportedDaysOf(tx: ReadTx, tenant_ids: readonly string[], since: string): Map<string, SentDay[]> {
  const days = sentDaysOf(tx, tenant_ids, since)
  for (const [id, foreign] of foreignDaysOf(tx, tenant_ids, since)) {
    const out = new Map(foreign.map((one) => [one.day, one]))
    const left = (days.get(id) ?? []).map((one) => without(one, out.get(one.day)))
    days.set(
      id,
      left.filter(({ sent }) => sent > 0),
    )
  }
  return days
}

function without(all: SentDay, out: ForeignDay | undefined): SentDay {
  if (!out) return all
  const [sent, came, missed] = [all.sent - out.sent, all.came - out.came, all.missed - out.missed]
  return { day: all.day, sent, came, missed, waiting: Math.max(0, sent - came - missed) }
}

/** `tallyOfEach` for a client to read: without links on foreign hosts. */
export function reportedTallyOfEach(tx: ReadTx, tenant_ids: readonly string[], since: string): Map<string, Tally> {
  const tallies = tallyOfEach(tx, tenant_ids, since)
  for (const [id, foreign] of foreignDaysOf(tx, tenant_ids, since)) {
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
