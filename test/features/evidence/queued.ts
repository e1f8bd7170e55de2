/** An install with Search Console on loopback and Serper as the paid engine, and checks that wait for one property. */
import { recheckLinksTask } from '../../../src/tasks/checks/recheck-links.ts'
import { takeLooksTask } from '../../../src/tasks/checks/take-looks.ts'
import { PRIVATE_KEY, PUBLIC_KEY, setting } from '../../domains/providers/setting.ts'
import { searchConsole } from '../../upstreams/search-console.ts'
import { serper } from '../../upstreams/serper.ts'

export const PROPERTY = 'sc-domain:bakery.example'

type Options = {
  verdict?: (url: string) => Record<string, unknown>
  daily_quota?: number
  reserve_pct?: number
  /** Whether the paid engine finds pages. */
  found?: boolean
  shown?: (property: string, day: string) => [page: string, impressions: number][]
}

export type Queued = Awaited<ReturnType<typeof queued>>

export async function queued({
  verdict = () => ({ verdict: 'PASS' }),
  daily_quota,
  reserve_pct = 25,
  found = true,
  shown,
}: Options = {}) {
  const one = await setting()
  const google = one.use(
    searchConsole({
      now: one.now,
      public_key: PUBLIC_KEY,
      client_email: 'reader@project.example',
      properties: [PROPERTY],
      verdict,
      ...(shown && { shown }),
      ...(daily_quota !== undefined && { daily_quota }),
    }),
  )
  const paid = one.use(
    serper({
      now: one.now,
      api_key: 'serper-key',
      results: (query) => [`https://${query.replace('site:', '')}${found ? '' : '-2'}`],
    }),
  )
  const service_account = {
    client_email: 'reader@project.example',
    private_key: PRIVATE_KEY,
    token_uri: google.token_uri,
  }
  await one.call('pat', 'update_integrations', {
    engines: { scan_standard: { adapter: 'serper', api_key: 'serper-key', base_url: paid.url } },
    search_console: { service_account, properties: [PROPERTY], base_url: google.url, reserve_pct },
  })
  const inspections = () => google.received.filter(({ path }) => path.includes('index:inspect'))
  return {
    ...one,
    google,
    paid,
    /** Calls that reached Google, in their order. */
    inspections,
    /** Clients of Northwind besides Bakery. */
    clients(...ids: string[]) {
      one.db.write((tx) => {
        for (const id of ids)
          tx.run(
            `insert into tenants (id, parent_id, path, kind, name, created_at, updated_at)
             select ?1, parent_id, '/ten_northwind/' || ?1 || '/', kind, ?1, created_at, updated_at from tenants where id = 'ten_bakery'`,
            id,
          )
        return null
      })
    },
    /** `n` checks of a workspace wait for the property from now on. Their jobs are gone, so nothing else is settled. */
    wait(tenant_id: string, n: number, class_ = 1, purpose = 'guarantee') {
      one.db.write((tx) => {
        tx.run(
          `insert into looks (ref, tenant_id, job_id, link_id, url, engine, purpose, property, class, state, next_attempt_at, created_at)
           select 'sp' || lower(hex(randomblob(12))), ?1, 'job_gone', value, 'https://bakery.example/' || ?1 || '/' || ?3 || '/' || value,
             'scan_standard', ?4, ?5, ?3, 'queued', ?6, ?6 from json_each(?2)`,
          tenant_id,
          JSON.stringify(Array.from({ length: n }, (_, i) => i)),
          class_,
          purpose,
          PROPERTY,
          tx.now,
        )
        return null
      })
    },
    /** Runs the queue once in each step until that moment. */
    async until(moment: string, step: number) {
      while (one.now() < moment) {
        await one.run(takeLooksTask)
        one.clock.turn(step)
      }
      one.clock.set(moment)
    },
    take: () => one.run(recheckLinksTask, takeLooksTask),
    /** Answered checks by workspace. */
    answered: () =>
      Object.fromEntries(
        one.db
          .read((tx) =>
            tx.rows<{ tenant_id: string; n: number }>(
              "select tenant_id, count(*) as n from looks where state = 'done' and method = 'inspection' group by 1",
            ),
          )
          .map(({ tenant_id, n }) => [tenant_id, n]),
      ),
  }
}
