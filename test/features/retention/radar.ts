import { expect } from 'bun:test'
import type { Engine, LookOrder } from '../../../src/domains/checks/engine.ts'
import { balances, grant } from '../../../src/domains/credits/index.ts'
import type { Indexed } from '../../../src/domains/jobs/index.ts'
import type { DropRow, WatchRow } from '../../../src/features/retention/tables.ts'
import { watchLinksTask } from '../../../src/features/retention/tasks.ts'
import { createEndpoint } from '../../../src/features/webhooks/index.ts'
import { DAY, HOUR, plus, type Time } from '../../../src/kernel/time/clock.ts'
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { advancePushesTask } from '../../../src/tasks/pushes/advance-pushes.ts'
import { sendLinksTask } from '../../../src/tasks/pushes/send-links.ts'
import { engineAdapters } from '../../../src/upstream/index.ts'
import { expectBooksToBalance } from '../../books.ts'
import { callerOf, START, type World, world } from '../../world.ts'
import { site } from '../standing/watching.ts'

/** Any of the answers may say how it was found. */
export type Sees = (url: string, now: Time, place: string) => Indexed

/** An agency whose check engine a test answers for, and whose pages it writes. `go` lets days pass hour by hour. */
export async function radar(sees: Sees = () => 'yes', credits = 1000) {
  const asked: { url: string; at: Time; place: string }[] = []
  const state = { sees }
  const engines = new Map(engineAdapters)
  const real = engines.get('simulated')!
  const w = world({
    engines: engines.set('simulated', {
      ...real,
      create: (_, { clock }): Engine => ({
        adapter: 'simulated',
        simulated: true,
        per_call: 1000,
        concurrency: 1,
        async look(orders: LookOrder[]) {
          return orders.map(({ ref, url, place }) => {
            const where = `${place?.country}/${place?.language}${place?.device === 'mobile' ? '/mobile' : ''}`
            asked.push({ url, at: clock.now(), place: where })
            const indexed = state.sees(url, clock.now(), where)
            const sighting = { indexed, method: 'search_result', evidence: indexed, raw: '{}', cost_usd: 0 } as const
            return { ref, state: 'seen', sighting } as const
          })
        },
        report: async () => ({ ok: true, message: 'ok' }),
      }),
    }),
    env: { SIGNALPOST_ALLOW_NETWORKS: '127.0.0.0/8' },
  })
  const web = site()
  for (const tenant_id of ['ten_northwind', 'ten_bakery'])
    w.db.write((tx) => {
      for (const kind of ['index', 'check'] as const)
        grant(tx, { tenant_id, kind, amount: credits, reason: 'adjustment', actor: 'test' })
      return null
    })
  await w.call('pat', 'update_crawl_settings', { routes: { primary: { adapter: 'simulated' } } })
  await w.call('pat', 'update_integrations', { engines: { scan_standard: { adapter: 'simulated' } } })
  const work = async () => {
    for (let i = 0; i < 2; i++)
      await w.run(advancePushesTask, sendLinksTask, recheckLinksTask, takeLooksTask, watchLinksTask)
    await w.run(takeLooksTask, watchLinksTask)
    expectBooksToBalance(w.db)
    expectCountsToAgree(w.db)
  }
  const rows = <T>(sql: string, ...params: (string | number)[]) => w.db.read((tx) => tx.rows<T>(sql, ...params))
  return {
    ...w,
    web,
    asked,
    state,
    work,
    rows,
    watches: () => rows<WatchRow>('select * from watches order by link_id'),
    drops: () =>
      rows<DropRow & { links: number }>(
        'select d.*, (select count(*) from watches where drop_id = d.id) as links from drops d order by opened_at, host',
      ),
    credits: (id = 'ten_northwind') => w.db.read((tx) => balances(tx, id)),
    /** Pushes these links, which are found on day 1. */
    async push(urls: string[], tenant_id = 'ten_northwind') {
      const { id } = await w.call<{ id: string }>('ada', 'submit_index_job', { tenant_id, urls, preflight: false })
      await work()
      w.clock.turn(25 * HOUR)
      await work()
      return id
    },
    /** Lets days pass, with a turn every few hours. */
    async go(days: number, hours = 24) {
      for (let passed = 0; passed < days * 24; passed += hours) {
        w.clock.turn(hours * HOUR)
        await work()
      }
    },
    day: (): number => Math.round((Date.parse(w.clock.now()) - Date.parse(START)) / DAY),
    since: (days: number): Time => plus(START, days * DAY),
    stop() {
      web.stop()
      w.close()
    },
  }
}

export const pages = (n: number, host = 'bakery.example', path = 'p') =>
  Array.from({ length: n }, (_, i) => `https://${host}/${path}${i}`)

/** An endpoint of the agency for what is about watched links. */
export const listen = (w: Pick<ReturnType<typeof world>, 'db' | 'app'>) =>
  w.db.write((tx) =>
    createEndpoint(tx, w.app, callerOf('pat'), {
      ...{ tenant_id: 'ten_northwind', url: 'https://shop.bakery.example/in', headers: {} },
      ...{ types: ['links.dropped', 'links.returned', 'retention.*', 'engine.*'], scope: 'tree' },
    }),
  )

/** Counts of triggers are the same as new counts. */
export function expectCountsToAgree(db: World['db']): void {
  const rows = (sql: string) => db.read((tx) => tx.rows(`${sql} order by 1, 2, 3, 4, 5`))
  const counted = `select tenant_id, week, state, coalesce(counted >= 3, 0) or is_over as aged,
    coalesce(iif(state = 'dropped', cause, null), '') as cause, count(*) as links from watches group by 1, 2, 3, 4, 5`
  expect(rows('select * from watch_counts where links <> 0')).toEqual(rows(counted))
  const part = (name: string, key: string) =>
    `select tenant_id, '${name}' as part, ${key} as key, step, sum(at_risk) as at_risk, sum(dropped) as dropped
     from retention_steps group by 1, 3, 4`
  const parts = [part('all', "''"), part('host', 'host'), part('supplier', 'adapter'), part('week', 'week')]
  expect(rows('select * from retention_sums')).toEqual(rows(parts.join(' union all ')))
  const weeks = `select a.id as tenant_id, s.week, s.step, sum(s.at_risk) as at_risk, sum(s.dropped) as dropped
    from retention_steps s join tenants t on t.id = s.tenant_id join tenants a on instr(t.path, a.path) = 1 group by 1, 2, 3`
  expect(rows('select * from retention_weeks')).toEqual(rows(weeks))
}
