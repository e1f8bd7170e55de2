import { createSink, SINK_SECRETS } from '../../../src/features/audit-streams/sinks.ts'
import type { Tx } from '../../../src/kernel/database/database.ts'
import type { App } from '../../../src/kernel/operation/app.ts'
import { writeAudit } from '../../../src/kernel/operation/audit.ts'
import { sealContext } from '../../../src/kernel/secrets/seal.ts'
import { callerOf } from '../../world.ts'

/** Two lines in the audit trail of a workspace: a change, and a view by the operator. */
export function seedTrail(tx: Tx, tenant_id: string, reason: string): void {
  writeAudit(tx, callerOf('ada'), {
    action: 'create_sub_tenant',
    tenant_id,
    target: tenant_id,
    after: { name: 'Bakery' },
    ip: '192.0.2.7',
    request_id: 'r1',
  })
  writeAudit(tx, callerOf('pat'), {
    action: 'end_workspace_view',
    tenant_id,
    target: tenant_id,
    before: { started_at: tx.now },
    after: { how: 'left', pages: 6, reason },
    ip: '192.0.2.8',
    request_id: 'r2',
  })
}

/** A stream of a workspace (null: of the install) with this id. */
export function seedSink(tx: Tx, app: App, id: string, tenant_id: string | null): void {
  const { row } = createSink(tx, app, callerOf('pat'), { tenant_id, url: 'https://siem.northwind.example/audit' })
  const secrets = app.sealer.open(row.secrets_sealed, sealContext(SINK_SECRETS, row.id))
  tx.run(
    "update audit_sinks set id = ?, secrets_sealed = ?, created_by = 'ada@northwind.example' where id = ?",
    id,
    app.sealer.seal(secrets, sealContext(SINK_SECRETS, id)),
    row.id,
  )
}

/** What the operations' examples name: a failure, a stream, and lines of the audit trail. */
export function seedExamples(tx: Tx, app: App): void {
  seedTrail(tx, 'ten_bakery', 'ticket 81')
  seedSink(tx, app, 'aus_northwind', 'ten_northwind')
  tx.run(
    `insert into tracked_errors (id, fingerprint, message, place, stack, count, first_seen_at, last_seen_at, request_id, resolved, versions, sample)
     values ('err_odd', 'odd', 'TypeError: a row is odd', 'take_looks', 'TypeError: a row is odd', 2, ?1, ?1, 'r1', 0, '["0.2.0"]',
       '{"method":"POST","route":"/check","actor":"ada@northwind.example","tenant_id":"ten_northwind"}')`,
    tx.now,
  )
  tx.run("insert into tracked_error_days (error_id, day, n) values ('err_odd', substr(?, 1, 10), 2)", tx.now)
}
