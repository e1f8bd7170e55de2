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
     values ('gac_bakery', 'ten_bakery', 'vera@bakery.example', ?1, 'https://www.googleapis.com/auth/webmasters.readonly', 'invitation', ?2, ?2, 'ok')`,
    app.sealer.seal('1//refresh-example', sealContext(REFRESH_TOKENS, 'gac_bakery')),
    tx.now,
  )
  tx.run(
    `insert into google_properties (id, account_id, site_url, permission, reserve_pct, inspect, impressions, sitemaps)
     values ('gpr_bakery', 'gac_bakery', 'sc-domain:bakery.example', 'siteOwner', 25, 1, 1, 0)`,
  )
}
