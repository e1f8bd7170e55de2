import { DEFAULT_RULES } from '../../../src/features/standing/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { DAY, plus } from '../../../src/kernel/time/clock.ts'

/** What the operations' examples name: a feed of the Bakery that is watched, and a run that holds a link. */
export function seedExamples(tx: Tx): void {
  const [before, next] = [plus(tx.now, -DAY), plus(tx.now, DAY)]
  tx.run(
    `insert into standing_pushes (id, watch_id, tenant_id, name, address, kind, rules, interval_minutes, next_run_at, ran_at,
       found_at, learned_at, known, created_by, created_at, updated_at)
     values ('stp_bakery', 1, 'ten_bakery', 'Recipes', 'https://bakery.example/feed.xml', 'rss', ?1, 1440, ?3, ?2, ?2, ?2, 40,
       'ada@northwind.example', ?2, ?2)`,
    JSON.stringify(DEFAULT_RULES),
    before,
    next,
  )
  tx.run(
    `insert into standing_runs (id, push_id, tenant_id, trigger, state, started_at, ended_at, files, seen, new_urls, held, skipped, note)
     values ('str_bakery', 'stp_bakery', 'ten_bakery', 'clock', 'held', ?1, ?1, 1, 41, 1, 1, '{"unchanged":40}', '["Nearly all links have a new lastmod within one hour, as when a site stamps them at each build."]')`,
    before,
  )
  tx.run(
    `insert into standing_queue (push, url_hash, url, lastmod, before, is_new, run_id)
     values (1, 7, 'https://bakery.example/recipes/rye', 1793491200, null, 1, 'str_bakery')`,
  )
  tx.run(
    `insert into deploy_hooks (id, tenant_id, name, mode, token_hash, standing_push_id, hosts, settle_seconds, used_at,
       created_by, created_at, updated_at)
     values ('dph_bakery', 'ten_bakery', 'Deploys of the bakery', 'address', 'none', 'stp_bakery', '["bakery.example"]', 60,
       ?1, 'ada@northwind.example', ?1, ?1)`,
    before,
  )
  tx.run(
    `insert into deploy_calls (id, hook_id, at, from_ip, source, state, due_at, wants_run, links, pushed, skipped)
     values ('dpc_bakery', 'dph_bakery', ?1, '203.0.113.9', 'Call', 'done', ?1, 0, 2, 1, '{"pushed_lately":1}')`,
    before,
  )
  tx.run("insert into settings (name, value, updated_at) values ('standing_pushes_number', '1', ?)", tx.now)
}
