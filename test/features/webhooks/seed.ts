import { createEndpoint, ENDPOINT_SECRETS, sampleOf } from '../../../src/features/webhooks/index.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { systemCaller } from '../../../src/kernel/operation/caller.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'

/** What the operations' examples name: a webhook of the Bakery with one delivered event. */
export function seedExamples(tx: Tx, app: App): void {
  const { row } = createEndpoint(tx, app, systemCaller('ten_bakery'), {
    ...{ tenant_id: 'ten_bakery', url: 'https://shop.bakery.example/hooks', scope: 'own', headers: {} },
    types: ['push.*'],
  })
  const secrets = app.sealer.open(row.secrets_sealed, sealContext(ENDPOINT_SECRETS, row.id))
  tx.run(
    `update webhook_endpoints set id = 'whk_bakery', secrets_sealed = ?, public_key = ?, delivered_at = ?,
       created_by = 'ada@northwind.example' where id = ?`,
    app.sealer.seal(secrets, sealContext(ENDPOINT_SECRETS, 'whk_bakery')),
    'whpk_ZGV0ZXJtaW5pc3RpY19zYW1wbGVfcHVibGljX2tleV8=',
    tx.now,
    row.id,
  )
  tx.run(
    `insert into webhook_events (id, tenant_id, type, body, created_at) values ('msg_bakery', 'ten_bakery', 'push.finished', ?, ?)`,
    JSON.stringify(sampleOf('push.finished')),
    tx.now,
  )
  tx.run(
    `insert into webhook_deliveries (id, event_id, endpoint_id, type, state, attempts, status, took_ms, created_at, delivered_at)
     values ('whd_bakery', 'msg_bakery', 'whk_bakery', 'push.finished', 'delivered', 1, 200, 42, ?1, ?1)`,
    tx.now,
  )
  tx.run(
    "insert into webhook_attempts (delivery_id, at, n, status, took_ms, answer) values ('whd_bakery', ?, 1, 200, 42, 'ok')",
    tx.now,
  )
}
