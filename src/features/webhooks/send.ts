/** Sends due deliveries: many endpoints side by side, each agency and each endpoint on a share of the lanes. */

import { ARCHIVED, partyIn } from '../../domains/tenants/index.ts'
import type { ReadTx } from '../../kernel/database/database.ts'
import { skipScan } from '../../kernel/database/skip-scan.ts'
import type { App } from '../../kernel/operation/app.ts'
import { type DueWork, runDueWork } from '../../kernel/scheduling/due-work.ts'
import { RETRIES } from '../../kernel/scheduling/retries.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import { MINUTE, plus, SECOND } from '../../kernel/time/clock.ts'
import { attempt, type EventToSend } from './attempt.ts'
import { holdDisabled } from './deliveries.ts'
import { endpointById } from './endpoints.ts'
import { isWell, OUTAGE_FROM, settle } from './settle.ts'
import type { EndpointRow } from './tables.ts'

/** An attempt that hangs holds its lane for a second. */
const LANES = { lanes: 16, slow: { after: SECOND, places: 48 }, poll: 200 }
/** Attempts at a time to one endpoint. */
const LANES_EACH = 4
/** With this number of events waiting, an endpoint that fails is left alone for this time after each attempt. */
const CROWD = 100
const PROBE_PAUSE = 5 * MINUTE

type DueEndpoint = Pick<EndpointRow, 'id' | 'failing_since' | 'failures' | 'catching_up' | 'tried_at'> & {
  agency: string
}
type Due = { id: string; next_attempt_at: string }

/** Sends until nothing is due. Returns the number of attempts. */
export async function sendWebhooks(app: App, signal: AbortSignal): Promise<number> {
  await inSteps(app.db, signal, holdDisabled)
  try {
    return await runDueWork(signal, {
      ...LANES,
      due: (active) => app.db.read((tx) => dueDeliveries(tx, active)),
      work: ({ id }) => send(app, id, signal),
    })
  } finally {
    await inSteps(app.db, signal, holdDisabled)
  }
}

async function send(app: App, delivery_id: string, signal: AbortSignal): Promise<number> {
  const sent = app.db.read((tx) => sentOf(tx, delivery_id))
  const outcome = await attempt(app, sent, signal)
  app.db.write((tx) => settle(tx, app, delivery_id, outcome) as undefined)
  return 1
}

function sentOf(tx: ReadTx, delivery_id: string): EventToSend {
  const { event_id, endpoint_id, body } = tx.row<{ event_id: string; endpoint_id: string; body: string }>(
    `select d.event_id, d.endpoint_id, v.body from webhook_deliveries d join webhook_events v on v.id = d.event_id
     where d.id = ?`,
    delivery_id,
  )!
  const endpoint = endpointById(tx, endpoint_id)
  return { event_id, body, endpoint, party: partyIn(tx, endpoint.tenant_id), line: endpoint_id }
}

const dueDeliveries = (tx: ReadTx, active: readonly DueWork[]): DueWork[] =>
  dueEndpoints(tx).flatMap((endpoint) =>
    lineOf(tx, endpoint, active).map((id) => ({ id, party: { agency: endpoint.agency, workspace: endpoint.id } })),
  )

const WITH_WAITING = skipScan('webhook_deliveries', 'endpoint_id', "state = 'waiting'")

/** Endpoints with a due delivery, found without reading all that wait. */
function dueEndpoints(tx: ReadTx): DueEndpoint[] {
  const due = (again: 0 | 1) => `exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.again = ${again} and d.next_attempt_at <= ?1)`
  const missed = `e.failures < ${OUTAGE_FROM} and exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.missed = 1)`
  return tx.rows<DueEndpoint>(
    `select e.id, e.failing_since, e.failures, e.catching_up, e.tried_at,
       substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as agency
     from ${WITH_WAITING} found cross join webhook_endpoints e on e.id = found.id join tenants t on t.id = e.tenant_id
     where e.state = 'on' and (${due(0)} or ${due(1)} or ${missed}) and e.tenant_id not in ${ARCHIVED}`,
    tx.now,
  )
}

/**
 * Due deliveries of an endpoint: one lane is for repeats, the others are for first attempts before repeats. An endpoint
 * that fails, or gets what was held in its order, has one lane, for what has been due for longest.
 */
function lineOf(
  tx: ReadTx,
  { id, failing_since, failures, catching_up, tried_at }: DueEndpoint,
  active: readonly DueWork[],
): string[] {
  const mine = active.filter(({ party }) => party.workspace === id).map((one) => one.id)
  const most = failing_since || catching_up ? 1 : LANES_EACH
  const room = most - mine.length
  if (room <= 0) return []
  const rested = plus(tx.now, isWell(failures) ? -RETRIES.webhook.listed[0]! : -PROBE_PAUSE)
  if (failing_since && tried_at && tried_at > rested && isCrowded(tx, id)) return []
  const dueOf = (of: string, ...now: string[]) =>
    tx.rows<Due>(
      `select id, next_attempt_at from webhook_deliveries where endpoint_id = ? and state = 'waiting' and ${of}
       order by next_attempt_at, id limit ?`,
      id,
      ...now,
      LANES_EACH + mine.length,
    )
  const first = dueOf('again = 0 and next_attempt_at <= ?', tx.now)
  const due = dueOf('again = 1 and next_attempt_at <= ?', tx.now)
  const repeats = isWell(failures) ? [...due, ...dueOf('missed = 1')] : due
  // The repeat that gets the lane of repeats, unless one is under way: those are among the first that are due.
  const repeat = repeats.some((one) => mine.includes(one.id)) ? [] : repeats.slice(0, 1)
  const line = most === 1 ? [...first, ...repeats].toSorted(byTime) : [...repeat, ...first, ...repeats]
  const ids = new Set(line.map((one) => one.id))
  return [...ids.difference(new Set(mine))].slice(0, room)
}

const byTime = (a: Due, b: Due): number =>
  a.next_attempt_at.localeCompare(b.next_attempt_at) || a.id.localeCompare(b.id)

const isCrowded = (tx: ReadTx, id: string): boolean =>
  tx.number(
    `select count(*) from (select 1 from webhook_deliveries where endpoint_id = ? and state = 'waiting' limit ${CROWD})`,
    id,
  ) === CROWD
