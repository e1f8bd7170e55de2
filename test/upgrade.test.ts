import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '../migrations/index.ts'
import { migrate } from '../src/kernel/database/migrate.ts'
import { handClock } from './world.ts'

/** A database that was filled under an older schema, and what the next one makes of it. */
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalpost-upgrade-'))
  file = join(folder, 'signalpost.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const clock = handClock()

/** Empty databases by the number of their steps: each begins with the one before. */
const empty: { steps: number; file: Uint8Array }[] = []

function reach(steps: number): void {
  const nearest = empty.filter((one) => one.steps <= steps).at(-1)
  if (nearest) writeFileSync(file, nearest.file)
  migrate(file, migrations.slice(0, steps), clock)
  if (nearest?.steps !== steps) empty.push({ steps, file: readFileSync(file) })
  empty.sort((a, b) => a.steps - b.steps)
  rmSync(join(folder, 'backups'), { recursive: true, force: true })
}

function filled(schema: number, sql: string): Database {
  reach(schema)
  const before = new Database(file, { strict: true })
  before.exec(sql)
  before.close()
  migrate(file, migrations, clock)
  return new Database(file, { strict: true })
}

const AT = '2026-11-21T08:00:00.000Z'
const UNTIL_5 = `
  insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
  insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, held_since, created_at, updated_at)
    values ('job_a', 'ten_a', 'index', '', 'watching', 'x', 9, '{}', '{}', '${AT}', '${AT}', '${AT}');
  insert into links (job_id, url, state, campaign_id) values ('job_a', 'https://a.example/', 'sent', 'bat_a');
  insert into campaign_sites values ('a.example', 'bat_a');
  insert into holds values ('job_a', 'index', 'ten_a', 9, 2, 1);
  insert into job_runs (job, started_at) values ('sync_campaigns', '${AT}');
  insert into campaigns (id, ref, job_id, tenant_id, state, route, adapter, url_count, seen1, seen3, seen7, seen_late, looked3, price_usd, created_at, sent_at)
    values ('bat_a', 'sp-a', 'job_a', 'ten_a', 'sent', 'primary', 'simulated', 9, 1, 2, 3, 1, 4, 0.5, '${AT}', '${AT}'),
      ('bat_b', 'sp-b', 'job_a', 'ten_a', 'sent', 'primary', 'simulated', 5, 0, 0, 2, 0, 0, null, '${AT}', '${AT}');`

test('what was counted of batches before schema 6 is counted until day 1, 3 and 7, and goes on adding up', () => {
  const db = filled(5, UNTIL_5)
  const rows = <T>(sql: string): T[] => db.query(sql).all() as T[]
  expect(
    rows(
      'select id, indexed_day1, indexed_day3, indexed_day7, indexed_later, answered_day3, answered_day7 from batches order by 1',
    ),
  ).toEqual([
    {
      id: 'bat_a',
      indexed_day1: 1,
      indexed_day3: 3,
      indexed_day7: 6,
      indexed_later: 1,
      answered_day3: 9,
      answered_day7: 9,
    },
    {
      id: 'bat_b',
      indexed_day1: 0,
      indexed_day3: 0,
      indexed_day7: 2,
      indexed_later: 0,
      answered_day3: 5,
      answered_day7: 5,
    },
  ])
  const sums = `sum(batches) as batches, sum(links) as links, sum(indexed_day1) as day1, sum(indexed_day3) as day3,
    sum(indexed_day7) as day7, sum(indexed_later) as later, sum(billed) as billed, sum(priced) as priced, sum(cost_micro) as cost`
  const expected = { batches: 2, links: 14, day1: 1, day3: 3, day7: 8, later: 1, billed: 9, priced: 1, cost: 3_500_000 }
  expect(rows<object>(`select ${sums} from crawl_days`)).toEqual([expected])
  db.exec("update batches set indexed_day7 = indexed_day7 + 1, billed = 4 where id = 'bat_a'")
  expect(rows<object>(`select ${sums} from crawl_days`)).toEqual(rows(`select ${sums} from crawl_sent`))
  expect(rows('select day1, day7 from (select indexed_day1 as day1, indexed_day7 as day7 from crawl_days)')).toEqual([
    { day1: 1, day7: 9 },
  ])
  db.close()
})

test('what was written under the old words of schema 5 is found under the new ones', () => {
  const db = filled(5, UNTIL_5)
  const one = (sql: string) => db.query(sql).get() as object
  expect(one('select batch_id from links')).toEqual({ batch_id: 'bat_a' })
  expect(one('select site, batch_id from batch_sites')).toEqual({ site: 'a.example', batch_id: 'bat_a' })
  expect(one('select reserved, used, returned from reservations')).toEqual({ reserved: 9, used: 2, returned: 1 })
  expect(one('select paused_since from jobs')).toEqual({ paused_since: AT })
  expect(one('select task from task_runs')).toEqual({ task: 'sync_batches' })
  db.close()
})

test('checks of before tell the share that is indexed; pushes keep theirs', () => {
  const outcome = (rate: string) => `{"states":{"checked":80},"indexed":{"yes":13},"indexed_rate":${rate}}`
  const db = filled(
    7,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('a', 'ten_a', 'check', '', 'done', 'x', 80, '${outcome('null')}', '{}', '${AT}', '${AT}'),
         ('b', 'ten_a', 'index', '', 'done', 'x', 80, '${outcome('0.5')}', '{}', '${AT}', '${AT}'),
         ('c', 'ten_a', 'check', '', 'queued', 'x', 80, '{"states":{"checked":0},"indexed_rate":null}', '{}', '${AT}', '${AT}')`,
  )
  expect(db.query("select outcome ->> '$.indexed_rate' as rate from jobs order by id").values()).toEqual([
    [0.1625],
    [0.5],
    [null],
  ])
  db.close()
})

test('what workspaces gave each other before schema 14 is known, less what came back', () => {
  const line = (group: string, tenant: string, direction: 'in' | 'out', amount: number, reason: string) =>
    `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, group_id, actor, created_at)
       values ('${group}${tenant}${reason}', '${tenant}', 'index', '${direction}', ${amount}, '${reason}', 0, '${group}', 'x', '${AT}');`
  const moved = (group: string, from: string, to: string, amount: number, reason = 'allocation') =>
    line(group, from, 'out', amount, reason) + line(group, to, 'in', amount, reason)
  const db = filled(
    13,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values
       ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}'), ('ten_b', '/ten_a/ten_b/', 'client', 'B', '${AT}', '${AT}');
     ${moved('g1', 'ten_a', 'ten_b', 50)} ${moved('g2', 'ten_b', 'ten_a', 5)} ${moved('g3', 'ten_a', 'ten_b', 20)}
     ${moved('g3', 'ten_b', 'ten_a', 20, 'reversal')} ${line('g4', 'ten_a', 'out', 9, 'reversal')}`,
  )
  expect(db.query('select * from handed_on order by 1').all()).toEqual([
    { tenant_id: 'ten_a', to_id: 'ten_b', kind: 'index', amount: 45 },
    { tenant_id: 'ten_b', to_id: 'ten_a', kind: 'index', amount: -45 },
  ])
  db.close()
})

test('warnings from before schema 22 are told with their links and counted in their jobs', () => {
  const facts = (warnings: string[]) => JSON.stringify({ status: 200, warnings })
  const db = filled(
    21,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       select value, 'ten_a', 'index', '', 'done', 'x', 2, '{"links":2}', '{}', '${AT}', '${AT}' from json_each('["job_a","job_b"]');
     insert into links (job_id, url, state, facts) values ('job_a', 'https://a.example/', 'sent', '${facts(['robots.txt answers 503.'])}'),
       ('job_a', 'https://a.example/b', 'sent', '${facts([])}'), ('job_b', 'https://a.example/', 'sent', null);`,
  )
  expect(db.query('select warnings, bing_flags from links order by id').values()).toEqual([
    ['["robots.txt answers 503."]', '[]'],
    ['[]', '[]'],
    ['[]', '[]'],
  ])
  expect(db.query("select outcome ->> '$.warned' as warned from jobs order by id").values()).toEqual([[1], [0]])
})

test('a domain that was in force before proofs were asked stays so, and is looked at like the others', () => {
  const db = filled(
    22,
    `insert into tenants (id, path, kind, name, domain, created_at, updated_at) values
       ('ten_a', '/ten_a/', 'agency', 'A', 'seo.a.example', '${AT}', '${AT}'), ('ten_b', '/ten_b/', 'agency', 'B', null, '${AT}', '${AT}')`,
  )
  expect(
    db.query('select tenant_id, host, proved_at, next_look_at, length(token) as token from own_domains').all(),
  ).toEqual([{ tenant_id: 'ten_a', host: 'seo.a.example', proved_at: AT, next_look_at: AT, token: 32 }])
  db.close()
})

test('credits of before are counted by day: the lines of the ledger, and what links and jobs used', () => {
  const [earlier, later] = ['2026-10-03T08:00:00.000Z', '2026-10-10T08:00:00.000Z']
  const db = filled(
    27,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at, finished_at)
       values ('job_a', 'ten_a', 'index', '', 'done', 'x', 3, '{}', '{}', '${earlier}', '${later}', '${later}');
     insert into links (job_id, url, state, credit, guarantee, sent_at, settled_at) values
       ('job_a', 'https://a.example/1', 'indexed', 'consumed', 1, '${earlier}', '${later}'),
       ('job_a', 'https://a.example/2', 'indexed', 'consumed', 0, '${earlier}', '${later}'),
       ('job_a', 'https://a.example/3', 'not_indexed', 'released', 1, '${earlier}', '${later}');
     insert into purses (tenant_id, kind, available, reserved) values ('ten_a', 'index', 93, 0), ('ten_a', 'check', 0, 0);
     insert into reservations (job_id, kind, tenant_id, reserved, used, returned) values
       ('job_a', 'index', 'ten_a', 3, 2, 1), ('job_gone', 'index', 'ten_a', 5, 5, 0), ('job_a', 'check', 'ten_a', 4, 4, 0);
     insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, job_id, group_id, actor, created_at) values
       ('l1', 'ten_a', 'index', 'in', 100, 'plan_grant', 100, null, 'g1', 'x', '${earlier}'),
       ('l2', 'ten_a', 'index', 'out', 3, 'reserve', 97, 'job_a', 'g2', 'x', '${earlier}'),
       ('l3', 'ten_a', 'index', 'out', 5, 'reserve', 92, 'job_gone', 'g3', 'x', '${earlier}'),
       ('l4', 'ten_a', 'index', 'in', 1, 'release', 93, 'job_a', 'g4', 'x', '${later}'),
       ('l5', 'ten_a', 'check', 'in', 4, 'pack', 4, null, 'g5', 'x', '${earlier}'),
       ('l6', 'ten_a', 'check', 'out', 4, 'check', 0, 'job_a', 'g6', 'x', '${earlier}');`,
  )
  const rows = () =>
    db
      .query(
        `select substr(quarter, 1, 10), kind, sum(given), sum(set_aside), sum(back), sum(used) from credit_quarters
         group by 1, 2 order by kind desc, 1`,
      )
      .values()
  expect(rows()).toEqual([
    ['2026-10-03', 'index', 100, 8, 0, 6],
    ['2026-10-10', 'index', 0, 0, 1, 1],
    ['2026-10-03', 'check', 4, 4, 0, 0],
    ['2026-10-10', 'check', 0, 0, 0, 4],
  ])
  db.exec(
    `insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, group_id, actor, created_at)
     values ('l7', 'ten_a', 'index', 'out', 10, 'allocation', 83, 'g7', 'x', '${later}')`,
  )
  expect(rows()[1]).toEqual(['2026-10-10', 'index', -10, 0, 1, 1])
  db.close()
})

test('links that were settled before schema 31 are counted under the day on which they were sent', () => {
  const link = (state: string, sent: string | null) =>
    `('job_a', 'https://a.example/', '${state}', ${sent ? `'${sent}T23:59:00.000Z'` : 'null'})`
  const db = filled(
    30,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('job_a', 'ten_a', 'index', '', 'watching', 'x', 2, '{}', '{}', '${AT}', '${AT}');
     insert into links (job_id, url, state, sent_at) values ${[
       link('indexed', '2026-11-10'),
       link('indexed', '2026-11-10'),
       link('not_indexed', '2026-11-10'),
       link('indexed', '2026-11-11'),
       link('sent', '2026-11-11'),
       link('flagged', null),
     ].join()}`,
  )
  expect(db.query('select tenant_id, quarter, came, missed from link_quarters order by 2').values()).toEqual([
    ['ten_a', '2026-11-10T23:45:00.000Z', 2, 1],
    ['ten_a', '2026-11-11T23:45:00.000Z', 1, 0],
  ])
  db.close()
})

test('payments of before know what was paid: by the event of a pack, else the price', () => {
  const payment = (id: string, kind: string, state: string, session: string) =>
    `('${id}', 'ten_a', 'live', '${kind}', 11900, 1000, 2000, '${state}', ${session}, 'ada', '${AT}', '${AT}')`
  const db = filled(
    indexOf('0042_paid_cents'),
    `insert into payments (id, tenant_id, mode, kind, cents, index_credits, check_credits, state, session_id, created_by, created_at, updated_at)
       values ${payment('a', 'pack', 'paid', "'cs_a'")}, ${payment('b', 'plan', 'paid', "'cs_b'")}, ${payment('c', 'pack', 'open', "'cs_c'")};
     insert into billing_events (id, ref, type, state, tenant_id, mode, cents, actor, created_at, recorded_at)
       values ('e', 'stripe cs_a', 'pack_purchase', 'settled', 'ten_a', 'live', 5950, 'Stripe', '${AT}', '${AT}');`,
  )
  expect(db.query('select id, paid_cents from payments order by id').all()).toEqual([
    { id: 'a', paid_cents: 5950 },
    { id: 'b', paid_cents: 11900 },
    { id: 'c', paid_cents: null },
  ])
})

const indexOf = (name: string): number => migrations.findIndex((one) => one.name === name)

test('0067: a letter that was being handed over may have arrived, and one that waits may not', () => {
  const mail = (id: string, since: string) =>
    `insert into mails (id, ref, template, to_address, subject, brand, facts, link_sealed, status, next_attempt_at,
       handing_over_since, created_at)
     values ('${id}', '${id}', 'test', 'vera@bakery.example', 's', '{}', '{}', '', 'queued', '${AT}', ${since}, '${AT}');`
  const db = filled(65, mail('claimed', `'${AT}'`) + mail('waits', 'null'))
  expect(db.query('select id, content_at from mails order by id').all()).toEqual([
    { id: 'claimed', content_at: AT },
    { id: 'waits', content_at: null },
  ])
  db.close()
})

test('0071: the kept state of the clock is carried over under its new names', () => {
  const upgraded = (state: object): object => {
    const db = filled(
      indexOf('0071_clock_words'),
      `insert into settings (name, value, updated_at) values ('clock', '${JSON.stringify(state)}', '${AT}');`,
    )
    const { value } = db.query("select value from settings where name = 'clock'").get() as { value: string }
    db.close()
    rmSync(file)
    return JSON.parse(value)
  }
  const kept = { latest: AT, trusted: null }
  expect(upgraded({ ...kept, told: AT, mend: true, jumped: true })).toEqual({
    ...kept,
    reported: AT,
    repair: true,
    jumped: true,
  })
  expect(upgraded({ ...kept, told: null, mend: false })).toEqual({
    ...kept,
    reported: null,
    repair: false,
    jumped: false,
  })
})

test('0074: jobs that wait for a check engine say so in the words of today', () => {
  const db = filled(
    indexOf('0074_checks_wait'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, note, created_at, updated_at)
       select 'job_' || key, 'ten_a', 'check', '', 'checking', 'x', 2, '{}', '{}', value, '${AT}', '${AT}'
       from json_each('["Looks wait for scan_live: 4 a day are used, 0 left.", "Other", null]');`,
  )
  expect(db.query('select note from jobs order by id').values()).toEqual([
    ['Checks wait for scan_live: 4 a day are used, 0 left.'],
    ['Other'],
    [null],
  ])
  db.close()
})

test('links that were found after their refund are missed by day 7 from now on', () => {
  const link = (id: number, state: string, credit: string, sent: string) =>
    `insert into links (id, job_id, url, state, credit, looks, sent_at) values (${id}, 'a', 'https://a.example/${id}', '${state}', '${credit}', 3, '${sent}T08:00:00.000Z');`
  const db = filled(
    87,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('a', 'ten_a', 'index', '', 'done', 'x', 4, '{}', '{}', '${AT}', '${AT}');
     ${link(1, 'indexed', 'released', '2026-11-02')} ${link(2, 'indexed', 'consumed', '2026-11-02')}
     ${link(3, 'not_indexed', 'released', '2026-11-02')} ${link(4, 'indexed', 'released', '2025-01-01')}
     insert into day_counters values ('came:ten_a', '2026-11-02', 2), ('missed:ten_a', '2026-11-02', 1)`,
  )
  expect(db.query('select tenant_id, quarter, came, missed from link_quarters').values()).toEqual([
    ['ten_a', '2026-11-02T08:00:00.000Z', 1, 2],
  ])
  db.close()
})

test('0090: the ledger is the same, goes on counting by day, and knows moves', () => {
  const line = (id: string, direction: string, amount: number, reason: string, more = 'null, null, null') =>
    `('${id}', 'ten_a', 'index', '${direction}', ${amount}, '${reason}', 9, 'g', 'x', '${AT}', ${more})`
  const into =
    'insert into ledger (id, tenant_id, kind, direction, amount, reason, balance_after, group_id, actor, created_at, job_id, note, ref) values'
  reach(indexOf('0090_job_moves'))
  const ledger = 'select * from ledger order by id'
  const days = 'select given, set_aside, back from credit_days'
  const quarters = 'select given, set_aside, back from credit_quarters'
  const before = new Database(file, { strict: true })
  before.exec(
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     ${into} ${line('a', 'in', 50, 'pack', "null, 'Starter', 'pack:1'")}, ${line('b', 'out', 7, 'reserve', "'job_a', 'Autumn', null")}, ${line('c', 'in', 2, 'release', "'job_a', null, null")}`,
  )
  const [lines, counted] = [before.query(ledger).all(), before.query(days).all()]
  before.close()
  migrate(file, migrations, clock)
  const db = new Database(file, { strict: true })
  expect(db.query(ledger).all()).toEqual(lines)
  expect(db.query(quarters).all()).toEqual(counted)
  db.exec(
    `${into} ${line('d', 'in', 5, 'move', "'job_a', 'Autumn', null")}, ${line('e', 'out', 3, 'move', "'job_b', 'Spring', null")}`,
  )
  expect(db.query(quarters).all()).toEqual([{ given: 52, set_aside: 7, back: 2 }])
  expect(() => db.exec(`${into} ${line('f', 'in', 1, 'pack', "null, null, 'pack:1'")}`)).toThrow('UNIQUE')
  db.close()
})

test('0094: links of before were not judged for answer engines, and nothing counts them', () => {
  const db = filled(
    migrations.findIndex(({ name }) => name === '0094_answers'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('job_a', 'ten_a', 'index', '', 'done', 'x', 1, '{"links":1}', '{}', '${AT}', '${AT}');
     insert into links (job_id, url, state, facts) values ('job_a', 'https://a.example/', 'sent', '{}');`,
  )
  expect(db.query('select answers from links').all()).toEqual([{ answers: null }])
  db.exec("update links set answers = null, state = 'indexed'")
  expect(db.query('select * from answer_tallies').all()).toEqual([])
  db.close()
})

test('0118: links that Google had inspected before have its newest word, and the rest none', () => {
  const link = (id: number, state: string) =>
    `insert into links (id, job_id, url, state) values (${id}, 'job_a', 'https://a.example/${id}', '${state}');`
  const look = (id: number, indexed: string, cause: string | null, adapter = 'search_console') =>
    `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, state, adapter, indexed, cause, created_at, finished_at)
       values (lower(hex(randomblob(8))), 'ten_a', 'job_a', ${id}, 'https://a.example/${id}', 'scan_standard', 'guarantee', 'done',
         '${adapter}', '${indexed}', ${cause && `'${cause}'`}, '${AT}', '${AT}');`
  const db = filled(
    migrations.findIndex(({ name }) => name === '0118_google_words'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('job_a', 'ten_a', 'index', '', 'done', 'x', 4, '{}', '{}', '${AT}', '${AT}');
     ${link(1, 'not_indexed')} ${look(1, 'no', 'noindex')} ${look(1, 'no', 'soft_404')} ${look(1, 'unknown', null)}
     ${link(2, 'indexed')} ${look(2, 'no', 'noindex')}
     ${link(3, 'not_indexed')} ${look(3, 'no', 'noindex')} ${look(3, 'yes', null)}
     ${link(4, 'not_indexed')} ${look(4, 'no', null, 'dataforseo')}`,
  )
  const causes = () => db.query('select google_cause from links order by id').values().flat()
  expect(causes()).toEqual(['soft_404', null, null, null])
  db.exec("update links set state = 'indexed' where id = 1; update links set state = 'not_indexed' where id = 2")
  expect(causes()).toEqual([null, 'noindex', null, null])
  db.close()
})

test('0116: links that were watched before, and steps of their curve, are counted', () => {
  const db = filled(
    migrations.findIndex(({ name }) => name === '0116_watch_counts'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('job_a', 'ten_a', 'index', '', 'done', 'x', 2, '{"links":2}', '{}', '${AT}', '${AT}');
     insert into links (id, job_id, url, state) values (1, 'job_a', 'https://a.example/', 'indexed'), (2, 'job_a', 'https://a.example/b', 'indexed');
     insert into watches (link_id, job_id, tenant_id, host, adapter, week, first_seen_at, last_yes_at, state, counted, is_over, cause)
       values (1, 'job_a', 'ten_a', 'a.example', 'one', '2026-01-05', '${AT}', '${AT}', 'kept', 4, 0, 'noindex'),
         (2, 'job_a', 'ten_a', 'a.example', 'one', '2026-01-05', '${AT}', '${AT}', 'dropped', 1, 1, 'noindex');
     insert into retention_steps values ('ten_a', '2026-01-05', 'a.example', 'one', 1, 2, 1), ('ten_a', '2026-01-12', 'a.example', 'two', 1, 3, 0);`,
  )
  expect(db.query('select state, aged, cause, links from watch_counts order by state').all()).toEqual([
    { state: 'dropped', aged: 1, cause: 'noindex', links: 1 },
    { state: 'kept', aged: 1, cause: '', links: 1 },
  ])
  const sums = "select part, key, at_risk, dropped from retention_sums where part in ('all', 'supplier') order by 1, 2"
  expect(db.query(sums).all()).toEqual([
    { part: 'all', key: '', at_risk: 5, dropped: 1 },
    { part: 'supplier', key: 'one', at_risk: 2, dropped: 1 },
    { part: 'supplier', key: 'two', at_risk: 3, dropped: 0 },
  ])
  db.close()
})

test('0122: sums by week of a client are in those of its agency', () => {
  const db = filled(
    migrations.findIndex(({ name }) => name === '0122_retention_weeks'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}'),
       ('ten_b', '/ten_a/ten_b/', 'client', 'B', '${AT}', '${AT}');
     insert into retention_steps values ('ten_a', '2026-01-05', 'a.example', 'one', 1, 2, 1), ('ten_b', '2026-01-05', 'b.example', 'one', 1, 3, 0);`,
  )
  expect(db.query('select tenant_id, week, step, at_risk, dropped from retention_weeks').values()).toEqual([
    ['ten_a', '2026-01-05', 1, 5, 1],
    ['ten_b', '2026-01-05', 1, 3, 0],
  ])
  db.close()
})

test('0124: pushes of dropped links are kept with their pages, also without their jobs', () => {
  const db = filled(
    migrations.findIndex(({ name }) => name === '0124_kept_drop_pushes'),
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into jobs (id, tenant_id, type, name, status, created_by, link_count, outcome, comparison, created_at, updated_at)
       values ('job_a', 'ten_a', 'index', '', 'done', 'x', 1, '{}', '{}', '${AT}', '${AT}');
     insert into links (id, job_id, url, state) values (1, 'job_a', 'https://a.example/', 'indexed');
     insert into drop_pushes values ('job_a', 'drop_a', 'ten_a', 1, 1, '${AT}');`,
  )
  db.exec("delete from links where job_id = 'job_a'; delete from jobs where id = 'job_a'")
  expect(db.query('select p.drop_id, g.url from drop_pushes p join drop_push_pages g using (job_id)').values()).toEqual(
    [['drop_a', 'https://a.example/']],
  )
  db.close()
})

test('0121: the digest keeps its hour, and drops that waited for a letter are in the next', () => {
  const before = migrations.findIndex(({ name }) => name === '0121_notice_times')
  const db = filled(
    before,
    `insert into tenants (id, path, kind, name, created_at, updated_at) values ('ten_a', '/ten_a/', 'agency', 'A', '${AT}', '${AT}');
     insert into notice_settings (tenant_id, to_admins, events, digest, digest_hour, time_zone, skip_if_unchanged, updated_at)
       values ('ten_a', 1, '[]', 0, 9, 'Asia/Kolkata', 1, '${AT}');
     insert into retention (tenant_id, is_on, budget_month, k_min, k_max, changed_by, changed_at) values ('ten_a', 1, 9, 2, 4, 'x', '${AT}');
     insert into drop_news values ('ten_a', 'drp_a', 0, 3, '${AT}', null);`,
  )
  expect(db.query('select digest_time, least_dropped from notice_settings').all()).toEqual([
    { digest_time: '09:00', least_dropped: 1 },
  ])
  expect(db.query('select drop_id, links, date(noted_on) = noted_on as is_day from drop_news').all()).toEqual([
    { drop_id: 'drp_a', links: 3, is_day: 1 },
  ])
  db.close()
})
