import { outcomeOf } from '../../src/jobs/outcome.ts'
import type { Db } from '../../src/kernel/database.ts'

/**
 * Northwind with many jobs, each with as many links, and beside it half as many of a stranger: rows written in bulk, as
 * the product would have left them.
 */
export function seedMany(db: Db, { jobs, links }: { jobs: number; links: number }): void {
  const part = { before_indexed: null, next_look_at: null, n: Math.floor(links / 3) }
  const outcome = JSON.stringify(
    outcomeOf([
      { ...part, state: 'sent', indexed: 'unknown', credit: 'reserved' },
      { ...part, state: 'indexed', indexed: 'yes', credit: 'consumed' },
      { ...part, state: 'not_indexed', indexed: 'no', credit: 'released', n: links - 2 * part.n },
    ]),
  )
  db.write((tx) => {
    tx.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1)
       insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
       select 'job_' || i, case i % 3 when 0 then 'ten_northwind' when 1 then 'ten_bakery' else 'ten_rival' end,
         iif(i % 7 = 0, 'check', 'index'), 'Push ' || (i * 7919 % ?1), case i % 5 when 0 then 'watching' else 'done' end,
         ?2, (i - 1) * ?2 + 1, i * ?2, ?4, '{}', 'ada@northwind.example', ?3, ?3 from n`,
      jobs,
      links,
      tx.now,
      outcome,
    )
    tx.run(
      `with recursive n (i) as (select 0 union all select i + 1 from n where i < ?1 * ?2 - 1)
       insert into links (job_id, url, state, indexed, credit)
       select 'job_' || (i / ?2 + 1), 'https://bakery.example/page-' || (i % 50000), case i % 3 when 0 then 'sent' when 1 then 'indexed' else 'not_indexed' end,
         case i % 3 when 0 then 'unknown' when 1 then 'yes' else 'no' end, case i % 3 when 0 then 'reserved' when 1 then 'consumed' else 'released' end from n`,
      jobs,
      links,
    )
    tx.run(
      `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, created_at)
       select 'led_' || id, tenant_id, 'index', 'out', link_count, 'reserve', 0, id, 'grp_' || id, created_by, created_at from jobs`,
    )
    return null
  })
}
