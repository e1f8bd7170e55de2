import { CLIENT_SECRET, REFRESH_TOKENS } from '../../../src/features/evidence/sealed-columns.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'

/** A client of the operator where nothing answers, and an account of the Bakery with a property. */
export function seedExamples(tx: Tx, app: Pick<App, 'sealer'>): void {
  const secret = app.sealer.seal('GOCSPX-example-secret', sealContext(CLIENT_SECRET, 'google'))
  tx.run(
    `insert into google_clients (id, client_id, secret_sealed, base_url, updated_at)
     values ('google', '248.apps.googleusercontent.example', ?, 'http://127.0.0.1:1', ?)`,
    secret,
    tx.now,
  )
  tx.run(
    `insert into google_accounts (id, tenant_id, email, refresh_sealed, scopes, connected_by, connected_at, refreshed_at, state)
     values ('gac_bakery', 'ten_bakery', 'vera@bakery.example', ?1, 'https://www.googleapis.com/auth/webmasters https://www.googleapis.com/auth/indexing', 'invitation', ?2, ?2, 'ok')`,
    app.sealer.seal('1//refresh-example', sealContext(REFRESH_TOKENS, 'gac_bakery')),
    tx.now,
  )
  tx.run(
    `insert into google_properties (id, account_id, site_url, permission, reserve_pct, inspect, impressions, sitemaps, indexing)
     values ('gpr_bakery', 'gac_bakery', 'sc-domain:bakery.example', 'siteOwner', 25, 1, 1, 1, 1)`,
  )
  tx.run("insert into google_property_workspaces (property_id, tenant_id) values ('gpr_bakery', 'ten_bakery')")
  tx.run(
    `insert into submitted_sitemaps (id, property_id, feed, host, source_hash, submitted_at, record)
     values ('gsm_bakery', 'gpr_bakery', 'https://bakery.example/news.xml', 'bakery.example', '', '2026-10-30T09:00:00.000Z', ?)`,
    JSON.stringify({
      ...{ last_submitted: '2026-10-30T09:00:00.000Z', last_downloaded: '2026-10-31T04:10:00.000Z', is_pending: false },
      ...{ errors: 0, warnings: 0, submitted: 42 },
    }),
  )
  tx.run(
    `insert into job_postings (id, tenant_id, url, type, state, asked_at, read_at, called_at, published_at, updated_at)
     values ('gjp_bakery', 'ten_bakery', 'https://bakery.example/jobs/apprentice', 'URL_UPDATED', 'published', ?1, ?1, ?1, ?1, ?1)`,
    '2026-10-30T09:00:00.000Z',
  )
  tx.run(
    "insert into property_workspaces (property, tenant_id, reserve_pct) values ('sc-domain:bakery.example', 'ten_bakery', 25)",
  )
}
