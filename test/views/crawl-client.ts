/** A client whose webhook, own domain, audit stream and key file fail: what its owner reads of each is said by our code. */
import { streamAuditTask } from '../../src/features/audit-streams/tasks.ts'
import { createEndpoint, sampleOf } from '../../src/features/webhooks/index.ts'
import { settle } from '../../src/features/webhooks/settle.ts'
import { said } from '../../src/kernel/language/say.ts'
import { systemCaller } from '../../src/kernel/operation/caller.ts'
import { DAY, MINUTE, plus } from '../../src/kernel/time/clock.ts'
import { seedSink } from '../domains/system/seed.ts'
import { CAST } from '../world.ts'
import type { Office } from './crawl-seed.ts'

const { tenant_id } = CAST.vera

export async function seedTroubles(office: Office): Promise<void> {
  await office.call('ada', 'put_branding', { id: tenant_id, domain: 'push.bakery.example' })
  await office.call('ada', 'verify_own_domain', { id: tenant_id })
  const { id } = await office.call<{ id: string }>('ada', 'add_indexnow_site', { host: 'till.example', tenant_id })
  await office.call('ada', 'verify_indexnow_site', { id })
  office.db.write((tx) => {
    tx.run("update indexnow_sites set status = 'failing', failing_since = ? where id = ?", tx.now, id)
    const add = (url: string) =>
      createEndpoint(tx, office.app, systemCaller(tenant_id), {
        ...{ tenant_id, url, scope: 'own', headers: {}, types: ['links.dropped', 'push.*'] },
      }).row.id
    add('https://hooks.slack.com/services/T000/B000/bakery')
    failFor(office, tx, add('https://till.example/hooks'))
    seedSink(tx, office.app, 'aus_client', tenant_id)
    tx.run("update audit_sinks set cursor_seq = 0 where id = 'aus_client'")
  })
  await office.run(streamAuditTask)
  office.clock.turn(11 * MINUTE)
}

/** Its next attempt is the last. */
function failFor({ app }: Office, tx: Parameters<typeof settle>[0], endpoint_id: string): void {
  tx.run(
    'update webhook_endpoints set failures = 10, failing_since = ? where id = ?',
    plus(tx.now, -6 * DAY),
    endpoint_id,
  )
  tx.run(
    `insert into webhook_events (id, tenant_id, type, body, created_at) values ('msg_till', ?, 'push.finished', ?, ?)`,
    ...[tenant_id, JSON.stringify(sampleOf('push.finished')), tx.now],
  )
  tx.run(
    `insert into webhook_deliveries (id, event_id, endpoint_id, type, state, created_at, next_attempt_at)
     values ('whd_till', 'msg_till', ?1, 'push.finished', 'waiting', ?2, ?2)`,
    ...[endpoint_id, tx.now],
  )
  const error = said('Answered {status}.', { status: '503' })
  settle(tx, app, 'whd_till', { status: 503, took_ms: 42, error, answer: null, wait_ms: 0 })
}
