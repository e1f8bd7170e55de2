/** A million watched links: the due ones are found by index, and curves are sums. */
import { expect, test } from 'bun:test'
import { retentionOf } from '../../../src/features/retention/read.ts'
import { planWatches } from '../../../src/features/retention/watches/plan-looks.ts'
import { callerOf, world } from '../../world.ts'

test('of a million watched links, a run reads those that it plans, and curves do not read links', async () => {
  const w = world()
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  w.db.write((tx) => {
    tx.run(
      `insert into jobs (id, tenant_id, type, name, status, link_count, first_link, last_link, outcome, comparison, created_by, created_at, updated_at)
       select 'job_large', 'ten_northwind', 'index', 'Large', 'done', 1000000, 1, 1000000, '{}', '{}', 'test', ?1, ?1`,
      tx.now,
    )
    tx.run(
      `with recursive n (i) as (select 1 union all select i + 1 from n where i < 1000000)
       insert into links (id, job_id, url, state, indexed) select i, 'job_large', 'https://large.example/' || i, 'indexed', 'yes' from n`,
    )
    tx.run(
      `insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, entered, counted, due_at)
       select id, job_id, 'ten_northwind', 'large.example', 'simulated', '2026-10-05', '2026-10-06T00:00:00.000Z',
         '2026-10-06T00:00:00.000Z', 'kept', 0, 1, iif(id <= 500, '2026-11-01', '2027-01-01') from links`,
    )
    return null
  })
  await w.call('ada', 'update_retention', { id: 'ten_northwind', on: true, budget_month: 100 })
  const plans: string[] = []
  const { write } = w.app.db
  w.app.db.write = ((work: Parameters<typeof write>[0]) =>
    write((tx) => {
      const rows = tx.rows.bind(tx)
      return work({
        ...tx,
        run: tx.run.bind(tx),
        row: tx.row.bind(tx),
        number: tx.number.bind(tx),
        count: tx.count.bind(tx),
        remember: tx.remember.bind(tx),
        rows: ((sql: string, ...params: never[]) => {
          if (sql.includes('watches'))
            plans.push(...rows<{ detail: string }>(`explain query plan ${sql}`, ...params).map(({ detail }) => detail))
          return rows(sql, ...params)
        }) as typeof tx.rows,
      })
    })) as typeof write
  await planWatches(w.app, new AbortController().signal)
  w.app.db.write = write
  expect(plans.some((detail) => detail.includes('watches_due'))).toBe(true)
  expect(plans.filter((detail) => /SCAN (watches|w|links|l)\b(?! VIRTUAL)/.test(detail))).toEqual([])
  const shown = w.db.read((tx) => retentionOf(tx, callerOf('ada'), 'ten_northwind'))
  expect(shown.watched).toBe(1_000_000)
  w.close()
}, 600_000)
