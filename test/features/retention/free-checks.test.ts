/** Free checks of watched links, where others of the same client are due for longer and nobody pays for these. */
import { expect, test } from 'bun:test'
import { serveProperty } from '../../../src/domains/checks/index.ts'
import { planWatches } from '../../../src/features/retention/watches/plan-looks.ts'
import { world } from '../../world.ts'

test('links of a connected property are checked although a thousand others wait for credits', async () => {
  const w = world()
  const PAID = 1000
  w.db.write((tx) => {
    tx.run(
      `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
       select 'job_due', 'ten_northwind', 'index', 'Due', 'done', ?2, 1, ?2, '{}', '{}', 'test', ?1, ?1`,
      tx.now,
      PAID + 3,
    )
    tx.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < ?1 + 3)
       insert into links (id, job_id, url, state, indexed)
       select i, 'job_due', iif(i <= ?1, 'https://other.example/', 'https://northwind.example/') || i, 'indexed', 'yes' from n`,
      PAID,
    )
    tx.run(
      `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, due_at)
       select id, job_id, 'ten_northwind', 'a.example', 'simulated', '2026-09-07', '2026-09-08T00:00:00.000Z',
         '2026-09-08T00:00:00.000Z', 'kept', 0, 1, iif(id <= ?, '2026-10-01', '2026-10-20') from links`,
      PAID,
    )
    serveProperty(tx, 'sc-domain:northwind.example', [{ tenant_id: 'ten_northwind', reserve_pct: 0 }])
    return null
  })
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 0 })
  await planWatches(w.app, new AbortController().signal)
  const looks = w.db.read((tx) => tx.rows('select link_id, property, credits from looks order by link_id'))
  expect(looks).toEqual(
    [1, 2, 3].map((i) => ({ link_id: PAID + i, property: 'sc-domain:northwind.example', credits: 0 })),
  )
  w.close()
})
