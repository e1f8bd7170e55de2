/** A test event, sent while the caller waits. */

import { partyIn } from '../../domains/tenants/index.ts'
import type { Tx } from '../../kernel/database/database.ts'
import { newId } from '../../kernel/secrets/ids.ts'
import type { AttemptOutcome, EventToSend } from './attempt.ts'
import { bodyOf } from './deliveries.ts'
import { writeEvent } from './record.ts'
import { inColumn, noteAttempt } from './settle.ts'
import type { EndpointRow } from './tables.ts'

export function beginTest(tx: Tx, endpoint: EndpointRow): EventToSend {
  const data = { message: 'This is a test.' }
  const event_id = writeEvent(tx, { type: 'webhook.test', tenant_id: endpoint.tenant_id, data })!
  return { event_id, body: bodyOf(tx, event_id), endpoint, party: partyIn(tx, endpoint.tenant_id) }
}

/** Notes the result of a test among the deliveries. A test is not tried again, and counts for nothing. */
export function noteTest(tx: Tx, { event_id, endpoint }: EventToSend, outcome: AttemptOutcome): string {
  const id = newId()
  const state = outcome.error === null ? 'delivered' : 'dead'
  tx.run(
    `insert into webhook_deliveries (id, event_id, endpoint_id, type, state, attempts, status, took_ms, error, created_at,
       delivered_at) values (?1, ?2, ?3, 'webhook.test', ?4, 1, ?5, ?6, ?7, ?8, iif(?4 = 'delivered', ?8, null))`,
    id,
    event_id,
    endpoint.id,
    state,
    outcome.status,
    outcome.took_ms,
    inColumn(outcome.error),
    tx.now,
  )
  noteAttempt(tx, id, outcome)
  return id
}
