/** Repairs of pushes and links whose times a wrong clock put in the future. */
import { between, DAY, plus, SECOND, type Time } from '../../kernel/time/clock.ts'
import { type ClockRepair, futureTimes, PAST } from '../../kernel/time/clock-repair.ts'
import { LOOK_DAYS } from '../plans/index.ts'

/** A sent date in the future becomes now, and the check days follow it. */
const sentLinks: ClockRepair = {
  what: 'links.sent_at',
  repair: (tx, limit) =>
    tx.run(
      `update links set sent_at = ?1, next_look_at = iif(next_look_at is null, null,
         strftime('%Y-%m-%dT%H:%M:%fZ', ?1, (case looks when 0 then ${LOOK_DAYS[0]} when 1 then ${LOOK_DAYS[1]} else ${LOOK_DAYS[2]} end) || ' days'))
       where id in (select l.id from batches b join links l on l.batch_id = b.id where b.sent_at > ?2 and l.sent_at > ?2 limit ?3)`,
      tx.now,
      plus(tx.now, PAST),
      limit,
    ),
}

/** A first drip day further ahead than the drip period becomes now; the other days keep their distance. */
const dripDays: ClockRepair = {
  what: 'links.due_at',
  repair(tx, limit) {
    const late = tx.rows<{ job_id: string; due_at: Time; drip_days: number }>(
      `select l.job_id, min(l.due_at) as due_at, j.drip_days from links l join jobs j on j.id = l.job_id
       where l.due_at > ? and l.state = 'scheduled' and l.batch_id is null and j.paused_since is null
         and not exists (select 1 from links o where o.job_id = l.job_id and o.due_at <= ?)
       group by l.job_id`,
      plus(tx.now, DAY),
      plus(tx.now, DAY),
    )
    const wrong = late.filter(({ due_at, drip_days }) => due_at > plus(tx.now, (drip_days + 1) * DAY)).slice(0, limit)
    for (const { job_id, due_at } of wrong)
      tx.run(
        "update links set due_at = strftime('%Y-%m-%dT%H:%M:%fZ', due_at, ? || ' seconds') where job_id = ? and due_at is not null",
        between(due_at, tx.now) / SECOND,
        job_id,
      )
    return wrong.length
  },
}

/** Wider than the last check day, because a check without a result is retried within hours. */
const looksAhead = futureTimes('links', 'id', 'next_look_at', (LOOK_DAYS[2] + 1) * DAY, "state = 'sent'")

export const JOBS_IN_FUTURE: readonly ClockRepair[] = [
  futureTimes('jobs', 'id', 'created_at', PAST),
  futureTimes('jobs', 'id', 'sent_at', PAST),
  futureTimes('jobs', 'id', 'paused_since', PAST),
  futureTimes('jobs', 'id', 'undo_until', PAST, "status in ('queued', 'sending')"),
  sentLinks,
  dripDays,
  looksAhead,
]
