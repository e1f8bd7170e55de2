/** A job comes to another workspace: its row, what the counters have of its links, and whose hosts they are on. */
import type { ReadTx, Tx } from '../../kernel/database/database.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { quarterHourSql } from '../../kernel/time/zone-days.ts'
import { judgeJob } from './foreign/hosts.ts'
import type { JobRow } from './tables.ts'
import { type CountedField, forgetEmpty, INDEXED_IN_TIME, RETURNED, tally } from './tally.ts'

type Counted = { counter: CountedField | 'used'; quarter: Time; n: number }

const [COME, BACK] = [INDEXED_IN_TIME, RETURNED].map((of) => of.replaceAll('l.', '')) as [string, string]

/** The counters, and which links of a job they count by which moment. */
const COUNTERS = [
  ['sent', 'sent_at', 'true'],
  ['came', 'sent_at', COME],
  ['missed', 'sent_at', "state = 'not_indexed' or (state = 'indexed' and credit = 'released')"],
  ['indexed', 'settled_at', COME],
  ['returned', 'settled_at', BACK],
  ['used', 'iif(guarantee, settled_at, sent_at)', "credit = 'consumed'"],
] as const

const KINDS_OF_LINKS = `select sent_at, settled_at, state, credit, guarantee, count(*) as n
  from (select ${quarterHourSql('sent_at')} as sent_at, ${quarterHourSql('settled_at')} as settled_at, state, credit, guarantee
    from links where id between ? and ?) group by 1, 2, 3, 4, 5`

const QUARTERS = COUNTERS.map(
  ([counter, at, which]) =>
    `select '${counter}' as counter, ${at} as quarter, sum(n) as n from kinds where ${at} is not null and (${which}) group by 2`,
).join(' union all ')

/** One reading of the links for all counters: their ids are a range. */
const countersOf = (tx: ReadTx, { first_link, last_link }: JobRow): Counted[] =>
  tx.rows(`with kinds as materialized (${KINDS_OF_LINKS}) ${QUARTERS}`, first_link, last_link)

/** Returns when its index credits were used. */
export function changeTenant(tx: Tx, job: JobRow, to: string): { quarter: Time; used: number }[] {
  const { id, tenant_id: from } = job
  const counted = countersOf(tx, job)
  for (const { counter, quarter, n } of counted)
    if (counter !== 'used') {
      tally(tx, from, { [counter]: -n }, quarter)
      tally(tx, to, { [counter]: n }, quarter)
    }
  forgetEmpty(tx, from)
  tx.run('update jobs set tenant_id = ?, updated_at = ? where id = ?', to, tx.now, id)
  judgeJob(tx, id)
  return counted.flatMap(({ counter, quarter, n }) => (counter === 'used' ? [{ quarter, used: n }] : []))
}
