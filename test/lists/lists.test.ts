/**
 * 400,000 links in five thousand jobs. What is compared is what SQLite says it will touch, not the time it takes: a
 * list that finds its page by index costs the same however much there is beside it.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { MOVES, movedBelow } from '../../src/domains/credits/index.ts'
import { cohortGrid, jobsOfCell, linksOfCell, reservedByJob } from '../../src/domains/jobs/index.ts'
import { allLinks, type LinkOfJob } from '../../src/domains/links/index.ts'
import { type Db, openDatabase, type Param, type ReadTx } from '../../src/kernel/database/database.ts'
import type { Listed } from '../../src/kernel/database/list.ts'
import { Searched, type SearchReader } from '../../src/kernel/database/search-steps.ts'
import type { CsvAnswer } from '../../src/kernel/operation/operation.ts'
import { DAY, dayOf, plus } from '../../src/kernel/time/clock.ts'
import { UTC_DAYS } from '../../src/kernel/time/zone-days.ts'
import { callerOf, type World, world } from '../world.ts'
import { seedBilling, seedFreeChecks, seedLarge, seedLetters, seedMany, seedTrail } from './seed.ts'

type Asked = { sql: string; params: Param[]; rows: number }

/** Each job has this many. */
const LINKS = 80

let w: World
let asked: Asked[] = []
/** Asked about plans alone: a connection of its own. */
let planner: Db
beforeAll(() => {
  w = world()
  seedMany(w.db, { jobs: 5000, links: LINKS })
  planner = openDatabase(w.db.file, w.clock)
  const { read } = w.db
  w.db.read = (work) => read((tx) => work(listening(tx)) as never) as never
  const { search } = w.db
  w.db.search = (searched, turn) => search(new Searched((look) => searched.run(hearing(look)), searched), turn)
}, 600_000)
afterAll(() => {
  planner.close()
  w.close()
})

/** A read transaction that notes what it is asked. */
const listening = (tx: ReadTx): ReadTx => ({
  now: tx.now,
  orm: tx.orm,
  remember: (name, work) => tx.remember(name, work),
  count: (sql, ...params) => {
    asked.push({ sql, params, rows: 0 })
    return tx.count(sql, ...params)
  },
  number: (sql, ...params) => {
    asked.push({ sql, params, rows: 0 })
    return tx.number(sql, ...params)
  },
  row: <T>(sql: string, ...params: Param[]) => {
    asked.push({ sql, params, rows: 0 })
    return tx.row<T>(sql, ...params)
  },
  rows: <T>(sql: string, ...params: Param[]) => {
    const rows = tx.rows<T>(sql, ...params)
    asked.push({ sql, params, rows: rows.length })
    return rows
  },
})

/** Rows that a search was given since it last let others have their turn, and the most. */
const atOnce = { now: 0, most: 0 }

const hearing = (look: SearchReader): SearchReader => ({
  ...look,
  rows: <T>(sql: string, params: Parameters<SearchReader['rows']>[1]) => {
    const rows = look.rows<T>(sql, params)
    atOnce.now += rows.length
    atOnce.most = Math.max(atOnce.most, atOnce.now)
    return rows
  },
  breathe: () => {
    atOnce.now = 0
    return look.breathe()
  },
  walk: (sql, params, each) => {
    asked.push({ sql, params: [...params], rows: 0 })
    return look.walk(sql, params, each)
  },
})

/** Calls an operation as Ada and returns its answer, and how each statement that it asked for finds its rows. */
async function listed(name: string, input: Record<string, unknown>) {
  asked = []
  const answer = await w.call<{ items: Record<string, unknown>[]; total: number }>('ada', name, input)
  const statements = [...asked]
  const plan = statements.map(planOf).join('\n')
  return { ...answer, plan }
}

const planOf = ({ sql, params }: Asked): string =>
  planner
    .read((tx) => tx.rows<{ detail: string }>(`explain query plan ${sql}`, ...params))
    .map(({ detail }) => detail)
    .join('\n')

test.each([
  ...['created_at', 'name', 'status', 'link_count'].map((sort) => ['list_jobs', { sort }] as const),
  ...['uid', 'url', 'state'].map((sort) => ['list_job_urls', { sort, id: 'job_3' }] as const),
  ['list_ledger', {}],
  ['list_tenants', {}],
])(
  'a search in %s with %j meets its rows in the order of an index: sorting them all would take one long turn',
  async (name, input) => {
    for (const more of [{ dir: 'asc' }, { dir: 'desc' }]) {
      const { plan } = await listed(name, { ...input, ...more, q: 'e' })
      expect(plan).not.toContain('TEMP B-TREE')
    }
  },
)

describe('jobs', () => {
  test.each([{}, { status: 'watching' }, { open: true }, { attention: true }])(
    'by what is indexed and by client, with %j, are met in an index of their order as well',
    async (filter) => {
      w.db.write((tx) =>
        tx.run(
          "update jobs set outcome = json_set(outcome, '$.states.failed', 1) where id in ('job_3', 'job_4', 'job_5')",
        ),
      )
      for (const sort of ['indexed_rate', 'tenant_name'])
        for (const dir of ['asc', 'desc']) {
          const { items, total, plan } = await listed('list_jobs', { sort, dir, ...filter })
          expect(items).toHaveLength(Math.min(50, total))
          if ('attention' in filter) expect(total).toBe(2)
          // Of one client after the other: what is sorted are the jobs of one.
          else expect(plan).not.toMatch(/TEMP B-TREE FOR ORDER BY[\s\S]*SCAN one_page/)
          expect(plan).not.toMatch(/\blinks\b|\bl\b/)
        }
    },
  )

  test.each(
    ['created_at', 'name', 'status', 'link_count'].flatMap((sort) =>
      [{}, { status: 'watching' }, { type: 'index' }, { tenant_id: 'ten_bakery' }].map(
        (filter) => [sort, filter] as const,
      ),
    ),
  )('sorted by %s with %j are met in an index of their order, and no link is touched', async (sort, filter) => {
    for (const dir of ['asc', 'desc']) {
      const { items, total, plan } = await listed('list_jobs', { sort, dir, ...filter })
      expect(items).toHaveLength(50)
      expect(total).toBeGreaterThan(500)
      expect(plan).toMatch(/^SEARCH j USING PRIMARY KEY \(tenant_id=/m)
      expect(plan).toMatch(/CO-ROUTINE one_page\n(SCAN|SEARCH) j USING COVERING INDEX jobs_(created|name|status|links)/)
      // What is sorted, if anything, is the page.
      expect(plan).not.toMatch(/TEMP B-TREE[\s\S]*SCAN one_page/)
      expect(plan).not.toMatch(/\blinks\b|\bl\b/)
    }
  })

  test('both ways of finding them give the same pages', async () => {
    const ids = async (input: Record<string, unknown>) => (await listed('list_jobs', input)).items.map(({ id }) => id)
    for (const sort of ['created_at', 'name', 'status', 'link_count']) {
      const all = w.db.read((tx) =>
        tx.rows<{ id: string }>(
          `select id from jobs where tenant_id in ('ten_northwind', 'ten_bakery')
           order by ${sort === 'created_at' ? 'id' : `${sort} desc, id`} desc limit 50 offset 100`,
        ),
      )
      expect(await ids({ sort, dir: 'desc', page: 3 })).toEqual(all.map(({ id }) => id))
    }
  })

  test('of a small workspace among many are found by the workspace, not met among all', async () => {
    w.db.write((tx) => tx.run("update jobs set tenant_id = 'ten_platform' where id in ('job_3', 'job_6')"))
    const { items } = await w.call<{ items: unknown[] }>('pat', 'list_jobs', { tenant_id: 'ten_platform' })
    expect(items).toHaveLength(2)
    asked = []
    await w.call('pat', 'list_jobs', { tenant_id: 'ten_platform' })
    expect(asked.map(planOf).join('\n')).toContain('jobs_tenant')
  })
})

describe('the links of a job', () => {
  let large: string
  beforeAll(() => {
    large = seedLarge(w.db, 'ten_northwind', { links: 2000, looks: 2 })
  })

  test.each(
    ['uid', 'url', 'state'].flatMap((sort) =>
      [
        {},
        { state: 'sent' },
        { indexed: 'yes' },
        { credit: 'released' },
        { state: 'indexed', indexed: 'yes' },
        { q: 'page-49' },
      ].map((filter) => [sort, filter] as const),
    ),
  )('sorted by %s with %j are found among its own alone', async (sort, filter) => {
    const { items, plan } = await listed('list_job_urls', { id: 'job_2500', sort, ...filter })
    expect(items.length).toBeGreaterThan(0)
    expect(plan).toMatch(
      /SEARCH l USING (INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)|(COVERING )?INDEX links_(job|url) \(job_id=\?)/,
    )
    expect(plan).not.toMatch(/SCAN l\b/)
  })

  test.each([{ look: 'seen_3' }, { look: 'charged' }, { leaves: 'today' }, { leaves: 'later' }])(
    'as the timeline of the job counts them, with %j, are found among its own alone',
    async (filter) => {
      for (const sort of ['uid', 'url', 'state']) {
        const { plan } = await listed('list_job_urls', { id: 'job_2500', sort, ...filter })
        expect(plan).toMatch(
          /SEARCH l USING (INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)|INDEX links_\w+ \(job_id=\?)/,
        )
        expect(plan).not.toMatch(/SCAN (l|k|o)\b/)
      }
    },
  )

  test.each(
    ['uid', 'url', 'state'].flatMap((sort) =>
      [{}, { state: 'sent' }, { indexed: 'yes' }, { credit: 'released' }, { q: 'large-1' }].map(
        (filter) => [sort, filter] as const,
      ),
    ),
  )('that has very many, sorted by %s with %j, are met in their order: nothing is sorted', async (sort, filter) => {
    const { items, total, plan } = await listed('list_job_urls', { id: large, sort, ...filter })
    expect(items).toHaveLength(50)
    expect(total).toBeGreaterThan(300)
    expect(plan).not.toContain('TEMP B-TREE')
    const order = {
      uid: 'id',
      url: 'url, id',
      state: "state, indexed, credit, before_indexed, next_look_at, warnings <> '[]', id",
    }[sort]
    const [column, value] = Object.entries(filter)[0] ?? ['job_id', large]
    const sorted = w.db.read((tx) =>
      tx.rows<{ id: number }>(
        `select id from links where job_id = ? and ${column === 'q' ? 'instr(url, ?)' : `${column} = ?`} order by ${order} limit 50`,
        large,
        value,
      ),
    )
    expect(items.map(({ uid }) => uid)).toEqual(sorted.map(({ id }) => id))
  })

  test('that has very many: its results are met in the order in which they came', async () => {
    const { items, total, plan } = await listed('get_check_results', { id: large })
    expect([items.length, total]).toEqual([50, 4000])
    expect(plan).toContain('SEARCH k USING INDEX looks_results (job_id=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  })
})

describe('letters', () => {
  beforeAll(() => void seedLetters(w.db))

  test.each(
    ['created_at', 'to'].flatMap((sort) =>
      [{}, { status: 'sent' }, { template: 'invite' }, { status: 'sent', template: 'invite' }, { q: 'vera-1' }].map(
        (filter) => [sort, filter] as const,
      ),
    ),
  )('of a tree, sorted by %s with %j, are found without reading those of others', async (sort, filter) => {
    const { items, plan } = await listed('list_emails', { sort, ...filter })
    expect(items).toHaveLength(50)
    expect(plan).toMatch(/^SEARCH mails USING COVERING INDEX mails_tenant \(tenant_id=/m)
    if (!('q' in filter))
      expect(plan).toMatch(/CO-ROUTINE one_page\n(SCAN|SEARCH) mails USING COVERING INDEX mails_(created|to)\b/)
    expect(plan).not.toMatch(/TEMP B-TREE[\s\S]*SCAN one_page/)
  })

  test('that failed are found by their status among those of everybody', async () => {
    asked = []
    const { items } = await w.call<{ items: unknown[] }>('pat', 'list_emails', { status: 'failed' })
    expect(items).toHaveLength(0)
    const plans = asked.map(planOf)
    for (const plan of plans) expect(plan).toContain('SEARCH mails USING COVERING INDEX mails_status (status=?)')
  })
})

describe('the ledger', () => {
  test.each([{}, { kind: 'index' }, { direction: 'out' }])('with %j is met in its order', async (filter) => {
    const { items, plan } = await listed('list_ledger', filter)
    expect(items).toHaveLength(50)
    expect(plan).toContain('SEARCH ledger USING INDEX ledger_tenant (tenant_id=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  })

  const planned = (read: (tx: ReadTx) => unknown): string => {
    asked = []
    w.db.read((tx) => read(tx) as never)
    return asked.map(planOf).join('\n')
  }

  test('of some days is found by workspace and day, a number by its lines as well', () => {
    const span = { from: plus(w.clock.now(), -30 * DAY), to: plus(w.clock.now(), DAY) }
    for (const move of MOVES) {
      const plan = planned((tx) =>
        movedBelow(tx, callerOf('ada'), { move, span, tenant_id: undefined, page: 1, page_size: 50 }),
      )
      expect(plan).toContain('SEARCH l USING COVERING INDEX ledger_days (tenant_id=? AND kind=? AND created_at>?')
      expect(plan).not.toMatch(/SCAN (l|ledger)\b/)
    }
  })

  test('and what is set aside by its open reservations, in their order', () => {
    const plan = planned((tx) => reservedByJob(tx, { tenant_id: 'ten_northwind', kind: 'check' }, {}))
    expect(plan).toContain('reservations_open (tenant_id=? AND kind=?)')
    expect(plan).not.toContain('TEMP B-TREE')
  })
})

describe('the engines', () => {
  test('show what their looks have cost today without reading all looks', async () => {
    const engines = { scan_standard: { adapter: 'simulated', enabled: true, daily_cap_usd: 5 } }
    await w.call('pat', 'update_integrations', { engines })
    for (const name of ['get_integrations', 'get_providers']) {
      asked = []
      await w.call('pat', name, {})
      const plans = asked.map(planOf).filter((plan) => /\blooks\b/.test(plan))
      expect(plans.length).toBeGreaterThan(2)
      for (const plan of plans) expect(plan).not.toMatch(/SCAN looks(?! USING)/)
    }
  })
})

describe('the links of all jobs', () => {
  const walked = async (sought: Parameters<typeof allLinks>[2]) => {
    asked = []
    const page = await w.db.search(w.db.read((tx) => allLinks(tx, callerOf('ada'), sought) as never) as never)
    const plan = asked.filter(({ sql }) => !/job_counts/.test(sql)).map(planOf)
    return { page: page as Listed<LinkOfJob>, plan: plan.join('\n') }
  }
  const HOST = 'bakery.example'

  test('that are named by their ids are found by them: no job and no link beside them is read', async () => {
    const newest = (await walked({})).page.items[3]!.uid
    const { page, plan } = await walked({ uids: `7,${newest},${newest},99000000` })
    expect(page.items.map(({ uid }) => uid)).toEqual([newest, 7])
    expect(plan).toMatch(/SEARCH l USING INTEGER PRIMARY KEY/)
    expect(plan).not.toMatch(/SCAN (l|j|links|jobs)\b/)
  })

  test.each([
    {},
    { dir: 'asc' },
    { verdict: 'waiting' },
    { credit: 'released' },
    { credit: 'released', verdict: 'not_indexed' },
    { q: '7', verdict: 'indexed' },
    { q: 'page-1' },
    { q: `https://${HOST}/page-1` },
    { host: HOST },
    { url: `https://${HOST}/page-7` },
  ] as const)('%j are found by way of their jobs, in indexes that hold all that is asked of them', async (sought) => {
    const { page, plan } = await walked(sought)
    expect(page.total).toBeGreaterThan(4)
    expect(page.items.length).toBe(Math.min(50, page.total))
    expect(plan).toMatch(/^(SCAN|SEARCH) j USING (COVERING INDEX jobs_spans|INDEX jobs_created)/m)
    expect(plan).not.toMatch(/SCAN l\b/)
    for (const [, index] of plan.matchAll(/SEARCH l USING ((?:COVERING )?INDEX \w+)/g))
      expect(index).toMatch(/links_(url|job)/)
    if (!('q' in sought && 'verdict' in sought)) expect(plan).not.toMatch(/SEARCH l USING INDEX/)
  })

  describe('of some days', () => {
    /** Sent and settled over two weeks, in jobs that were counted anew as it happened. */
    beforeAll(() => {
      w.db.write((tx) => {
        tx.run(
          `update links set sent_at = strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-' || (id % 14) || ' days'),
             settled_at = iif(state = 'sent', null, strftime('%Y-%m-%dT%H:%M:%fZ', ?, '-' || (id % 7) || ' days'))
           where job_id in (select id from jobs where first_link < 60000)`,
          tx.now,
          tx.now,
        )
        return null
      })
    })
    afterAll(() => {
      w.db.write((tx) => tx.run('update links set sent_at = null, settled_at = null where sent_at is not null'))
    })
    const day = (back: number) => dayOf(plus(w.clock.now(), -back * DAY))

    test.each([
      { moment: 'indexed', index: 'links_settled' },
      { moment: 'returned', index: 'links_settled' },
      { moment: 'used', index: 'links_job' },
      { moment: 'sent', index: 'INTEGER PRIMARY KEY' },
    ] as const)('$moment are found within their jobs, by $index', async ({ moment, index }) => {
      for (const sort of ['at', 'created_at'] as const)
        for (const dir of ['asc', 'desc'] as const) {
          const { page, plan } = await walked({ moment, from: day(3), to: day(0), sort, dir, page: 3 })
          expect(page.total).toBeGreaterThan(1000)
          expect(page.items).toHaveLength(50)
          for (const { at } of page.items) expect(at! >= day(3) && at! <= w.clock.now()).toBe(true)
          expect(plan).toMatch(/^(SCAN|SEARCH) j USING (COVERING INDEX jobs_spans|INDEX jobs_created)/m)
          expect(plan).not.toMatch(/SCAN l\b/)
          expect(plan).toContain(index)
        }
    })

    test('which no job has moved in read no link', async () => {
      const { page } = await walked({ moment: 'sent', from: '2030-01-01', to: '2030-01-31' })
      expect(page.total).toBe(0)
      expect(asked.map(({ sql }) => sql).join()).not.toMatch(/\blinks l\b/)
    })

    test.each([
      ['job_name', /^(SCAN|SEARCH) j USING INDEX jobs_name/m],
      ['tenant_name', /^SCAN t USING COVERING INDEX tenants_name/m],
    ] as const)('in the order of %s are met in its index', async (sort, found) => {
      for (const dir of ['asc', 'desc'] as const) {
        const { page, plan } = await walked({ sort, dir })
        expect(page.items).toHaveLength(50)
        expect(plan).toMatch(found)
      }
    })
  })

  test('a page far down is the page that a plain count leads to', async () => {
    const { page } = await walked({ page: 4000 })
    const plain = w.db.read((tx) =>
      tx.rows<{ id: number }>(
        `select l.id from jobs j cross join links l on l.job_id = j.id where j.tenant_id in ('ten_northwind', 'ten_bakery')
         order by j.id desc, l.id limit 50 offset ${3999 * 50}`,
      ),
    )
    expect(page.items.map(({ uid }) => uid)).toEqual(plain.map(({ id }) => id))
  })

  test('of which few are sought are counted one by one, and none is told twice', async () => {
    const { page } = await walked({ url: `https://${HOST}/page-7` })
    const plain = w.db.read((tx) =>
      tx.rows<{ id: number }>(
        `select l.id from links l join jobs j on j.id = l.job_id where l.url = 'https://${HOST}/page-7'
           and j.tenant_id in ('ten_northwind', 'ten_bakery')`,
      ),
    )
    expect(page.items.map(({ uid }) => uid).sort()).toEqual(plain.map(({ id }) => id).sort())
  })
})

describe('the history of one URL', () => {
  const url = 'https://bakery.example/page-7'
  beforeAll(() => {
    w.db.write((tx) =>
      tx.run(
        `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, state, indexed, method, created_at, finished_at)
         select 'ref' || l.id, j.tenant_id, l.job_id, l.id, l.url, 'scan_standard', 'check', 'done', 'yes', 'simulated', ?1, ?1
         from jobs j cross join links l on l.job_id = j.id and l.url = ?2`,
        tx.now,
        url,
      ),
    )
  })

  test('goes over all jobs of the workspace, those of others left out, and is found by index', async () => {
    const expected = w.db.read((tx) =>
      tx.rows(
        "select 1 from links l join jobs j on j.id = l.job_id where l.url = ? and j.tenant_id = 'ten_bakery'",
        url,
      ),
    ).length
    const job = w.db.read(
      (tx) => tx.row<{ id: string }>("select id from jobs where tenant_id = 'ten_bakery' limit 1")!.id,
    )
    const { total, items, plan } = await listed('get_check_results', { id: job, url, all_jobs: true })
    expect(total).toBe(expected)
    expect(total).toBeGreaterThan(1)
    expect(items.every((one) => one.url === url)).toBe(true)
    expect(plan).toContain('SEARCH k USING INDEX looks_url (url=?)')
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN (l|links|looks|k)\b/)
  })

  test('in one job holds what was seen in that job alone', async () => {
    const job = w.db.read(
      (tx) => tx.row<{ job_id: string }>('select job_id from links where url = ? order by id limit 1', url)!.job_id,
    )
    const given = { id: job, url }
    w.db.write((tx) => tx.run("update jobs set tenant_id = 'ten_northwind' where id = ?", job))
    const { items, plan } = await listed('get_check_results', given)
    expect(items).toHaveLength(1)
    expect(plan).not.toMatch(/SCAN (l|links|looks|k)\b/)
  })
})

describe('the audit trail', () => {
  beforeAll(() => seedTrail(w.db, ['ten_northwind', 'ten_bakery', 'ten_rival'], 20_000))

  test.each([
    [{}, null],
    [{ action: 'sign_in' }, 'audit_action (action=? AND rowid>? AND rowid<?)'],
    [{ tenant_id: 'ten_bakery' }, 'audit_tenant (tenant_id=? AND rowid>? AND rowid<?)'],
    [
      { tenant_id: 'ten_bakery', action: 'sign_in' },
      'audit_tenant_action (tenant_id=? AND action=? AND rowid>? AND rowid<?)',
    ],
    [{ q: 'ada@' }, 'audit_actor (actor=? AND rowid>? AND rowid<?)'],
    [{ q: '198.51.100.7', tenant_id: 'ten_bakery' }, 'audit_ip (ip=? AND rowid>? AND rowid<?)'],
    [{ q: 'req_77' }, 'audit_request (request_id=? AND rowid>? AND rowid<?)'],
    [{ from: '2026-03-01', to: '2026-04-01' }, null],
  ])('asked for %j is met in its own order, and only the page is sorted', async (filter, index) => {
    asked = []
    const { total } = await w.call<{ total: number }>('pat', 'list_audit_log', filter)
    expect(total).toBeGreaterThan(0)
    const plan = asked
      .filter(({ sql }) => sql.includes('audit'))
      .map(planOf)
      .join('\n')
    if (index) expect(plan).toContain(index)
    expect(plan).not.toMatch(/TEMP B-TREE[\s\S]*SCAN page|SCAN (audit|a)\b/)
  })
})

describe('billing events', () => {
  beforeAll(() => void seedBilling(w.db, ['ten_northwind', 'ten_bakery', 'ten_rival'], 20_000))

  test.each([
    [{}, 'billing_events_created'],
    [{ type: 'refund' }, 'billing_events_type (type=?)'],
    [{ tenant_id: 'ten_bakery' }, 'billing_events_tenant (tenant_id=?)'],
    [{ tenant_id: 'ten_bakery', type: 'refund' }, 'billing_events_tenant_type (tenant_id=? AND type=?)'],
    [{ from: '2026-03-01', to: '2026-04-01' }, 'billing_events_created (created_at>? AND created_at<?)'],
    [
      { type: 'refund', from: '2026-03-01', to: '2026-04-01' },
      'billing_events_type (type=? AND created_at>? AND created_at<?)',
    ],
  ])('asked for %j are met in their own order, and counted by the day', async (filter, index) => {
    asked = []
    const { total, items } = await w.call<{ total: number; items: unknown[] }>('pat', 'list_billing_events', filter)
    expect(total).toBe(await counted(filter))
    expect(items).toHaveLength(50)
    const plan = asked.map(planOf).join('\n')
    expect(plan).toContain(index)
    expect(plan).toContain('SEARCH billing_days USING PRIMARY KEY (tenant_id=?')
    expect(plan).not.toMatch(/TEMP B-TREE[\s\S]*SCAN one_page|SCAN (billing_events|e)\b(?! USING COVERING INDEX)/)
  })

  test('are not read for the overview: sums by day are, and disputes that are open', async () => {
    asked = []
    await w.call('pat', 'get_billing')
    for (const plan of asked.map(planOf))
      expect(plan).not.toMatch(/(SCAN|SEARCH) billing_events(?! USING COVERING INDEX billing_events_open)/)
  })

  test('are a file of pieces, each found where the last ended', async () => {
    asked = []
    const { lines } = await w.call<CsvAnswer>('pat', 'export_billing_csv', { type: 'refund', from: '2026-06-01' })
    const pieces = await Array.fromAsync(lines)
    expect(pieces.length).toBeGreaterThan(2)
    for (const { rows } of asked) expect(rows).toBeLessThanOrEqual(500)
    for (const plan of asked.map(planOf)) expect(plan).not.toMatch(/TEMP B-TREE|SCAN e\b/)
  })

  /** What the events themselves say. */
  const counted = async (filter: { type?: string; tenant_id?: string; from?: string; to?: string }) =>
    w.db.read(
      (tx) =>
        tx.rows(
          `select 1 from billing_events where coalesce(?1, type) = type and coalesce(?2, tenant_id) = tenant_id
           and substr(created_at, 1, 10) between coalesce(?3, '') and coalesce(?4, '~')`,
          filter.type ?? null,
          filter.tenant_id ?? null,
          filter.from ?? null,
          filter.to ?? null,
        ).length,
    )
})

describe('free checks', () => {
  beforeAll(() => seedFreeChecks(w.db, 20_000))

  test.each([
    [{}, null],
    [{ kind: 'lens' }, 'free_checks_kind (kind=? AND seq>? AND seq<?)'],
    [{ blocked: '1' }, 'INDEX free_checks_refused (seq>? AND seq<?)'],
    [{ q: '20.0.3.7' }, 'free_checks_ip (ip=? AND seq>? AND seq<?)'],
    [{ q: '20.0.3.0/24', kind: 'lens' }, 'free_checks_network (network=? AND seq>? AND seq<?)'],
    [{ q: 'SHOP77.' }, 'free_checks_domain (domain=? AND seq>? AND seq<?)'],
    [{ q: 'at' }, 'free_checks_country (country=? AND seq>? AND seq<?)'],
    [{ q: 'city 77' }, 'free_checks_city (city=? AND seq>? AND seq<?)'],
  ])('asked for %j are met in their own order, and only the page is sorted', async (filter, index) => {
    asked = []
    const { total } = await w.call<{ total: number }>('pat', 'list_free_checks', filter)
    expect(total).toBeGreaterThan(0)
    const plan = asked.map(planOf).join('\n')
    if (index) expect(plan).toContain(index)
    expect(plan).not.toMatch(/TEMP B-TREE[\s\S]*SCAN page|SCAN (free_checks|c)\b(?! USING COVERING INDEX)/)
  })
})

test('links that a call names are found by their ids, not once for each client of the agency', async () => {
  asked = []
  await w.call('ada', 'preview_stop', { uids: Array.from({ length: 100 }, (_, i) => i * LINKS + 1) })
  expect(asked.map(planOf).join('\n')).not.toContain('id=? AND tenant_id=?')
})

describe('the grid of cohorts', () => {
  /** Notes the statements for parts of a search, too. */
  const noting = (look: SearchReader): SearchReader => ({
    ...look,
    rows: (sql, params) => {
      asked.push({ sql, params: [...params], rows: 0 })
      return look.rows(sql, params)
    },
  })

  test.each(['week', 'client', 'host'] as const)('by %s is read from counts: no link is touched', async (by) => {
    w.db.write((tx) => tx.run("update links set sent_at = '2026-10-06T10:00:00.000Z' where id <= 20000"))
    const sent = inSight(20_000)
    asked = []
    const reader = { now: w.clock.now(), caller: callerOf('ada'), days: UTC_DAYS }
    const rows = await w.db.search(new Searched((look) => cohortGrid(noting(look), reader, by)))
    expect(rows.reduce((sum, row) => sum + row.sent, 0)).toBe(sent)
    const plan = asked.map(planOf).join('\n')
    expect(plan).toMatch(/SEARCH c USING PRIMARY KEY \(job_id=/)
    expect(plan).not.toMatch(/\b(SCAN|SEARCH) (links|l)\b/)
  })

  test('a page of a cell is found push by push, whatever lies beside it', async () => {
    const caller = callerOf('ada')
    const cell = { weeks: ['2026-10-05'], days: UTC_DAYS, day: 3, part: 'all' } as const
    asked = []
    const links = await w.db.search(
      new Searched(async (look) =>
        linksOfCell(noting(look), caller, cell, await jobsOfCell(look, caller, cell), { page: 30, page_size: 50 }),
      ),
    )
    expect(links).toHaveLength(50)
    const plan = planOf(asked.at(-1)!)
    expect(plan).toMatch(/SEARCH l USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/)
    expect((JSON.parse(asked.at(-1)!.params[0] as string) as string[]).length).toBeLessThanOrEqual(2)
  })

  /** Of these links, those of jobs that are Northwind's or its client's: two in three. */
  const inSight = (links: number): number =>
    w.db.read((tx) =>
      tx.number(
        "select count(*) from links l join jobs j on j.id = l.job_id where l.id <= ? and j.deleted_at is null and j.tenant_id in ('ten_northwind', 'ten_bakery')",
        links,
      ),
    )
})

describe('a file of ten thousand links', () => {
  test('begins after the first thousand are read, and never holds more', async () => {
    w.db.write((tx) => {
      tx.run("update jobs set link_count = 10000, first_link = 1, last_link = 10000 where id = 'job_1'")
      return tx.run("update links set job_id = 'job_1' where id <= 10000")
    })
    asked = []
    w.db.write((tx) => tx.run("update jobs set tenant_id = 'ten_northwind' where id = 'job_1'"))
    const { lines } = await w.call<CsvAnswer>('ada', 'export_job_csv', { id: 'job_1' })
    let count = 0
    for await (const piece of lines) {
      const rows = piece.split('\n').filter(Boolean).length
      expect(rows).toBeLessThanOrEqual(1000)
      count += rows
      if (count <= 1001) expect(asked.reduce((sum, one) => sum + one.rows, 0)).toBeLessThanOrEqual(1000)
    }
    expect(count).toBe(10_001)
    for (const { rows } of asked) expect(rows).toBeLessThanOrEqual(1000)
  })
})

test('the results of links that each have a host of their own are read in slices, with a turn for others after each', async () => {
  w.db.write((tx) =>
    tx.run(
      `update links set url = 'https://shop-' || id || '.example/', sent_at = '2026-10-06T10:00:00.000Z' where id between 100000 and 200000`,
    ),
  )
  for (const input of [{ by: 'week' }, { by: 'client' }, { by: 'host' }]) {
    Object.assign(atOnce, { now: 0, most: 0 })
    await w.call('ada', 'get_results', input)
    await w.call('ada', 'list_result_links', { by: 'week', key: '2026-10-05', day: 7, part: 'all' })
    expect(atOnce.most).toBeGreaterThan(0)
    expect(atOnce.most).toBeLessThanOrEqual(2000 + LINKS)
  }
})
