import { expect } from 'bun:test'
import { transfer } from '../../../src/domains/credits/index.ts'
import { followMovesTask } from '../../../src/features/moves/tasks.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import { quarterHourSql } from '../../../src/kernel/time/zone-days.ts'
import { expectBooksToBalance } from '../../books.ts'
import { pushing, urls } from '../../pushing.ts'

export const CLIENTS = ['ten_bakery', 'ten_florist', 'ten_northwind'] as const

/** Northwind with credits at the Bakery and at a second client, the Flower shop. */
export async function moving(parts: Parameters<typeof pushing>[2] = {}) {
  const one = await pushing(10_000, 10_000, parts)
  one.db.write((tx) => {
    tx.run(
      `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at)
       values ('ten_florist', 'ten_northwind', '/ten_northwind/ten_florist/', 'client', 'Flower shop', ?1, ?1)`,
      tx.now,
    )
    for (const to of ['ten_bakery', 'ten_florist'])
      for (const kind of ['index', 'check'] as const)
        transfer(tx, 'ten_northwind', to, { kind, amount: 100, actor: 'ada' })
    return null
  })
  const push = (n = 4, more: object = {}) =>
    one.call<{ id: string }>('ada', 'submit_index_job', {
      urls: urls(n),
      tenant_id: 'ten_bakery',
      preflight: false,
      ...more,
    })
  const move = (id: string, tenant_id: string) => one.call('ada', 'update_job', { id, move_to: tenant_id })
  const follow = () => one.run(followMovesTask)
  const rows = <T>(sql: string, ...params: string[]) => one.db.read((tx) => tx.rows<T & object>(sql, ...params))
  const has = (tenant_id: string) =>
    rows<{ kind: string; available: number; reserved: number }>(
      "select kind, available, reserved from purses where tenant_id = ? and kind = 'index'",
      tenant_id,
    )[0]!
  return { ...one, push, move, follow, rows, has }
}

const COUNTED = ['sent', 'came', 'missed', 'indexed', 'returned']
  .map(
    (what) => `select tenant_id || ' ${what} ' || quarter as name, ${what} as n from link_quarters where ${what} <> 0`,
  )
  .join(' union all ')
  .concat(' order by 1')

const QUARTER = { sent: quarterHourSql('l.sent_at'), settled: quarterHourSql('l.settled_at') }

const OF_LINKS = `select name, sum(n) as n from (
    select j.tenant_id || ' sent ' || ${QUARTER.sent} as name, 1 as n from links l join jobs j on j.id = l.job_id where l.sent_at is not null
    union all select j.tenant_id || ' came ' || ${QUARTER.sent}, 1 from links l join jobs j on j.id = l.job_id where l.sent_at is not null and l.state = 'indexed' and l.credit is not 'released'
    union all select j.tenant_id || ' missed ' || ${QUARTER.sent}, 1 from links l join jobs j on j.id = l.job_id where l.sent_at is not null and (l.state = 'not_indexed' or (l.state = 'indexed' and l.credit = 'released'))
    union all select j.tenant_id || ' indexed ' || ${QUARTER.settled}, 1 from links l join jobs j on j.id = l.job_id where l.state = 'indexed' and l.credit is not 'released'
    union all select j.tenant_id || ' returned ' || ${QUARTER.settled}, 1 from links l join jobs j on j.id = l.job_id where l.credit = 'released' and l.state <> 'failed')
  group by 1 order by 1`

const USED = `select tenant_id, kind, quarter, used from credit_quarters where used <> 0 order by 1, 2, 3`
const USED_OF_LINKS = `select tenant_id, kind, quarter, sum(used) as used from (
    select j.tenant_id, 'index' as kind, iif(l.guarantee, ${QUARTER.settled}, ${QUARTER.sent}) as quarter, 1 as used
      from links l join jobs j on j.id = l.job_id where l.credit = 'consumed'
    union all select j.tenant_id, 'check', ${quarterHourSql('k.finished_at')}, k.credits
      from looks k join jobs j on j.id = k.job_id where k.state = 'done' and k.indexed in ('yes', 'no') and k.credits > 0)
  group by 1, 2, 3 order by 1, 2, 3`

const LOOKS = `select day, tenant_id, engine, looks, credits_used, round(cost_usd, 6) as cost, unpriced from look_days where looks <> 0 order by 1, 2, 3`
const OF_LOOKS = `select substr(finished_at, 1, 10) as day, tenant_id, engine, count(*) as looks,
    sum(iif(indexed in ('yes', 'no'), credits, 0)) as credits_used, round(sum(cost_usd), 6) as cost,
    sum(cost_usd = 0 and method is 'search_result') as unpriced
  from looks where finished_at is not null group by 1, 2, 3 order by 1, 2, 3`

type Reader = { read<T>(work: (tx: Pick<Tx, 'rows'>) => T): T }

/** The Bakery has the host of the links among its sites, so they are foreign at the Flower shop alone. */
const FOREIGN = `select f.job_id, f.links from foreign_hosts f where f.host = 'bakery.example' order by 1`
const OF_HOSTS = `select l.job_id, count(*) as links from links l join jobs j on j.id = l.job_id
  where j.tenant_id = 'ten_florist' and l.host = 'bakery.example'
    and exists (select 1 from indexnow_sites where host = l.host and tenant_id = 'ten_bakery') group by 1 order by 1`

const FOREIGN_QUARTERS = `select job_id, quarter, sent, came, missed, indexed, returned from foreign_quarters
  where sent <> 0 or came <> 0 or missed <> 0 or indexed <> 0 or returned <> 0 order by 1, 2`
const OF_FOREIGN = `select job_id, quarter, sum(sent) as sent, sum(came) as came, sum(missed) as missed, sum(indexed) as indexed,
    sum(returned) as returned
  from (select l.job_id, ${QUARTER.sent} as quarter, 1 as sent, l.stage in ('day1', 'day3', 'day7') as came,
      l.stage in ('later', 'never') as missed, 0 as indexed, 0 as returned from links l where l.sent_at is not null
    union all select l.job_id, ${QUARTER.settled}, 0, 0, 0, l.state = 'indexed' and l.credit is not 'released',
      l.credit is 'released' and l.state <> 'failed' from links l where l.settled_at is not null)
  where job_id in (select job_id from foreign_hosts) group by 1, 2
  having sum(sent) + sum(came) + sum(missed) + sum(indexed) + sum(returned) > 0 order by 1, 2`

/** All sums are those of the rows that they count, whichever workspace these are in. `whole`: every move is done. */
export function expectFiguresToFit(one: { db: Parameters<typeof expectBooksToBalance>[0] }, whole = true): void {
  expectBooksToBalance(one.db)
  const rows = (sql: string, ...params: string[]) =>
    (one.db as unknown as Reader).read((tx) => tx.rows<object>(sql, ...params))
  expect(rows(COUNTED, JSON.stringify(CLIENTS))).toEqual(rows(OF_LINKS))
  expect(rows(USED)).toEqual(rows(USED_OF_LINKS))
  expect(rows(LOOKS)).toEqual(rows(OF_LOOKS))
  expect(rows(`select b.id from batches b join jobs j on j.id = b.job_id where b.tenant_id <> j.tenant_id`)).toEqual([])
  expect(
    rows(`select f.job_id from foreign_hosts f join jobs j on j.id = f.job_id where f.tenant_id <> j.tenant_id`),
  ).toEqual([])
  expect(rows(FOREIGN)).toEqual(rows(OF_HOSTS))
  expect(rows(FOREIGN_QUARTERS)).toEqual(rows(OF_FOREIGN))
  if (!whole) return
  expect(rows(`select k.id from looks k join jobs j on j.id = k.job_id where k.tenant_id <> j.tenant_id`)).toEqual([])
  expect(
    rows(
      `select s.link_id from sent_urls s join links l on l.id = s.link_id join jobs j on j.id = l.job_id where s.tenant_id <> j.tenant_id`,
    ),
  ).toEqual([])
}
