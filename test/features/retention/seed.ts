import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'

/** For the examples of operations: a link of the Bakery that dropped, since Google did not crawl it for long. */
export const seedExamples = (tx: Tx): void => seedDrop(tx, 9103, 'ten_bakery')

export function seedDrop(tx: Tx, link_id: number, tenant_id: string): void {
  const [seen, missed] = [plus(tx.now, -12 * DAY), plus(tx.now, -5 * DAY)]
  tx.run(
    `insert into drops (id, tenant_id, host, cause, week, opened_at, state)
     values ('drp_bakery', ?2, 'bakery.example', 'not_crawled_130', '2026-10-26', ?1, 'open')`,
    missed,
    tenant_id,
  )
  tx.run(
    `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, state, entered, counted, is_over, due_at,
       last_yes_at, first_no_at, last_no_at, dropped_at, cause, facts, crawled_at, drop_id)
     select id, job_id, ?8, 'bakery.example', 'simulated', '2026-08-31', ?1, 'dropped', 0, 3, 1, ?6, ?2, ?3, ?4, ?4,
       'not_crawled_130', '{"flags":[],"final_url":"https://bakery.example/","status":200}', ?5, 'drp_bakery' from links where id = ?7`,
    ...[
      plus(tx.now, -62 * DAY),
      seen,
      missed,
      plus(tx.now, -4 * DAY),
      plus(tx.now, -140 * DAY),
      plus(tx.now, 28 * DAY),
      link_id,
      tenant_id,
    ],
  )
  for (const [step, at_risk, dropped] of [
    [1, 40, 1],
    [2, 39, 0],
    [3, 39, 2],
  ] as const)
    tx.run(
      `insert into retention_steps (tenant_id, week, host, adapter, step, at_risk, dropped)
       values (?, '2026-08-31', 'bakery.example', 'simulated', ?, ?, ?)`,
      ...[tenant_id, step, at_risk, dropped],
    )
}
