/** Pages that Google showed to people: each is a check with a yes on that day, without a call and without a cost. */
import type { Tx } from '../../../kernel/database/database.ts'
import type { Time } from '../../../kernel/time/clock.ts'
import type { LookRow } from '../tables.ts'
import * as looks from './look-states.ts'
import type { AfterLooks } from './record-looks.ts'

/** `at`: the end of the day on which it was shown. */
export type ShownLink = {
  link_id: number
  job_id: string
  tenant_id: string
  url: string
  purpose: Extract<LookRow['purpose'], 'guarantee' | 'holdout' | 'recheck'>
  day: number | null
  evidence: string
  raw: string
  at: Time
}

/** A check that waits is answered by it, so that nobody is asked; where none waits, one is written. */
export function recordShown(tx: Tx, shown: readonly ShownLink[], after: AfterLooks): number {
  if (shown.length === 0) return 0
  const given = JSON.stringify(shown)
  const waiting = tx.rows<{ id: number; link_id: number }>(
    `select min(k.id) as id, k.link_id from json_each(?) s join looks k indexed by looks_job
       on k.job_id = s.value ->> 'job_id' and k.link_id = s.value ->> 'link_id'
     where k.state = 'queued' and k.credits = 0 and k.purpose = s.value ->> 'purpose'
       and (k.engine = 'scan_standard' or k.confirms is not null) group by k.link_id`,
    given,
  )
  const found = new Set(waiting.map(({ link_id }) => link_id))
  const written = looks.planShown(
    tx,
    shown.filter(({ link_id }) => !found.has(link_id)),
  )
  const byLink = new Map(shown.map((one) => [one.link_id, one]))
  const answers = [...waiting, ...written].map(({ id, link_id }) => ({ ...byLink.get(link_id)!, id }))
  const done = looks.finishShown(tx, answers)
  after(
    tx,
    done.map((look) => ({ ...look, indexed: 'yes', at: byLink.get(look.link_id)!.at })),
  )
  return done.length
}
