/** Sends due deliveries: many endpoints side by side, each agency and each endpoint on a share of the lanes. */
import type { ReadTx } from '../../kernel/database/database.ts'
import type { App } from '../../kernel/operation/app.ts'
import { inSteps } from '../../kernel/scheduling/steps.ts'
import type { Time } from '../../kernel/time/clock.ts'
import { ARCHIVED, partyIn } from '../tenants/index.ts'
import { attempt, type EventToSend } from './attempt.ts'
import { holdDisabled } from './deliveries.ts'
import { endpointById } from './endpoints.ts'
import { settle } from './settle.ts'
import type { EndpointRow } from './tables.ts'

/** Attempts at a time: in all, and to one endpoint. */
const LANES = 16
const LANES_EACH = 4
/** From this number of events waiting for an endpoint that fails, only the oldest is tried. */
const PROBED_FROM = 100
/** A delivery that becomes due while others are under way starts within these milliseconds. */
const POLL = 200

type Active = { delivery_id: string; endpoint_id: string; agency: string }
type DueEndpoint = Pick<EndpointRow, 'id' | 'failing_since' | 'catching_up'> & { agency: string }

/** Sends until nothing is due. Returns the number of attempts. */
export async function sendWebhooks(app: App, signal: AbortSignal): Promise<number> {
  const active = new Map<string, Active & { done: Promise<void> }>()
  let attempts = 0
  let failure: { error: unknown } | null = null
  const start = (one: Active): void => {
    const done = send(app, one.delivery_id, signal)
      .catch((error: unknown) => {
        if (!signal.aborted) failure ??= { error }
      })
      .finally(() => active.delete(one.delivery_id))
    active.set(one.delivery_id, { ...one, done })
    attempts++
  }
  await inSteps(app.db, signal, holdDisabled)
  for (;;) {
    if (!signal.aborted && failure === null)
      for (const one of app.db.read((tx) => nextOf(tx, [...active.values()]))) start(one)
    if (active.size === 0) break
    await Promise.race([...[...active.values()].map(({ done }) => done), Bun.sleep(POLL)])
  }
  await inSteps(app.db, signal, holdDisabled)
  if (failure !== null) throw (failure as { error: unknown }).error
  return attempts
}

async function send(app: App, delivery_id: string, signal: AbortSignal): Promise<void> {
  const sent = app.db.read((tx) => sentOf(tx, delivery_id))
  const outcome = await attempt(app, sent, signal)
  app.db.write((tx) => settle(tx, app, delivery_id, outcome) as undefined)
}

function sentOf(tx: ReadTx, delivery_id: string): EventToSend {
  const { event_id, endpoint_id, body } = tx.row<{ event_id: string; endpoint_id: string; body: string }>(
    `select d.event_id, d.endpoint_id, v.body from webhook_deliveries d join webhook_events v on v.id = d.event_id
     where d.id = ?`,
    delivery_id,
  )!
  const endpoint = endpointById(tx, endpoint_id)
  return { event_id, body, endpoint, party: partyIn(tx, endpoint.tenant_id) }
}

/**
 * Deliveries that start now: the agency with the fewest lanes is next, in it the endpoint with the fewest. An agency may
 * hold as many lanes as stay free for others, so that a newcomer never waits for those who hang.
 */
export function nextOf(tx: ReadTx, active: readonly Active[]): Active[] {
  const held = [...active]
  const count = (of: (one: Active) => boolean): number => held.filter(of).length
  const lines = dueEndpoints(tx)
    .map((one) => ({ ...one, line: lineOf(tx, one, active) }))
    .filter(({ line }) => line.length > 0)
  const started: Active[] = []
  while (held.length < LANES) {
    const free = LANES - held.length
    const next = lines
      .filter(({ agency, line }) => line.length > 0 && count((one) => one.agency === agency) < free)
      .map((one) => ({
        one,
        of_agency: count(({ agency }) => agency === one.agency),
        own: count(({ endpoint_id }) => endpoint_id === one.id),
      }))
      .toSorted((a, b) => a.of_agency - b.of_agency || a.own - b.own)[0]
    if (!next) break
    const { id: endpoint_id, agency, line } = next.one
    const begun = { delivery_id: line.shift()!, endpoint_id, agency }
    held.push(begun)
    started.push(begun)
  }
  return started
}

/** Endpoints with a due delivery, found one by one by the index, without reading all that wait. */
function dueEndpoints(tx: ReadTx): DueEndpoint[] {
  const due = (again: 0 | 1) => `exists (select 1 from webhook_deliveries d
    where d.endpoint_id = e.id and d.state = 'waiting' and d.again = ${again} and d.next_attempt_at <= ?1)`
  return tx.rows<DueEndpoint>(
    `with recursive found (id) as (
       select min(endpoint_id) from webhook_deliveries where state = 'waiting'
       union all
       select (select min(endpoint_id) from webhook_deliveries where state = 'waiting' and endpoint_id > found.id)
       from found where found.id is not null)
     select e.id, e.failing_since, e.catching_up, substr(t.path, 2, instr(substr(t.path, 2), '/') - 1) as agency
     from found cross join webhook_endpoints e on e.id = found.id join tenants t on t.id = e.tenant_id
     where e.state = 'on' and (${due(0)} or ${due(1)}) and e.tenant_id not in ${ARCHIVED}`,
    tx.now,
  )
}

/** Due deliveries of an endpoint, first attempts first. One that fails, or catches up, gets one at a time. */
function lineOf(tx: ReadTx, { id, failing_since, catching_up }: DueEndpoint, active: readonly Active[]): string[] {
  const mine = active.filter((one) => one.endpoint_id === id).map((one) => one.delivery_id)
  const room = (failing_since || catching_up ? 1 : LANES_EACH) - mine.length
  if (room <= 0) return []
  if (failing_since && isCrowded(tx, id)) return oldest(tx, id, tx.now)
  const line: string[] = []
  for (const again of [0, 1])
    if (line.length < room)
      line.push(
        ...tx
          .rows<{ id: string }>(
            `select id from webhook_deliveries where endpoint_id = ? and state = 'waiting' and again = ${again}
               and next_attempt_at <= ? order by next_attempt_at, id limit ?`,
            id,
            tx.now,
            LANES_EACH + mine.length,
          )
          .map((row) => row.id)
          .filter((delivery) => !mine.includes(delivery)),
      )
  return line.slice(0, room)
}

const isCrowded = (tx: ReadTx, id: string): boolean =>
  tx.number(
    `select count(*) from (select 1 from webhook_deliveries where endpoint_id = ? and state = 'waiting' limit ${PROBED_FROM})`,
    id,
  ) === PROBED_FROM

/** The probe of an endpoint that fails: its oldest delivery, when that is due. */
const oldest = (tx: ReadTx, id: string, now: Time): string[] =>
  tx
    .rows<{ id: string; next_attempt_at: Time }>(
      "select id, next_attempt_at from webhook_deliveries where endpoint_id = ? and state = 'waiting' order by id limit 1",
      id,
    )
    .filter(({ next_attempt_at }) => next_attempt_at <= now)
    .map((row) => row.id)
